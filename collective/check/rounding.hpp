#pragma once

#include <concepts>
#include <span>

namespace collective {

/// Whether `result` is the exact sum of `components` (all finite), rounded to nearest, ties to even. A sum of
/// at least 2^1024 - 2^970 (for `float`: 2^128 - 2^103) rounds to an infinity.
bool is_rounded_sum(double result, std::span<const double> components);
bool is_rounded_sum(float result, std::span<const double> components);

}  // namespace collective
