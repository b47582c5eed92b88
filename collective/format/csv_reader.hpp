#pragma once

#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/read_settings.hpp"

namespace collective {

/// Reads pairs, one a line, whose columns a first line names: `coordinate`, `value` and, where there is more
/// than one worker, `worker`; in any order. Without it all pairs are worker `0`'s.
///
/// Fields are as in RFC 4180: quoted or not, a quote in a quoted one doubled. A worker's name is the field's
/// text; its pairs may stand anywhere. Numbers may also be written `+1`, `.5`, `1.`. Lines end with LF or
/// CRLF; blank ones don't count.
/// **Throws** `InputError` with `FILE:LINE:COLUMN`, worker and pair.
Document read_csv(std::string_view text, std::string_view file, char separator,
                  const ReadSettings& settings = {});

}  // namespace collective
