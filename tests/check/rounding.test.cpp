#include "collective/check/rounding.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "tests/check/exact.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class R>
R rounded(const Big& sum) {
    if constexpr (sizeof(R) == 8)
        return nearest(sum);
    else
        return nearest_float(sum);
}

/// The right result is accepted; its two neighbours and its negative are not.
template <class R>
void agrees_with_oracle(const std::vector<double>& components) {
    const R right = rounded<R>(units(components));
    CAPTURE(right);
    CHECK(is_rounded(right, components));
    for (const R other : {std::nextafter(right, std::numeric_limits<R>::infinity()),
                          std::nextafter(right, -std::numeric_limits<R>::infinity()), -right})
        if (other != right) CHECK_FALSE(is_rounded(other, components));
}

}  // namespace

TEST_CASE("rounding: sums of random doubles over all binades") {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 20000; ++trial) {
        std::vector<double> components;
        const int span = trial % 3 == 0 ? 60 : trial % 3 == 1 ? 200 : 2090;
        const int base = static_cast<int>(random() % 2090) - 1074;
        for (std::size_t n = 1 + random() % 4; n > 0; --n) {
            const int exponent =
                std::min(base + static_cast<int>(random() % static_cast<unsigned>(span)), 1023);
            const double mantissa = 1 + static_cast<double>(random() >> (random() % 63)) * 0x1p-64;
            components.push_back(std::ldexp(random() % 2 ? mantissa : -mantissa, exponent));
            if (std::isinf(components.back())) components.back() = 1;
        }
        agrees_with_oracle<double>(components);
        agrees_with_oracle<float>(components);
    }
}

TEST_CASE("rounding: ties, powers of two, subnormals and the largest numbers") {
    const double max = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
    const double maxf = std::numeric_limits<float>::max();
    const std::vector<std::vector<double>> cases = {
        {1, 0x1p-53},
        {1, 0x1p-53, tiny},
        {1, 0x1p-53, -tiny},
        {1 + 0x1p-52, 0x1p-53},
        {1, -0x1p-54},
        {1, -0x1p-54, -tiny},
        {1, -0x1p-54, tiny},
        {1, 0x1p-24},
        {1, -0x1p-25},
        {1, -0x1p-25, -tiny},
        {tiny},
        {tiny, tiny},
        {0x1p-1022, -tiny},
        {0x1p-1021, -tiny},
        {0x1p-1020, -tiny},
        {0x1p-1020, -tiny, -tiny},
        {0x1p-149},
        {0x1p-150},
        {0x1p-150, tiny},
        {0x1p-150, -tiny},
        {0x1p-126, -0x1p-150},
        {0x1p-126, -0x1p-151},
        {0x1p-125, -0x1p-150},
        {max},
        {max, 0x1p969},
        {max, 0x1p970},
        {max, 0x1p970, -tiny},
        {max, max},
        {max, max, -max},
        {max, max, -max, -max, -tiny},
        {maxf, 0x1p102},
        {maxf, 0x1p103},
        {maxf, 0x1p103, -tiny},
        {},
        {0.0, -0.0},
    };
    for (std::vector<double> components : cases) {
        agrees_with_oracle<double>(components);
        agrees_with_oracle<float>(components);
        for (double& component : components) component = -component;
        agrees_with_oracle<double>(components);
        agrees_with_oracle<float>(components);
    }
}

TEST_CASE("rounding: what isn't a number is never a finite sum") {
    const std::vector<double> one = {1};
    CHECK_FALSE(is_rounded(std::numeric_limits<double>::quiet_NaN(), one));
    CHECK_FALSE(is_rounded(infinity, one));
    CHECK_FALSE(is_rounded(-infinity, std::vector<double>{1e308, 1e308}));
    CHECK(is_rounded(infinity, std::vector<double>{1e308, 1e308}));
}

