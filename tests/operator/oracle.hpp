#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "collective/operator/table.hpp"
#include "tests/check/exact.hpp"

namespace collective::testing {

// What each operator must give, by brute force over all contributions of a coordinate, in rational numbers.

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational::backend_type,
                                               boost::multiprecision::et_off>;

/// One contribution, with its worker's number.
template <class V>
struct Given {
    int worker;
    V value;
};

/// A value as the bits it has in memory, so that -0.0 is not 0.0 and a NaN is equal to itself.
template <class R>
std::uint64_t bits_of(const R& value) {
    if constexpr (std::is_same_v<R, float>) {
        return std::bit_cast<std::uint32_t>(value);
    } else if constexpr (std::is_same_v<R, double>) {
        return std::bit_cast<std::uint64_t>(value);
    } else {
        return static_cast<std::uint64_t>(value);
    }
}

template <class V>
Rational exact(V value) {
    if constexpr (std::is_floating_point_v<V>) {
        return Rational(units(static_cast<double>(value)), Big(1) << 1074);
    } else {
        return Rational(Big(value));
    }
}

/// The nearest `R`, ties to even; infinite beyond the largest. What rounds to zero keeps its sign.
template <class R>
R rounded(const Rational& number) {
    using Limits = std::numeric_limits<R>;
    if (number == 0) return 0;
    const Rational magnitude = abs(number);
    const auto power = [](int exponent) {
        return exponent >= 0 ? Rational(Big(1) << exponent) : Rational(Big(1), Big(1) << -exponent);
    };
    int top = static_cast<int>(msb(numerator(magnitude))) - static_cast<int>(msb(denominator(magnitude)));
    if (magnitude < power(top)) --top;
    const int last = std::max(top - Limits::digits + 1, Limits::min_exponent - Limits::digits);
    const Rational scaled = magnitude / power(last);
    Big whole = numerator(scaled) / denominator(scaled);
    const Rational rest = scaled - Rational(whole);
    const Rational half(1, 2);
    if (rest > half || (rest == half && whole % 2 == 1)) ++whole;
    const R result = Rational(whole) * power(last) >= power(Limits::max_exponent)
                         ? Limits::infinity()
                         : static_cast<R>(std::ldexp(whole.convert_to<double>(), last));
    return number < 0 ? -result : result;
}

/// What a sum, or a product, of floats is where some are not finite.
template <class V>
std::optional<V> not_finite(const std::vector<Given<V>>& all, bool multiplies) {
    bool nan = false, plus = false, minus = false, zero = false, negative = false;
    for (const auto& [worker, value] : all) {
        nan = nan || std::isnan(value);
        plus = plus || value == INFINITY;
        minus = minus || value == -INFINITY;
        zero = zero || value == 0;
        negative = negative != std::signbit(value);
    }
    if (nan || ((plus || minus) && (multiplies ? zero : plus && minus)))
        return std::numeric_limits<V>::quiet_NaN();
    if (!plus && !minus) return {};
    const bool is_negative = multiplies ? negative : minus;
    return static_cast<V>(is_negative ? -INFINITY : INFINITY);
}

/// What must come out: bits, or, for an integer that does not fit, the number.
struct Expected {
    std::uint64_t bits = 0;
    std::optional<Rational> too_large;
};

template <class V>
Expected fitting(const Rational& number) {
    using Limits = std::numeric_limits<V>;
    if (number < exact(Limits::min()) || number > exact(Limits::max())) return {0, number};
    return {bits_of(static_cast<V>(numerator(number))), {}};
}

template <class V>
bool smaller(V a, V b) {
    if constexpr (std::is_floating_point_v<V>) {
        if (a == 0 && b == 0) return std::signbit(a) && !std::signbit(b);
    }
    return a < b;
}

/// `all` is in worker order, a worker's in list order. `workers`: of the job.
template <class V>
Expected expected(const Sum&, const std::vector<Given<V>>& all, int) {
    Rational sum = 0;
    if constexpr (std::is_floating_point_v<V>) {
        if (const auto special = not_finite(all, false)) return {bits_of(*special), {}};
        for (const auto& one : all) sum += exact(one.value);
        const bool negative_zeros = std::all_of(all.begin(), all.end(), [](const auto& one) {
            return one.value == 0 && std::signbit(one.value);
        });
        return {bits_of(negative_zeros ? -V{0} : rounded<V>(sum)), {}};
    } else {
        for (const auto& one : all) sum += exact(one.value);
        return fitting<V>(sum);
    }
}

template <class V>
Expected expected(const Mean& mean, const std::vector<Given<V>>& all, int workers) {
    using R = std::conditional_t<std::is_same_v<V, float>, float, double>;
    std::set<int> contributors;
    Rational sum = 0;
    bool negative_zeros = std::is_floating_point_v<V>;
    if constexpr (std::is_floating_point_v<V>) {
        if (const auto special = not_finite(all, false)) return {bits_of(*special), {}};
    }
    for (const auto& one : all) {
        contributors.insert(one.worker);
        sum += exact(one.value);
        negative_zeros = negative_zeros && one.value == 0 && std::signbit(static_cast<double>(one.value));
    }
    const int divisor = mean.over == Mean::Over::all ? workers : static_cast<int>(contributors.size());
    return {bits_of(negative_zeros ? -R{0} : rounded<R>(sum / divisor)), {}};
}

template <class V>
Expected expected(const Product&, const std::vector<Given<V>>& all, int) {
    Rational product = 1;
    if constexpr (std::is_floating_point_v<V>) {
        if (const auto special = not_finite(all, true)) return {bits_of(*special), {}};
        bool negative = false;
        for (const auto& one : all) {
            product *= exact(one.value);
            negative = negative != std::signbit(one.value);
        }
        return {bits_of(std::copysign(rounded<V>(product), negative ? V{-1} : V{1})), {}};
    } else {
        for (const auto& one : all) product *= exact(one.value);
        return fitting<V>(product);
    }
}

template <class V>
Expected extreme(std::vector<Given<V>> all, bool ignore_nan, bool largest) {
    if constexpr (std::is_floating_point_v<V>) {
        const auto is_nan = [](const auto& one) { return std::isnan(one.value); };
        const auto nans = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), is_nan));
        if (nans == all.size() || (nans > 0 && !ignore_nan))
            return {bits_of(std::numeric_limits<V>::quiet_NaN()), {}};
        std::erase_if(all, is_nan);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return smaller(a.value, b.value); });
    return {bits_of(largest ? all.back().value : all.front().value), {}};
}
template <class V>
Expected expected(const Min& min, const std::vector<Given<V>>& all, int) {
    return extreme(all, min.nan == Nan::ignored, false);
}
template <class V>
Expected expected(const Max& max, const std::vector<Given<V>>& all, int) {
    return extreme(all, max.nan == Nan::ignored, true);
}

