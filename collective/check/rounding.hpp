#pragma once

#include <cstdint>
#include <span>

namespace collective {

/// Whether `result` is the exact sum of `components` (all finite) over `divisor`, rounded to nearest, ties to
/// even. What is at least 2^1024 - 2^970 (for `float`: 2^128 - 2^103) rounds to an infinity.
bool is_rounded(double result, std::span<const double> components, std::uint32_t divisor = 1);
bool is_rounded(float result, std::span<const double> components, std::uint32_t divisor = 1);

}  // namespace collective
