#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace collective {

/// A sum as rounded, and what rounding removed, exactly; no number where the sum is not finite.
/// **Source** Knuth's two-sum, as in Ogita, Rump and Oishi, 'Accurate sum and dot product' (2005).
struct TwoSum {
    double sum, error;
};
inline TwoSum two_sum(double a, double b) {
    const double sum = a + b;
    const double part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}

/// Replaces floats by fewer ones with exactly the same sum, in place, and returns how many are left.
///
/// A zero stays only when alone: +0 when terms cancelled, -0 when there was nothing but -0. A non-finite term
/// absorbs the rest; NaN, or infinities of both signs, leave one canonical NaN. Two terms whose sum would
/// overflow stay side by side.
/// **Source** Shewchuk, 'Adaptive Precision Floating-Point Arithmetic' (1997), Grow-Expansion.
std::size_t compress(std::span<double> terms);

/// The float nearest to the exact sum of what `compress` left, over `divisor`; ties to even; beyond the
/// largest: infinity. What rounds to zero keeps its sign.
double round_to_double(std::span<const double> terms, std::uint64_t divisor = 1) noexcept;
float round_to_float(std::span<const double> terms, std::uint64_t divisor = 1) noexcept;

}  // namespace collective
