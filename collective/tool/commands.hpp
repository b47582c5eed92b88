#pragma once

#include <string>

#include "collective/tool/arguments.hpp"
#include "collective/tool/session.hpp"

namespace collective::tool {

/// What the command line of this process came to.
struct CommandLine {
    std::string words;  ///< as they were given, to compare with other processes'
    Arguments arguments;
    std::string usage_error;  ///< empty: `arguments` holds
};

/// Agrees with all processes on the arguments, then does what they say.
/// **Collective** over all processes. **Throws** the same error on every process, or BrokenError on this one.
Exit perform(Session& session, const CommandLine& line);

// One command each; **Collective** over all processes.
Exit run(Session& session, const Arguments& arguments);
Exit compare(Session& session, const Arguments& arguments);
Exit cases(Session& session, const Arguments& arguments);
Exit explain(Session& session, const Arguments& arguments);
Exit bench(Session& session, const Arguments& arguments);
Exit pitfalls(Session& session, const Arguments& arguments);
Exit list(Session& session, const Arguments& arguments);

}  // namespace collective::tool
