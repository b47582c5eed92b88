#include "collective/schedule/choose.hpp"

#include <doctest/doctest.h>

namespace collective {

TEST_CASE("auto gathers few pairs, doubles among many ranks, and splits many pairs") {
    const auto flat = Topology::flat(8), nodes = Topology::of_sizes({4, 3, 1});
    const auto singles = Topology::of_sizes({1, 1, 1, 1});
    constexpr std::int64_t few = 100, many = 10'000'000;
    for (const bool needs_order : {false, true}) {
        CHECK(choose(flat, 0, needs_order).name == "gather");
        CHECK(choose(flat, few, needs_order).name == "gather");
        CHECK(choose(nodes, few, needs_order).name == "gather");
        CHECK(choose(Topology::flat(64), few, needs_order).name == "gather");
        CHECK(choose(Topology::flat(65), few, needs_order).name == "recursive-doubling");
        CHECK(choose(flat, many, needs_order).name == "split");
        CHECK(choose(singles, many, needs_order).name == "split");
    }
    CHECK(choose(nodes, many, false).name == "hierarchical");
    CHECK(choose(nodes, many, true).name == "split");
    CHECK(choose(Topology::flat(1), many, true).keeps_order);
}

}  // namespace collective
