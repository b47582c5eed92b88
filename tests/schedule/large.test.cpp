// A rank of 100,000 asks for its own part alone; closed forms say how much that is.

#include <doctest/doctest.h>

#include <cstdint>

#include "collective/schedule/schedule.hpp"

namespace collective {
namespace {

constexpr int p = 100'000, rank = 7;

struct Part {
    std::int64_t sent = 0, received = 0, slices_sent = 0, slices_received = 0;
    friend bool operator==(const Part&, const Part&) = default;
};

Part part(const char* name, const Topology& topology) {
    const Schedule* schedule = find_schedule(name);
    REQUIRE(schedule != nullptr);
    Part sum;
    for (int round = 0; round < schedule->rounds(topology); ++round)
        schedule->transfers(topology, rank, round, [&](const Transfer& transfer) {
            ++(transfer.source == rank ? sum.sent : sum.received);
            (transfer.source == rank ? sum.slices_sent : sum.slices_received) += transfer.slices.size();
        });
    return sum;
}

TEST_CASE("rank 7 of 100,000 has the transfers that closed forms say") {
    const auto flat = Topology::flat(p);
    constexpr std::int64_t others = p - 1;
    CHECK(part("gather", flat) == Part{others, others, others * p, others * p});
    CHECK(part("split", flat) == Part{2 * others, 2 * others, 2 * others, 2 * others});
    CHECK(part("hierarchical", flat) == Part{2 * others, 2 * others, 2 * others, 2 * others});
    CHECK(part("ring", flat) == Part{2 * others, 2 * others, 2 * others, 2 * others});
    // 2^16 <= p < 2^17, and 7 is odd: folded into rank 6, told by it.
    CHECK(part("recursive-doubling", flat) == Part{1, 1, p, p});
}

TEST_CASE("rank 7 of 100,000 on 1,000 equal nodes talks to its node and to its equals") {
    std::vector<int> turns(p);
    for (int each = 0; each < p; ++each) turns[static_cast<std::size_t>(each)] = each % 1000;
    for (const auto& topology :
         {Topology::of_sizes(std::vector<int>(1000, 100)), Topology::of_nodes(turns)}) {
        // Each keeper keeps 1,000 slices, one of each node: 99 ranges out and in inside, 999 slices across,
        // and back.
        constexpr std::int64_t transfers = 2 * (99 + 999), slices = 2 * 99 * 1000 + 2 * 999;
        CHECK(part("hierarchical", topology) == Part{transfers, transfers, slices, slices});
    }
}

}  // namespace
}  // namespace collective
