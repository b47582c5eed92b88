#include "collective/check/rounding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace collective {
namespace {

/// The exact sum of doubles, in units of 2^-1074, as digits of 32 bits whose carries wait for `sign`.
class ExactSum {
  public:
    void add(double value) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
        const std::uint64_t magnitude =
            (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{exponent != 0} << 52);
        const unsigned position = exponent == 0 ? 0 : exponent - 1;
        const unsigned first = position / 32, shift = position % 32;
        const std::int64_t sign = std::signbit(value) ? -1 : 1;
        const std::uint64_t lower = (magnitude & 0xffffffff) << shift, upper = (magnitude >> 32) << shift;
        digits_[first] += sign * static_cast<std::int64_t>(lower & 0xffffffff);
        digits_[first + 1] += sign * static_cast<std::int64_t>((lower >> 32) + (upper & 0xffffffff));
        digits_[first + 2] += sign * static_cast<std::int64_t>(upper >> 32);
        low_ = std::min(low_, first);
        high_ = std::max(high_, first + 3);
    }

    /// -1, 0 or 1.
    int sign() const {
        std::int64_t carry = 0;
        bool zero = true;
        for (unsigned i = low_; i < high_; ++i) {
            carry += digits_[i];
            zero = zero && (carry & 0xffffffff) == 0;
            carry >>= 32;
        }
        if (carry < 0) return -1;
        return carry == 0 && zero ? 0 : 1;
    }

  private:
    std::array<std::int64_t, 68> digits_{};
    unsigned low_ = 68, high_ = 0;
};

template <class R>
bool is_rounded(R result, std::span<const double> components) {
    using Limits = std::numeric_limits<R>;
    if (std::isnan(result)) return false;
    const double sign = std::signbit(result) ? -1 : 1;
    ExactSum sum;  // of the components less the result, seen from a result that is not negative
    for (const double component : components) sum.add(sign * component);

    if (std::isinf(result)) {
        sum.add(-std::ldexp(1.0, Limits::max_exponent - 1));
        sum.add(-std::ldexp(1.0, Limits::max_exponent - 1));
        sum.add(std::ldexp(1.0, Limits::max_exponent - Limits::digits - 1));
        return sum.sign() >= 0;
    }

    const double magnitude = std::abs(static_cast<double>(result));
    int exponent = 0;
    const bool power_of_two = std::frexp(magnitude, &exponent) == 0.5;
    const bool lowest = magnitude == 0 || exponent <= Limits::min_exponent;
    if (lowest) exponent = Limits::min_exponent;
    // Half the distance to the next number away from zero, and to the one towards zero. Half of 2^-1074
    // becomes 0, rightly: no sum of doubles lies between its multiples.
    const double above = std::ldexp(1.0, exponent - Limits::digits - 1);
    const double below = power_of_two && !lowest ? above / 2 : above;
    using Word = std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;
    const bool even = std::bit_cast<Word>(result) % 2 == 0;

    sum.add(-magnitude);
    sum.add(-above);
    const int over = sum.sign();
    sum.add(above);
    sum.add(below);
    const int under = -sum.sign();
    const bool over_right = over < 0 || (over == 0 && (even || above == 0));
    const bool under_right = under < 0 || (under == 0 && (even || below == 0));
    return over_right && under_right;
}

}  // namespace

bool is_rounded_sum(double result, std::span<const double> components) {
    return is_rounded(result, components);
}
bool is_rounded_sum(float result, std::span<const double> components) {
    return is_rounded(result, components);
}

}  // namespace collective
