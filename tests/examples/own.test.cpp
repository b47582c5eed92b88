// What the README shows as a user's own strategy and operator.

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "collective/plan/in_memory.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {
namespace {

struct Hashed {
    using Operator = Sum;
    using Claim = Sum;

    static constexpr std::string_view name = "hashed";
    static constexpr std::string_view meaning = "adds the values whose coordinates end in the same 3 digits";
    static constexpr std::string_view flaw = "other coordinates that end so are mixed in";

    template <class K>
    static K identity(const K& coordinate, Origin) {
        return coordinate % 1000;
    }
};

struct Max {
    static constexpr std::string_view name = "max";
    static constexpr bool commutative = true;

    template <class V>
    V lift(const V& value, Origin) const {
        return value;
    }

    template <class V>
    std::size_t combine(std::span<V> same) const {
        same[0] = *std::max_element(same.begin(), same.end());
        return 1;
    }

    template <class V>
    V finish(std::span<const V> same) const {
        return same[0];
    }
};

using Pairs = std::vector<Entry<int>>;

template <class What>
Result<int> merge(const Pairs& first, const Pairs& second) {
    InMemory<What, int> call(2);
    const Lists<int> inputs[] = {{first}, {second}};
    call(inputs);
    const auto merged = call.result(1);
    return {{merged.begin(), merged.end()}, call.verdicts(), call.account()};
}

TEST_CASE("a user's own strategy is carried and checked like the others") {
    const auto collide = merge<Hashed>({{1, 1}, {7, 2}}, {{1001, 10}});
    CHECK(collide.pairs == Pairs{{1, 11}, {7, 2}});
    CHECK_FALSE(collide.passed());

    const auto apart = merge<Hashed>({{1, 1}, {7, 2}}, {{1, 10}});
    CHECK(apart.pairs == Pairs{{1, 11}, {7, 2}});
    CHECK(apart.passed());
}

TEST_CASE("a user's own operator") {
    const auto largest = merge<Max>({{4, -1}, {2, 5}, {2, 6}}, {{2, 3}, {4, -7}});
    CHECK(largest.pairs == Pairs{{2, 6}, {4, -1}});
    CHECK(largest.passed());
}

}  // namespace
}  // namespace collective
