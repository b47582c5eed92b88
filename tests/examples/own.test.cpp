// What the README shows as a user's own strategy.

#include <doctest/doctest.h>

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

}  // namespace
}  // namespace collective
