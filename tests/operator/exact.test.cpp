#include "collective/operator/exact.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/check/exact.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

using Limits = std::numeric_limits<double>;
constexpr double most = Limits::max(), least = Limits::denorm_min(), infinity = Limits::infinity();

class Draw {
  public:
    explicit Draw(unsigned seed) : random_(seed) {}

    std::uint64_t below(std::uint64_t end) { return random_() % end; }

    double sign(double value) { return random_() % 2 ? value : -value; }
    double wild() { return sign(std::ldexp(fraction(), static_cast<int>(below(600)) - 300)); }
    double tame() { return sign(std::ldexp(fraction(), static_cast<int>(below(4)))); }
    double subnormal() { return sign(std::bit_cast<double>(below(std::uint64_t{1} << (1 + below(52))))); }
    double huge() { return sign(std::ldexp(fraction(), 1023 - static_cast<int>(below(3)))); }
    double any_bits() {
        const double value = std::bit_cast<double>(random_());
        return std::isfinite(value) ? value : least;
    }

    /// Values of one kind; often each is cancelled, some by a neighbour of its negative.
    std::vector<double> values(std::size_t most_values) {
        std::vector<double> all;
        const auto kind = below(7);
        for (std::size_t n = 1 + below(most_values); n > 0; --n) {
            all.push_back(one(kind == 6 ? below(6) : kind));
            if (below(3) == 0) all.push_back(-all.back());
            if (below(5) == 0) all.push_back(std::nextafter(-all.back(), 0));
        }
        std::shuffle(all.begin(), all.end(), random_);
        return all;
    }

  private:
    double fraction() { return static_cast<double>(random_() >> 11 | std::uint64_t{1} << 52) * 0x1p-53; }
    double one(std::uint64_t kind) {
        switch (kind) {
            case 0:
                return wild();
            case 1:
                return tame();
            case 2:
                return subnormal();
            case 3:
                return huge();
            case 4:
                return any_bits();
            default:  // few bits: sums that tie
                return sign(std::ldexp(static_cast<double>(1 + below(3)), static_cast<int>(below(110)) - 54));
        }
    }

    std::mt19937_64 random_;
};

std::vector<double> compressed(std::vector<double> values) {
    values.resize(compress(values));
    return values;
}

bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

bool all_negative_zero(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return v == 0 && std::signbit(v); });
}

double right_double(const std::vector<double>& values) {
    return all_negative_zero(values) ? -0.0 : nearest(units(values));
}
float right_float(const std::vector<double>& values) {
    return all_negative_zero(values) ? -0.0F : nearest_float(units(values));
}

/// Combines as ranks do: groups first, then what is left of them.
std::vector<double> in_groups(const std::vector<double>& values, Draw& draw) {
    std::vector<double> joined;
    for (std::size_t first = 0, last = 0; first < values.size(); first = last) {
        last = std::min(values.size(), first + 1 + draw.below(values.size()));
        const std::vector<double> group(values.begin() + static_cast<std::ptrdiff_t>(first),
                                        values.begin() + static_cast<std::ptrdiff_t>(last));
        for (const double value : compressed(group)) joined.push_back(value);
    }
    return compressed(joined);
}

}  // namespace

TEST_CASE("exact sums: what is left has the same sum and is rounded once, 100,000 random lists") {
    Draw draw(1);
    for (int trial = 0; trial < 100'000; ++trial) {
        const std::vector<double> values = draw.values(trial % 10 == 0 ? 30 : 6);
        const std::vector<double> left = in_groups(values, draw);
        REQUIRE(!left.empty());
        REQUIRE(units(left) == units(values));
        REQUIRE((left.size() == 1 || std::count(left.begin(), left.end(), 0.0) == 0));
        REQUIRE(same_bits(round_to_double(left), right_double(values)));
        REQUIRE(same_bits(round_to_float(left), right_float(values)));
    }
}

TEST_CASE("exact sums: all orders of up to 6 values") {
    Draw draw(2);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<double> values = draw.values(6);
        values.resize(std::min<std::size_t>(values.size(), 6));
        const double right = right_double(values);
        std::sort(values.begin(), values.end());
        do {
            REQUIRE(same_bits(round_to_double(compressed(values)), right));
        } while (std::next_permutation(values.begin(), values.end()));
    }
}

TEST_CASE("exact sums: few components on ordinary data") {
    Draw draw(3);
    for (int trial = 0; trial < 1'000; ++trial) {
        std::vector<double> values;
        for (int i = 0; i < 100; ++i) values.push_back(draw.tame());
        CHECK(compressed(values).size() <= 6);
    }
}

