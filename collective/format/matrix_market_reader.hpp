#pragma once

#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/read_settings.hpp"

namespace collective {

/// Reads a sparse matrix of Matrix Market: `matrix coordinate`, of `integer`, `real` or `pattern` (each value
/// is 1), `general`, `symmetric` or `skew-symmetric` (the entries that it leaves out are added).
///
/// Each row is a worker, named by its number, also where it is empty; an entry in column j is a pair of
/// coordinate j - 1. A `real` value is a float64, also where it is written `5`.
/// **Throws** `InputError` with `FILE:LINE:COLUMN`, also where the file has not as many entries as it
/// declares.
/// **Source** Boisvert, Pozo, Remington, 'The Matrix Market Exchange Formats: Initial Design' (1996).
Document read_matrix_market(std::string_view text, std::string_view file, const ReadSettings& settings = {});

}  // namespace collective
