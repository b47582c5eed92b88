#pragma once

#include <cstddef>
#include <string>

#include "collective/format/document.hpp"
#include "collective/format/input_file.hpp"
#include "collective/tool/session.hpp"

namespace collective::tool {

/// Opens a plain file that is the same for all processes: on other hosts there may be none, or an older copy.
/// **Collective**. **Throws** InputError on every process where there is no such file.
InputFile open_shared(Session& session, const std::string& path);

/// Part of a file of JSON Lines.
struct Lines {
    std::size_t begin, end;  ///< in bytes
    std::size_t rows;
};

/// The lines of this process's block of workers. To find them all processes look through the file together,
/// each through a part of one size. **Collective**. **Throws** InputError where there is no row.
Lines own_lines(Session& session, const InputFile& file);

/// **Collective**. **Throws** InputError on every process where two workers of the job may have one name. (If
/// so, they have, but for a coincidence of two hashes of 64 bits.)
void expect_distinct_names(Session& session, const Document& document);

}  // namespace collective::tool
