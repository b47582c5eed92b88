#pragma once

#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/read_settings.hpp"

namespace collective {

/// Reads what NumPy and SciPy save, told by the names of the arrays:
///
/// - `.npz` with `coordinates` and `values`, of one length, and perhaps `workers` (integers or text) beside
/// them;
/// - `.npz` with `indices` and `values`, as PyTorch has them: `indices` is (n), (1, n), or (2, n), a row of
/// workers
///   above one of coordinates; `shape` or `size` may tell the number of workers;
/// - `.npz` of SciPy's `save_npz`, a COO or CSR matrix: a row is a worker, a column a coordinate;
/// - `.npy`, a dense vector or matrix of numbers: likewise, and every element is a pair, also a zero.
///
/// Without names of workers they are named by their number, from 0. Values are int64, uint64 or
/// float64, also NaN and infinities, or what widens to them.
/// **Throws** `InputError` that names the array and the element, counted from 0, or the byte.
Document read_numpy(std::string_view bytes, std::string_view file, const ReadSettings& settings = {});

}  // namespace collective
