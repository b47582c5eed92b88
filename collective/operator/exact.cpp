#include "collective/operator/exact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "collective/integer.hpp"

namespace collective {
namespace {

#ifdef __FAST_MATH__
#error "exact sums need IEEE arithmetic: build without -ffast-math"
#endif

constexpr double canonical_nan = std::numeric_limits<double>::quiet_NaN();

/// A fixed-point number wide enough for every double: digit i counts 2^(32 i + unit). A digit is held in 64
/// bits so that 2^31 terms can be added before a carry must run.
class Accumulator {
  public:
    void add(double term) {
        int exponent = 0;
        const double fraction = std::frexp(std::abs(term), &exponent);
        // term = mantissa * 2^(exponent - 53); the lowest bits of a subnormal's mantissa are zero.
        auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
        int position = exponent - 53 - unit;
        if (position < 0) {
            mantissa >>= -position;
            position = 0;
        }
        const auto digit = static_cast<std::size_t>(position / 32);
        const int shift = position % 32;
        const std::uint64_t low = mantissa << shift;
        const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
        const std::int64_t sign = term < 0 ? -1 : 1;
        digits_[digit] += sign * static_cast<std::int64_t>(low & mask);
        digits_[digit + 1] += sign * static_cast<std::int64_t>(low >> 32);
        digits_[digit + 2] += sign * static_cast<std::int64_t>(high);
    }

    /// The sum over `divisor`, rounded once to `precision` bits whose last one counts at least 2^lowest.
    double rounded(std::uint64_t divisor, int precision, int lowest) {
        carry();
        const bool negative = digits_.back() < 0;
        if (negative) {
            for (auto& digit : digits_) digit = -digit;
            carry();
        }
        bool rest = false;  // beyond the last digit
        if (divisor > mask) {
            rest = divide<UInt128>(divisor);
        } else if (divisor > 1) {
            rest = divide<std::uint64_t>(divisor);
        }
        int top = static_cast<int>(digits_.size()) * 32 - 1;
        while (top >= 0 && !bit(top)) --top;
        const int last = std::max(top - precision + 1, lowest - unit);
        std::uint64_t mantissa = 0;
        for (int i = top; i >= last; --i) mantissa = 2 * mantissa + (bit(i) ? 1 : 0);
        const bool half = bit(last - 1);
        bool below = rest;
        for (int i = 0; i < last - 1 && !below; ++i) below = bit(i);
        if (half && (below || mantissa % 2 == 1)) ++mantissa;
        const double magnitude = std::ldexp(static_cast<double>(mantissa), last + unit);
        return negative ? -magnitude : magnitude;
    }

  private:
    static constexpr std::uint64_t mask = 0xffffffff;

    /// Two bits below the lowest of a double: a quotient is rounded right by them and by whether there is
    /// more.
    static constexpr int unit = -1074 - 2;

    bool bit(int i) const { return (digits_[static_cast<std::size_t>(i / 32)] >> (i % 32) & 1) != 0; }

    /// Brings every digit but the last, which keeps the sign, into 0 ... 2^32 - 1.
    void carry() {
        for (std::size_t i = 0; i + 1 < digits_.size(); ++i) {
            digits_[i + 1] += digits_[i] >> 32;
            digits_[i] &= static_cast<std::int64_t>(mask);
        }
    }

    /// Long division, as far as digits matter. Returns whether there is more.
    template <class Word>
    bool divide(std::uint64_t divisor) {
        constexpr int enough = 4;  // from the first that is not zero: over 96 bits
        Word rest = 0;
        int significant = 0;
        for (std::size_t i = digits_.size(); i-- > 0;) {
            const auto digit = static_cast<std::uint64_t>(std::exchange(digits_[i], 0));
            if (significant == enough) {
                if (digit != 0) rest = 1;
                continue;
            }
            const Word part = rest << 32 | digit;
            digits_[i] = static_cast<std::int64_t>(part / divisor);
            rest = part % divisor;
            if (significant > 0 || digits_[i] != 0) ++significant;
        }
        return rest != 0;
    }

    std::array<std::int64_t, 68> digits_{};
};

double rounded_by_accumulator(std::span<const double> terms, std::uint64_t divisor, int precision,
                              int lowest) {
    Accumulator accumulator;
    for (double term : terms) accumulator.add(term);
    return accumulator.rounded(divisor, precision, lowest);
}

}  // namespace

std::size_t compress(std::span<double> terms) {
    std::size_t kept = 0;
    bool all_negative_zero = true;
    double special = 0;
    for (double term : terms) {
        if (!std::isfinite(term)) special += term;
        if (term != 0 || !std::signbit(term)) all_negative_zero = false;
        std::size_t out = 0;
        for (std::size_t i = 0; i < kept; ++i) {
            const double other = terms[i];
            const auto [sum, error] = two_sum(term, other);
            if (!std::isfinite(sum) || !std::isfinite(error)) {
                terms[out++] = other;
                continue;
            }
            if (error != 0) terms[out++] = error;
            term = sum;
        }
        if (term != 0) terms[out++] = term;
        kept = out;
    }
    if (special != 0) {  // true for NaN as well
        terms[0] = std::isnan(special) ? canonical_nan : special;
        return 1;
    }
    if (kept == 0) {
        terms[0] = all_negative_zero ? -0.0 : 0.0;
        return 1;
    }
    return kept;
}

double round_to_double(std::span<const double> terms, std::uint64_t divisor) noexcept {
    constexpr std::uint64_t whole = std::uint64_t{1} << 53;  // up to it every integer is a double
    if (terms.size() == 1 && divisor <= whole) {
        return std::isnan(terms[0]) ? canonical_nan : terms[0] / static_cast<double>(divisor);
    }
    if (terms.size() == 2 && divisor == 1) return terms[0] + terms[1];
    return rounded_by_accumulator(terms, divisor, 53, -1074);
}

float round_to_float(std::span<const double> terms, std::uint64_t divisor) noexcept {
    // Adding two terms in double first, or dividing there, would round twice.
    const bool is_final = divisor == 1 || terms[0] == 0 || !std::isfinite(terms[0]);
    if (terms.size() == 1 && is_final) {
        return static_cast<float>(std::isnan(terms[0]) ? canonical_nan : terms[0]);
    }
    return static_cast<float>(rounded_by_accumulator(terms, divisor, 24, -149));
}

}  // namespace collective