TEST_CASE("exact sums: zeros keep the rules of IEEE 754") {
    for (const auto& [values, right] :
         std::vector<std::pair<std::vector<double>, double>>{{{0.0}, 0.0},
                                                             {{-0.0}, -0.0},
                                                             {{-0.0, -0.0, -0.0}, -0.0},
                                                             {{-0.0, 0.0}, 0.0},
                                                             {{0.0, -0.0}, 0.0},
                                                             {{1.0, -1.0}, 0.0},
                                                             {{-1.0, 1.0}, 0.0},
                                                             {{-0.0, 1.0, -1.0}, 0.0},
                                                             {{least, -0.0, -least}, 0.0}}) {
        CHECK(compressed(values).size() == 1);
        CHECK(same_bits(round_to_double(compressed(values)), right));
        CHECK(same_bits(round_to_float(compressed(values)), static_cast<float>(right)));
    }
    // A sum of doubles that no float is near keeps its sign.
    CHECK(same_bits(round_to_float(compressed({-least})), -0.0F));
    CHECK(same_bits(round_to_float(compressed({-1e-50, -1e-60, -1e-90})), -0.0F));
}

TEST_CASE("exact sums: a term that isn't finite absorbs the rest; NaN is always the same one") {
    const double other_nan = std::bit_cast<double>(std::uint64_t{0xfff8'0000'dead'beef});
    const std::vector<std::vector<double>> nans{{other_nan},           {1.0, other_nan},
                                                {infinity, -infinity}, {-infinity, 1.0, infinity},
                                                {infinity, other_nan}, {most, most, -infinity, infinity}};
    for (const auto& values : nans) {
        CHECK(compressed(values).size() == 1);
        CHECK(same_bits(round_to_double(compressed(values)), Limits::quiet_NaN()));
        CHECK(same_bits(round_to_float(compressed(values)), std::numeric_limits<float>::quiet_NaN()));
    }
    const std::vector<std::vector<double>> infinities{
        {infinity}, {infinity, infinity}, {1.0, infinity}, {-most, -most, infinity}, {infinity, 0.0, -most}};
    for (auto values : infinities) {
        CHECK(compressed(values) == std::vector<double>{infinity});
        CHECK(round_to_float(compressed(values)) == std::numeric_limits<float>::infinity());
        for (double& value : values) value = -value;
        CHECK(compressed(values) == std::vector<double>{-infinity});
    }
}

TEST_CASE("exact sums: near the largest number") {
    const double half_step = std::ldexp(1.0, 970);  // half a unit in the last place of the largest
    CHECK(round_to_double(compressed({most, most})) == infinity);
    CHECK(round_to_double(compressed({most, most, -most})) == most);
    CHECK(round_to_double(compressed({1e308, 1e308, -1e308})) == 1e308);
    CHECK(round_to_double(compressed({most, std::nextafter(half_step, 0)})) == most);
    CHECK(round_to_double(compressed({most, half_step})) == infinity);
    CHECK(round_to_double(compressed({most, half_step, -least})) == most);
    CHECK(round_to_double(compressed({-most, -half_step, least})) == -most);
    CHECK(round_to_double(compressed({-most, -most})) == -infinity);

    const float most_float = std::numeric_limits<float>::max();
    CHECK(round_to_float(compressed({most_float, std::ldexp(1.0, 103)})) ==
          std::numeric_limits<float>::infinity());
    CHECK(round_to_float(compressed({most_float, std::ldexp(1.0, 103), -least})) == most_float);
}

TEST_CASE("exact sums: ties go to even, and a tiny rest breaks them") {
    const double step = 0x1p-52;
    CHECK(round_to_double(compressed({1.0, step / 2})) == 1.0);
    CHECK(round_to_double(compressed({1.0, step, step / 2})) == 1.0 + 2 * step);
    CHECK(round_to_double(compressed({1.0, step / 2, least})) == 1.0 + step);
    CHECK(round_to_double(compressed({1.0, step, step / 2, -least})) == 1.0 + step);
    // Through double first, this would be rounded twice, the second time up.
    CHECK(round_to_float(compressed({1.0, 0x1p-24, -0x1p-80})) == 1.0F);
    CHECK(round_to_float(compressed({1.0, 0x1p-24, 0x1p-80})) == 1.0F + 0x1p-23F);
}
