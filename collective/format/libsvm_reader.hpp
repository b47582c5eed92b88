#pragma once

#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/read_settings.hpp"

namespace collective {

/// Reads lines `label index:value index:value ... # comment`, as LIBSVM and SVMlight have them: each is a
/// worker, named by the line's number; labels don't matter.
///
/// The coordinate is the index less `settings.index_base`: 1, as LIBSVM counts, unless it is said. No file is
/// looked at to guess it, so an index 0 is then an error, not another numbering.
/// **Throws** `InputError` with `FILE:LINE:COLUMN`, worker and pair.
Document read_libsvm(std::string_view text, std::string_view file, const ReadSettings& settings = {});

}  // namespace collective
