#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "collective/schedule/picture.hpp"
#include "tests/plan/job.hpp"

using namespace collective;
using namespace collective::testing;

// What a schedule's picture predicts is what the members of a job send.

namespace {

struct Counts {
    std::int64_t transfers = 0, slices = 0, bytes = 0;
    int rounds = 0;

    friend bool operator==(const Counts&, const Counts&) = default;
};

constexpr std::int64_t entry_bytes = 16;  // an int64 and an int64, as partial and as value

Counts predicted(const Schedule& schedule, const Topology& topology, std::int64_t pairs,
                 Load::Overlap overlap) {
    const Picture all = picture(schedule, topology, std::nullopt, {pairs, entry_bytes, overlap});
    Counts counts{0, 0, 0, all.rounds};
    for (const PricedTransfer& priced : all.transfers) {
        ++counts.transfers;
        counts.slices += priced.transfer.slices.size();
        counts.bytes += priced.bytes;
    }
    return counts;
}

Counts counted(const Schedule& schedule, const std::vector<int>& nodes, int ranks, std::int64_t pairs,
               Load::Overlap overlap) {
    Workers<std::int64_t> workers(static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) {
        for (std::int64_t i = 0; i < pairs; ++i) {
            const std::int64_t coordinate = overlap == Load::Overlap::same ? i : i * ranks + rank;
            workers[static_cast<std::size_t>(rank)].push_back({coordinate, 1});
        }
    }
    Options options;
    options.schedule = schedule.name;
    options.nodes = nodes;
    const Account account = run_job<Sum>(workers, even_bounds(workers.size(), ranks), options).account;
    return {account.transfers_sent, account.slices_sent, account.bytes_sent, account.rounds};
}

const std::vector<std::vector<int>>& layouts() {
    static const std::vector<std::vector<int>> all{
        {1},       {2},    {3},    {4},          {5},    {7},    {8},       {16},      {1, 1}, {2, 1},
        {1, 2, 1}, {3, 5}, {4, 4}, {2, 2, 2, 2}, {1, 7}, {3, 1}, {1, 1, 1}, {5, 2, 1}, {8, 8}, {6, 1, 4}};
    return all;
}

template <class Compare>
void for_all(Compare compare) {
    for (const Schedule& schedule : schedules()) {
        for (const std::vector<int>& nodes : layouts()) {
            CAPTURE(schedule.name);
            CAPTURE(nodes.size());
            const Topology topology = Topology::of_sizes(nodes);
            CAPTURE(topology.ranks());
            compare(schedule, topology, nodes);
        }
    }
}

}  // namespace

// Up to 64 pairs a rank every pair is a sample, so slices are exactly even, and all figures must agree.
TEST_CASE("traffic: transfers, slices and bytes are those of the picture where slices are even") {
    for_all([](const Schedule& schedule, const Topology& topology, const std::vector<int>& nodes) {
        const int ranks = topology.ranks();
        for (const std::int64_t pairs : {ranks, 2 * ranks, 64 / ranks * ranks}) {
            for (const auto overlap : {Load::Overlap::same, Load::Overlap::disjoint}) {
                CHECK(counted(schedule, nodes, ranks, pairs, overlap) ==
                      predicted(schedule, topology, pairs, overlap));
            }
        }
    });
}

// With more pairs slices are only nearly even. Where every coordinate is on all ranks the bytes agree
// still: a slice is as long on every rank and on its way, and every slice travels equally often.
TEST_CASE("traffic: the bytes of alike lists are those of the picture however slices are cut") {
    for_all([](const Schedule& schedule, const Topology& topology, const std::vector<int>& nodes) {
        const std::int64_t pairs = 100 * topology.ranks();
        const auto overlap = Load::Overlap::same;
        CHECK(counted(schedule, nodes, topology.ranks(), pairs, overlap) ==
              predicted(schedule, topology, pairs, overlap));
    });
}

// Where every coordinate is on one rank, schedules that always send all slices together still agree in bytes,
// all others in transfers, slices and rounds.
TEST_CASE("traffic: transfers and slices are those of the picture whatever they carry") {
    for_all([](const Schedule& schedule, const Topology& topology, const std::vector<int>& nodes) {
        const std::int64_t pairs = 100 * topology.ranks();
        const auto overlap = Load::Overlap::disjoint;
        Counts actual = counted(schedule, nodes, topology.ranks(), pairs, overlap);
        Counts expected = predicted(schedule, topology, pairs, overlap);
        CHECK(static_cast<double>(actual.bytes) ==
              doctest::Approx(static_cast<double>(expected.bytes)).epsilon(0.2));
        if (schedule.name != "gather" && schedule.name != "recursive-doubling")
            actual.bytes = expected.bytes = 0;
        CHECK(actual == expected);
    });
}
