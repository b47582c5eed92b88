#include "collective/schedule/topology.hpp"

#include <doctest/doctest.h>

#include <set>

#include "collective/error.hpp"
#include "tests/schedule/topologies.hpp"

namespace collective {

TEST_CASE("topologies know nodes, members and local places") {
    const auto topology = Topology::of_nodes({1, 0, 1, 2, 1});
    CHECK(topology.ranks() == 5);
    CHECK(topology.nodes() == 3);
    CHECK(topology.members(0) == std::vector{1});
    CHECK(topology.members(1) == std::vector{0, 2, 4});
    CHECK(topology.members(2) == std::vector{3});
    CHECK(topology.node_of(3) == 2);
    CHECK(topology.local_index(4) == 2);
    CHECK(Topology::of_sizes({3, 1}) == Topology::of_nodes({0, 0, 0, 1}));
    CHECK(Topology::flat(3) == Topology::of_sizes({3}));
    CHECK_FALSE(Topology::flat(3) == Topology::of_sizes({2, 1}));
}

TEST_CASE("topologies without a rank or with an empty node are refused") {
    CHECK_THROWS_AS(Topology::flat(0), InputError);
    CHECK_THROWS_AS(Topology::flat(-1), InputError);
    CHECK_THROWS_AS(Topology::of_sizes({}), InputError);
    CHECK_THROWS_AS(Topology::of_sizes({2, 0, 1}), InputError);
    CHECK_THROWS_AS(Topology::of_nodes({}), InputError);
    CHECK_THROWS_AS(Topology::of_nodes({0, 2, 0}), InputError);
    CHECK_THROWS_AS(Topology::of_nodes({1, 1}), InputError);
    CHECK_THROWS_AS(Topology::of_nodes({0, 7}), InputError);
    CHECK_THROWS_AS(Topology::of_nodes({0, -1}), InputError);
}

static std::vector<int> places(const Topology& topology) {
    std::vector<int> ranks;
    for (int place = 0; place < topology.ranks(); ++place) ranks.push_back(topology.at_place(place));
    return ranks;
}

TEST_CASE("places spread each node's ranks evenly") {
    CHECK(places(Topology::flat(4)) == std::vector{0, 1, 2, 3});
    CHECK(places(Topology::of_sizes({1, 1, 1})) == std::vector{0, 1, 2});
    CHECK(places(Topology::of_sizes({2, 2, 2})) == std::vector{0, 2, 4, 1, 3, 5});
    // Midpoints 1/8 3/8 5/8 7/8 of the large node, 1/2 of the small one.
    CHECK(places(Topology::of_sizes({4, 1})) == std::vector{0, 1, 4, 2, 3});
    CHECK(places(Topology::of_sizes({1, 3})) == std::vector{1, 0, 2, 3});
}

TEST_CASE("places are a permutation that keeps the order inside a node") {
    for (const auto& topology : testing::many_topologies()) {
        std::set<int> ranks;
        for (int rank = 0; rank < topology.ranks(); ++rank) {
            ranks.insert(topology.at_place(rank));
            CHECK(topology.at_place(topology.place_of(rank)) == rank);
            CHECK(topology.members(
                      topology.node_of(rank))[static_cast<std::size_t>(topology.local_index(rank))] == rank);
        }
        CHECK(static_cast<int>(ranks.size()) == topology.ranks());
        for (int node = 0; node < topology.nodes(); ++node) {
            const auto& members = topology.members(node);
            for (std::size_t i = 1; i < members.size(); ++i)
                CHECK(topology.place_of(members[i - 1]) < topology.place_of(members[i]));
        }
    }
}

}  // namespace collective
