#include "collective/check/sketch.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "tests/check/exact.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr std::uint64_t largest_h = (std::uint64_t{1} << 61) - 1;

}  // namespace

namespace user {

/// A number that only its owner knows how to read: thirds.
struct Thirds {
    std::int64_t count;
};

// A third has residues too: the inverse of 3.
void add_to_sketch(Sketch& sketch, std::uint64_t h, const Thirds& value) {
    sketch.add(h, Residues(static_cast<std::uint64_t>(value.count)) *
                      Residues(Mersenne<61>(1537228672809129301U), Mersenne<31>(1431655765U)));
}

}  // namespace user

static_assert(Sketchable<double> && Sketchable<float> && Sketchable<std::int8_t> && Sketchable<Int128>);
static_assert(Sketchable<user::Thirds> && Sketchable<Residues>);
static_assert(!Sketchable<std::vector<int>> && !Sketchable<const char*> && !Sketchable<long double>);

TEST_CASE("residues: arithmetic and scaling") {
    std::mt19937_64 random(1);
    for (int trial = 0; trial < 1000; ++trial) {
        const std::uint64_t a = random(), b = random();
        CHECK(Residues(a) + Residues(b) == residues(Big(a) + b));
        CHECK(Residues(a) - Residues(b) == residues(Big(a) - b));
        CHECK(Residues(a) * Residues(b) == residues(Big(a) * b));
        const int exponent = static_cast<int>(random() % 3000);
        CHECK(Residues(a).scaled(exponent) == residues(Big(a) << exponent));
        CHECK(Residues(a).scaled(exponent).scaled(-exponent) == Residues(a));
    }
    CHECK(Residues(Mersenne<61>::modulus).mod61 == Mersenne<61>(0));
}

TEST_CASE("sketch: integers of every width") {
    std::mt19937_64 random(2);
    Sketch sketch;
    Big sum = 0;
    const auto add = [&](auto value, const Big& exactly) {
        const std::uint64_t h = random() % 4 == 0 ? largest_h : random() >> 3;
        sketch.add(h, value);
        sum += exactly * h;
    };
    for (int trial = 0; trial < 1000; ++trial) {
        const auto bits = static_cast<std::int64_t>(random());
        add(bits, bits);
        add(static_cast<std::uint64_t>(bits), static_cast<std::uint64_t>(bits));
        add(static_cast<std::int8_t>(bits), static_cast<std::int8_t>(bits));
        add(static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits));
        const Int128 wide = static_cast<Int128>((UInt128{random()} << 64) | random());
        add(wide, Big(wide));
        add(static_cast<UInt128>(wide), Big(static_cast<UInt128>(wide)));
        add(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::min());
        add(std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max());
        CHECK(sketch.total() == residues(sum));
    }
}

TEST_CASE("sketch: doubles of every binade, in any order") {
    std::mt19937_64 random(3);
    std::vector<std::pair<std::uint64_t, double>> terms;
    Big sum = 0;
    for (int trial = 0; trial < 30000; ++trial) {
        double value = std::bit_cast<double>(random());
        if (trial % 50 == 0)
            value = std::numeric_limits<double>::denorm_min() * static_cast<double>(random() % 100);
        if (trial % 50 == 1) value = random() % 2 ? std::numeric_limits<double>::max() : -0.0;
        if (!std::isfinite(value)) continue;
        terms.push_back({random() >> 3, value});
        sum += units(value) * terms.back().first;
    }
    Sketch sketch;
    for (const auto& [h, value] : terms) sketch.add(h, value);
    CHECK(sketch.total().scaled(1074) == residues(sum));
    CHECK_FALSE(sketch.saw_non_finite());

    std::shuffle(terms.begin(), terms.end(), random);
    Sketch again;
    for (const auto& [h, value] : terms) again.add(h, value);
    CHECK(again.total() == sketch.total());

    sketch = Sketch();
    CHECK(sketch.total() == Residues());
    sketch.add(5, 1.5F);
    CHECK(sketch.total().scaled(1) == Residues(15));
}

TEST_CASE("sketch: a bin never overflows") {
    Sketch sketch;
    const double widest = std::nextafter(2.0, 1.0);
    const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const int times = 200'000;
    for (int i = 0; i < times; ++i) {
        sketch.add(largest_h, widest);
        sketch.add(largest_h, lowest);
    }
    const Big sum = (units(widest) + (Big(lowest) << 1074)) * largest_h * times;
    CHECK(sketch.total().scaled(1074) == residues(sum));
}

TEST_CASE("sketch: values that aren't finite show, also when their signs cancel") {
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        Sketch sketch;
        sketch.add(7, 1.0);
        sketch.add(3, value);
        sketch.add(3, -value);
        CHECK(sketch.saw_non_finite());
        CHECK(sketch.total() == Residues(7));
        sketch = Sketch();
        CHECK_FALSE(sketch.saw_non_finite());
    }
}

TEST_CASE("sketch: a user's own value") {
    Sketch sketch;
    add_value(sketch, 12, user::Thirds{5});
    CHECK(sketch.total() == Residues(20));
}
