#pragma once

#include <span>
#include <string>
#include <vector>

#include "collective/tool/arguments.hpp"
#include "collective/tool/session.hpp"

namespace collective::tool {

// What an option can't tell by itself. All throw UsageError.

/// No word is empty, as of a shell's variable that was never set.
void check_words(std::span<const char* const> words);

/// What `--inject` says, into the options.
void set_fault(const std::string& text, Options& options);

/// What serves nothing beside the other arguments is refused, rather than left out of account.
void check_together(const Arguments& arguments);

/// The nodes to pretend, if there are any, have so many ranks.
void check_nodes(const std::vector<int>& sizes, int ranks);

/// No two outputs are one file, and none but the result's is the input: looks at the files. **Collective**.
void check_files(Session& session, const Arguments& arguments);

}  // namespace collective::tool