template <class V>
Expected expected(const Count&, const std::vector<Given<V>>& all, int) {
    return {all.size(), {}};
}
template <class V>
Expected expected(const First&, const std::vector<Given<V>>& all, int) {
    return {bits_of(all.front().value), {}};
}
template <class V>
Expected expected(const Last&, const std::vector<Given<V>>& all, int) {
    return {bits_of(all.back().value), {}};
}

/// Numbers of all kinds; a few of one draw are like one another.
template <class V>
class Numbers {
  public:
    explicit Numbers(std::mt19937_64& random) : random_(random), kind_(random() % 8) {}

    V operator()() {
        const auto kind = random_() % 4 == 0 ? random_() % 8 : kind_;
        const auto bits = random_();
        const auto small = static_cast<int>(bits % 7) - (std::is_signed_v<V> ? 3 : 0);
        if constexpr (std::is_floating_point_v<V>) {
            const V sign = random_() % 2 ? V{1} : V{-1};
            const V fraction = static_cast<V>(1) + static_cast<V>(bits >> 12) * static_cast<V>(0x1p-52);
            const int binades = Limits::max_exponent - 1;
            switch (kind) {
                case 0:
                    return static_cast<V>(small);
                case 1:
                    return sign * fraction;
                case 2:
                    return sign * std::ldexp(fraction,
                                             static_cast<int>(bits % (2 * 1000)) * binades / 1000 - binades);
                case 3:
                    return sign * Limits::denorm_min() * static_cast<V>(bits % 100);
                case 4:
                    return sign * (bits % 2 ? Limits::max() : std::ldexp(fraction, binades));
                case 5:
                    return sign * std::ldexp(V{1}, static_cast<int>(bits % 80) - 40);
                case 6:
                    return sign * V{0};
                default:
                    if (bits % 3 == 0) return Limits::quiet_NaN() * sign;
                    return bits % 3 == 1 ? sign * Limits::infinity() : static_cast<V>(small);
            }
        } else {
            switch (kind) {
                case 0:
                    return static_cast<V>(small);
                case 1:
                    return static_cast<V>(bits);
                case 2:
                    return static_cast<V>(static_cast<V>(bits) >> (random_() % (8 * sizeof(V))));
                case 3:
                    return bits % 2 ? Limits::max() : Limits::min();
                case 4:
                    return static_cast<V>(std::uint64_t{1} << bits % (8 * sizeof(V)));
                default:
                    return static_cast<V>(1 + bits % 4);
            }
        }
    }

  private:
    using Limits = std::numeric_limits<V>;

    std::mt19937_64& random_;
    std::uint64_t kind_;
};

}  // namespace collective::testing
