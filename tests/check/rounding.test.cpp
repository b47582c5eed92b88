#include "collective/check/rounding.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
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
    CHECK(is_rounded_sum(right, components));
    for (const R other : {std::nextafter(right, std::numeric_limits<R>::infinity()),
                          std::nextafter(right, -std::numeric_limits<R>::infinity()), -right})
        if (other != right) CHECK_FALSE(is_rounded_sum(other, components));
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
    CHECK_FALSE(is_rounded_sum(std::numeric_limits<double>::quiet_NaN(), one));
    CHECK_FALSE(is_rounded_sum(infinity, one));
    CHECK_FALSE(is_rounded_sum(-infinity, std::vector<double>{1e308, 1e308}));
    CHECK(is_rounded_sum(infinity, std::vector<double>{1e308, 1e308}));
}
