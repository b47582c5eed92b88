#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "collective/schedule/schedule.hpp"
#include "tests/schedule/simulation.hpp"
#include "tests/schedule/topologies.hpp"

namespace collective {

using testing::Simulation;

static const Schedule& named(std::string_view name) {
    const Schedule* found = find_schedule(name);
    REQUIRE(found != nullptr);
    return *found;
}

TEST_CASE("schedules are found by name") {
    for (const auto name : {"gather", "recursive-doubling", "ring", "split", "hierarchical"})
        CHECK(named(name).name == name);
    CHECK(schedules().size() == 5);
    CHECK(find_schedule("rnig") == nullptr);
    CHECK(find_schedule("auto") == nullptr);
    CHECK(find_schedule("") == nullptr);
}

TEST_CASE("every schedule brings every rank's pairs to every rank once, on every topology") {
    for (const auto& topology : testing::many_topologies())
        for (const auto& schedule : schedules()) {
            std::string nodes;
            for (int rank = 0; rank < topology.ranks(); ++rank)
                nodes += " " + std::to_string(topology.node_of(rank));
            CAPTURE(schedule.name);
            CAPTURE(nodes);
            CHECK(Simulation::fault(schedule, topology) == "");
        }
}

TEST_CASE("one rank has nothing to send") {
    for (const auto& schedule : schedules()) CHECK(schedule.rounds(Topology::flat(1)) == 0);
}

TEST_CASE("gather, split and recursive doubling keep the order of ranks") {
    std::set<std::string_view> keeping;
    for (const auto& schedule : schedules())
        if (schedule.keeps_order) keeping.insert(schedule.name);
    CHECK(keeping == std::set<std::string_view>{"gather", "recursive-doubling", "split"});
}

TEST_CASE("each rank owns one slice of split, ring and hierarchical") {
    for (const auto& topology : testing::many_topologies())
        for (const auto name : {"split", "ring", "hierarchical"}) {
            const auto& schedule = named(name);
            std::set<int> owners;
            for (int slice = 0; slice < schedule.slices(topology); ++slice)
                owners.insert(schedule.owner(topology, slice));
            CHECK(schedule.slices(topology) == topology.ranks());
            CHECK(static_cast<int>(owners.size()) == topology.ranks());
        }
}

TEST_CASE("recursive doubling takes log2 rounds, two more when p is no power of two") {
    const auto& schedule = named("recursive-doubling");
    for (int p = 1; p <= 130; ++p) {
        int doublings = 0;
        while (2 << doublings <= p) ++doublings;
        CHECK(schedule.rounds(Topology::flat(p)) == doublings + (1 << doublings == p ? 0 : 2));
    }
}

TEST_CASE("hierarchical drops the rounds that its nodes have no use for") {
    const auto& schedule = named("hierarchical");
    CHECK(schedule.rounds(Topology::flat(4)) == 2);
    CHECK(schedule.rounds(Topology::of_sizes({1, 1, 1})) == 2);
    CHECK(schedule.rounds(Topology::of_sizes({2, 1, 1})) == 4);
}

static std::vector<Transfer> round_of(const Schedule& schedule, const Topology& topology, int rank,
                                      int round) {
    std::vector<Transfer> all;
    schedule.transfers(topology, rank, round, [&](const Transfer& transfer) { all.push_back(transfer); });
    std::sort(all.begin(), all.end(), [](const Transfer& a, const Transfer& b) {
        return std::tie(a.source, a.target) < std::tie(b.source, b.target);
    });
    return all;
}

TEST_CASE("on one node hierarchical is split, as it is with a rank a node") {
    for (const auto& topology : {Topology::flat(7), Topology::of_sizes({1, 1, 1, 1, 1, 1, 1})})
        for (int rank = 0; rank < 7; ++rank)
            for (int round = 0; round < 2; ++round)
                CHECK(round_of(named("hierarchical"), topology, rank, round) ==
                      round_of(named("split"), topology, rank, round));
}

TEST_CASE("with equal nodes hierarchical crosses nodes between equal local ranks") {
    const auto topology = Topology::of_sizes({3, 3, 3, 3});
    for (int rank = 0; rank < 12; ++rank)
        for (const int round : {1, 2}) {
            const auto transfers = round_of(named("hierarchical"), topology, rank, round);
            CHECK(transfers.size() == 6);
            for (const auto& transfer : transfers) {
                CHECK(topology.local_index(transfer.source) == topology.local_index(transfer.target));
                CHECK(topology.node_of(transfer.source) != topology.node_of(transfer.target));
            }
        }
}

// Broken on purpose: the simulation must see it, or the tests above prove nothing.
TEST_CASE("the simulation finds what is wrong with a schedule") {
    const auto topology = Topology::flat(5);
    Schedule broken = named("ring");
    broken.rounds = [](const Topology& t) { return 2 * t.ranks() - 3; };
    CHECK(Simulation::fault(broken, topology) != "");

    broken = named("ring");
    broken.keeps_order = true;
    CHECK(Simulation::fault(broken, topology) != "");

    broken = named("ring");
    broken.owner = [](const Topology& t, int slice) { return (slice + 1) % t.ranks(); };
    CHECK(Simulation::fault(broken, topology) != "");

    broken = named("split");
    broken.transfers = [](const Topology& t, int rank, int round, const Sink& sink) {
        named("split").transfers(t, rank, round, [&](Transfer transfer) {
            transfer.contributors = 1;
            sink(transfer);
        });
    };
    CHECK(Simulation::fault(broken, topology) != "");

    broken = named("split");
    broken.transfers = [](const Topology& t, int rank, int round, const Sink& sink) {
        named("split").transfers(t, rank, round, [&](const Transfer& transfer) {
            if (rank != 3 || transfer.source != 2) sink(transfer);
        });
    };
    CHECK(Simulation::fault(broken, topology) != "");

    broken = named("gather");
    broken.rounds = [](const Topology&) { return 2; };
    broken.transfers = [](const Topology& t, int rank, int round, const Sink& sink) {
        named("gather").transfers(t, rank, 0, [&](Transfer transfer) {
            transfer.round = round;
            sink(transfer);
        });
    };
    CHECK(Simulation::fault(broken, topology) != "");
}

}  // namespace collective