namespace {

using Exact = boost::multiprecision::cpp_rational;

/// Whether no other number is nearer to `sum` (in units of 2^-1074) over `divisor`, and no even one as near.
template <class R>
bool is_nearest_of_three(R value, const Big& sum, std::uint32_t divisor) {
    const auto off = [&](R candidate) {
        const Exact exact(sum, Big(divisor));
        // The next after the largest number stands where it would be.
        const Big place = std::isinf(candidate)
                              ? (units(std::copysign(std::numeric_limits<R>::max(), candidate)) +
                                 units(std::copysign(std::ldexp(R{1}, std::numeric_limits<R>::max_exponent -
                                                                          std::numeric_limits<R>::digits),
                                                     candidate)))
                              : units(candidate);
        return Exact(abs(exact - Exact(place)));
    };
    using Word = std::conditional_t<sizeof(R) == 8, std::uint64_t, std::uint32_t>;
    const Exact mine = off(value);
    for (const R to : {-std::numeric_limits<R>::infinity(), std::numeric_limits<R>::infinity()}) {
        const R other = std::nextafter(value, to);
        if (other == value) continue;
        if (off(other) < mine) return false;
        if (off(other) == mine && std::bit_cast<Word>(value) % 2 != 0) return false;
    }
    return true;
}

template <class R>
void quotients() {
    std::mt19937_64 random(sizeof(R));
    int right = 0, wrong = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        const auto divisor = static_cast<std::uint32_t>(trial % 5 == 0 ? random() >> 32 : 1 + random() % 40);
        if (divisor == 0) continue;
        const int span = std::numeric_limits<R>::max_exponent - std::numeric_limits<R>::min_exponent + 50;
        const int exponent = std::numeric_limits<R>::min_exponent - 50 +
                             static_cast<int>(random() % static_cast<unsigned>(span));
        const auto digits = static_cast<double>(random() >> (11 + random() % 50));
        std::vector<double> terms{std::ldexp(trial % 2 ? digits : -digits, exponent - 53)};
        if (trial % 3 == 0) terms.push_back(std::ldexp(terms[0], -static_cast<int>(random() % 70)));
        // Halves of the distance between two numbers are ties.
        if (trial % 7 == 0) {
            const R near = static_cast<R>(terms[0]);
            const R next = std::nextafter(near, R{0});
            if (std::isfinite(near)) terms = {near, next};
        }
        if (std::any_of(terms.begin(), terms.end(), [](double term) { return !std::isfinite(term); }))
            continue;
        const std::uint32_t by = trial % 7 == 0 ? 2 : divisor;
        const auto guess = static_cast<R>((terms[0] + (terms.size() > 1 ? terms[1] : 0)) / by);
        R candidate = guess;
        for (int step = 0; step < 3; ++step)
            candidate = std::nextafter(candidate, -std::numeric_limits<R>::infinity());
        for (int step = -3; step <= 3; ++step) {
            if (std::isfinite(candidate)) {
                CAPTURE(candidate);
                CAPTURE(by);
                const bool nearest_one = is_nearest_of_three(candidate, units(terms), by);
                ++(nearest_one ? right : wrong);
                REQUIRE(is_rounded(candidate, terms, by) == nearest_one);
            }
            candidate = std::nextafter(candidate, std::numeric_limits<R>::infinity());
        }
    }
    CHECK(right > 10'000);
    CHECK(wrong > 10'000);
}

}  // namespace

TEST_CASE("rounding: quotients") {
    quotients<double>();
    quotients<float>();
    const double most = std::numeric_limits<double>::max();
    CHECK(is_rounded(most, std::vector{most, most, most}, 3));
    CHECK_FALSE(is_rounded(most, std::vector{most, most, most}, 2));
    const double infinite = std::numeric_limits<double>::infinity();
    CHECK(is_rounded(infinite, std::vector{most, most, most}, 2));
    CHECK_FALSE(is_rounded(infinite, std::vector{most, most, most}, 3));
    CHECK(is_rounded(infinite, std::vector{most, most, 0x1p971}, 2));  // a tie, away from an odd number
    CHECK_FALSE(is_rounded(infinite, std::vector{most, most, 0x1p971, -0x1p-1074}, 2));
}
