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
    /// Adds `factor` times a value.
    void add(double value, std::int64_t factor) {
        // A part of 16 bits times a digit leaves room for the carries of many.
        for (unsigned shift = 0; factor != 0; shift += 16, factor /= 1 << 16) {
            add_part(value, factor % (1 << 16), shift);
        }
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
    /// Adds `part` times a value times 2^`left`.
    void add_part(double value, std::int64_t part, unsigned left) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto exponent = static_cast<unsigned>(bits >> 52) & 0x7ff;
        const std::uint64_t magnitude =
            (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{exponent != 0} << 52);
        const unsigned position = (exponent == 0 ? 0 : exponent - 1) + left;
        const unsigned first = position / 32, shift = position % 32;
        const std::int64_t times = std::signbit(value) ? -part : part;
        const std::uint64_t lower = (magnitude & 0xffffffff) << shift, upper = (magnitude >> 32) << shift;
        digits_[first] += times * static_cast<std::int64_t>(lower & 0xffffffff);
        digits_[first + 1] += times * static_cast<std::int64_t>((lower >> 32) + (upper & 0xffffffff));
        digits_[first + 2] += times * static_cast<std::int64_t>(upper >> 32);
        low_ = std::min(low_, first);
        high_ = std::max(high_, first + 3);
    }

    static constexpr unsigned digits = 70;  // 2^1024 times 2^64 and what carries
    std::array<std::int64_t, digits> digits_{};
    unsigned low_ = digits, high_ = 0;
};

template <class R>
bool is_nearest(R result, std::span<const double> components, std::int64_t divisor) {
    using Limits = std::numeric_limits<R>;
    if (std::isnan(result)) return false;
    const double sign = std::signbit(result) ? -1 : 1;
    // Twice the components less twice the result times the divisor, seen from a result that is not negative.
    ExactSum rest;
    for (const double component : components) rest.add(sign * component, 2);

    if (std::isinf(result)) {
        rest.add(std::ldexp(1.0, Limits::max_exponent - 1), -4 * divisor);
        rest.add(std::ldexp(1.0, Limits::max_exponent - Limits::digits), divisor);
        return rest.sign() >= 0;
    }

    const double magnitude = std::abs(static_cast<double>(result));
    int exponent = 0;
    const bool power_of_two = std::frexp(magnitude, &exponent) == 0.5;
    const bool lowest = magnitude == 0 || exponent <= Limits::min_exponent;
    if (lowest) exponent = Limits::min_exponent;
    // The distance to the next number away from zero, and to the one towards zero.
    const double above = std::ldexp(1.0, exponent - Limits::digits);
    const double below = power_of_two && !lowest ? above / 2 : above;
    using Word = std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;
    const bool even = std::bit_cast<Word>(result) % 2 == 0;

    rest.add(magnitude, -2 * divisor);
    rest.add(above, -divisor);
    const int over = rest.sign();
    rest.add(above, divisor);
    rest.add(below, divisor);
    const int under = -rest.sign();
    return (over < 0 || (over == 0 && even)) && (under < 0 || (under == 0 && even));
}

}  // namespace

bool is_rounded(double result, std::span<const double> components, std::uint32_t divisor) {
    return is_nearest(result, components, divisor);
}
bool is_rounded(float result, std::span<const double> components, std::uint32_t divisor) {
    return is_nearest(result, components, divisor);
}

}  // namespace collective
