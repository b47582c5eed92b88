#include "collective/local/condense.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "collective/integer.hpp"
#include "collective/operator/sum.hpp"
#include "tests/local/join.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// Coordinates of which a few make up most, and the most negative and most positive one.
std::vector<std::int64_t> skewed(std::mt19937_64& random, std::size_t size) {
    std::vector<std::int64_t> coordinates(size);
    for (auto& coordinate : coordinates) {
        const auto draw = random();
        const auto rare = static_cast<std::int64_t>(random());
        coordinate = draw % 4 == 0   ? rare
                     : draw % 4 == 1 ? static_cast<std::int64_t>(draw / 4 % 20'000)
                                     : static_cast<std::int64_t>(draw / 4 % 7) - 3;
        if (draw % 64 == 2) coordinate = std::numeric_limits<std::int64_t>::min();
        if (draw % 64 == 3) coordinate = std::numeric_limits<std::int64_t>::max();
    }
    return coordinates;
}

template <class P>
struct Condensed {
    std::vector<Entry<P>> pairs;
    bool exact;
};

template <class Operator, class P>
Condensed<P> condense(const Operator& op, const std::vector<Entry<P>>& pairs,
                      const std::vector<std::int64_t>& samples) {
    Condenser<Operator, P, std::int64_t> condenser(op, samples);
    std::vector<Entry<P>> out(pairs.size() + 1);
    auto* end = out.data();
    for (const auto& pair : pairs) end = condenser.put(pair.coordinate, pair.value, end);
    const auto [last, exact] = condenser.finish(end);
    REQUIRE(last <= out.data() + pairs.size());
    out.resize(static_cast<std::size_t>(last - out.data()));
    return {out, exact};
}

using Part = Sum::Part<double>;

/// Multiples of 2^-60, up to 2^53: sums of them are exact in 128 bits.
Int128 fixed_point(double value) { return static_cast<Int128>(std::ldexp(value, 60)); }

std::map<std::int64_t, Int128> sums(const std::vector<Entry<Part>>& pairs) {
    std::map<std::int64_t, Int128> sums;
    for (const auto& [coordinate, part] : pairs) sums[coordinate] += fixed_point(part.value);
    return sums;
}

}  // namespace

TEST_CASE("condensing leaves less, of which every coordinate is worth what it was, in order") {
    std::mt19937_64 random(1);
    for (const std::size_t size : {0, 1, 2, 100, 5'000, 100'000}) {
        const auto coordinates = skewed(random, size);
        std::vector<Entry<std::string>> pairs;
        std::map<std::int64_t, std::string> expected;
        for (const auto coordinate : coordinates) {
            pairs.push_back({coordinate, std::string(1, static_cast<char>('a' + random() % 26))});
            expected[coordinate] += pairs.back().value;
        }
        for (const auto& samples : {coordinates, std::vector<std::int64_t>{}, skewed(random, 50)}) {
            const auto condensed = condense(Join{}, pairs, samples);
            CHECK(condensed.exact);
            std::map<std::int64_t, std::string> joined;
            for (const auto& [coordinate, text] : condensed.pairs) joined[coordinate] += text;
            CHECK(joined == expected);
            if (size == 100'000 && samples.size() == size) CHECK(condensed.pairs.size() < size / 2);
        }
    }
}

TEST_CASE("condensed floats have exactly the sums that they had") {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 20; ++trial) {
        const auto coordinates = skewed(random, 20'000);
        std::vector<Entry<Part>> pairs;
        for (const auto coordinate : coordinates) {
            const auto digits = static_cast<double>(random() >> 11) - 0x1p52;
            pairs.push_back(
                {coordinate, {std::ldexp(digits, -static_cast<int>(random() % (trial % 2 ? 4 : 60)))}});
        }
        const auto condensed = condense(Sum{}, pairs, coordinates);
        if (trial % 2) CHECK(condensed.exact);
        if (condensed.exact) CHECK(sums(condensed.pairs) == sums(pairs));
    }
}

TEST_CASE("what no cell can hold exactly is reported") {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double last : {infinity, -infinity, nan, 1e-300}) {
        const std::vector<Entry<Part>> pairs{{7, {1e300}}, {7, {1.0}}, {7, {last}}, {8, {2.0}}};
        CHECK_FALSE(condense(Sum{}, pairs, {7}).exact);
    }
    for (const double alone : {infinity, -infinity, nan}) {  // not more than were put, either
        CHECK_FALSE(condense(Sum{}, std::vector<Entry<Part>>{{7, {alone}}}, {7}).exact);
    }
    const std::vector<Entry<Part>> too_large{{7, {1.7e308}}, {7, {1.7e308}}};
    CHECK_FALSE(condense(Sum{}, too_large, {7}).exact);
    using Integer = Sum::Part<std::int64_t>;
    const auto most = std::numeric_limits<std::int64_t>::max();
    const std::vector<Entry<Integer>> overflowing{{7, {most}}, {7, {1}}};
    CHECK_FALSE(condense(Sum{}, overflowing, {7}).exact);
}
