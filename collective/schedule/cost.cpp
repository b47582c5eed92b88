#include "collective/schedule/cost.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace collective {
namespace {

constexpr int most_ranks_priced = 4;

/// All ranks, or some that differ in what they do: the ends, a neighbour, the middle.
std::vector<int> ranks_to_price(int p) {
    std::vector<int> ranks;
    if (p <= most_ranks_priced) {
        for (int rank = 0; rank < p; ++rank) ranks.push_back(rank);
        return ranks;
    }
    return {0, 1, p / 2, p - 1};
}

/// What one rank does in one round.
double round_seconds(const Schedule& schedule, const Topology& topology, const Costs& costs,
                     const Expected& expected, int rank, int round) {
    double sent = 0, received = 0, pairs = 0;
    std::set<SliceRange> reduced;
    schedule.transfers(topology, rank, round, [&](const Transfer& transfer) {
        const bool is_near = topology.node_of(transfer.source) == topology.node_of(transfer.target);
        const LinkCost& link = is_near ? costs.near : costs.far;
        // A node's ranks share its link, and all do alike.
        const auto sharing = is_near ? 1 : topology.members(topology.node_of(rank)).size();
        const auto [carried, bytes] = expected_volume(schedule, topology, expected, transfer);
        const double seconds = link.message + bytes * static_cast<double>(sharing) * link.byte;
        if (transfer.source == rank) {
            sent += seconds;
            return;
        }
        received += seconds;
        if (transfer.action == Action::copy) return;
        pairs += carried;
        if (reduced.insert(transfer.slices).second) pairs += carried;  // its own, combined with what arrives
    });
    const double numbers_behind_first = std::max(0.0, expected.pair_bytes - Expected{}.pair_bytes);
    return std::max(sent, received) + pairs * (costs.pair + numbers_behind_first * costs.pair_byte);
}

}  // namespace

Costs Costs::stated(bool shares_memory) {
    // By shared windows a rank reads what it combines where it lies; only what it copies costs.
    return {shares_memory ? LinkCost{1e-6, 0.1e-9} : LinkCost{1.5e-6, 0.5e-9},
            {30e-6, 8.5e-9},
            shares_memory ? 7e-9 : 15e-9};
}

double Expected::coordinates_of(int ranks, int of) const {
    const double drawn = pairs * ranks / of;
    if (coordinates <= 0 || drawn <= 0) return 0;
    return -coordinates * std::expm1(-drawn / coordinates);
}

ExpectedVolume expected_volume(const Schedule& schedule, const Topology& topology, const Expected& expected,
                               const Transfer& transfer) {
    const bool is_near = topology.node_of(transfer.source) == topology.node_of(transfer.target);
    const double pairs = expected.coordinates_of(transfer.contributors, topology.ranks()) *
                         transfer.slices.size() / schedule.slices(topology);
    return {pairs, pairs * (is_near ? expected.pair_bytes : expected.wire_bytes)};
}

double predicted_seconds(const Schedule& schedule, const Topology& topology, const Costs& costs,
                         const Expected& expected) {
    double seconds = 0;
    const std::vector<int> ranks = ranks_to_price(topology.ranks());
    for (int round = 0; round < schedule.rounds(topology); ++round) {
        double slowest = 0;
        for (const int rank : ranks) {
            slowest = std::max(slowest, round_seconds(schedule, topology, costs, expected, rank, round));
        }
        seconds += slowest;
    }
    return seconds;
}

std::vector<Prediction> predictions(const Topology& topology, const Costs& costs, const Expected& expected,
                                    bool needs_order) {
    std::vector<Prediction> all;
    for (const Schedule& schedule : schedules()) {
        if (!serves(schedule, !needs_order)) continue;
        all.push_back({&schedule, predicted_seconds(schedule, topology, costs, expected)});
    }
    std::stable_partition(all.begin(), all.end(),
                          [](const auto& one) { return one.schedule->name == "split"; });
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    return all;
}

const Schedule* Chooser::cheapest(const Topology& topology, const Costs& costs, const Expected& expected,
                                  bool needs_order) {
    const Question question{std::ilogb(expected.pairs + 1), std::ilogb(expected.coordinates + 1),
                            std::ilogb(expected.pair_bytes), needs_order};
    if (answer_ != nullptr && question == last_) return answer_;
    const Expected rounded{std::ldexp(1.0, question.pairs), std::ldexp(1.0, question.coordinates),
                           expected.pair_bytes, expected.wire_bytes};
    answer_ = predictions(topology, costs, rounded, needs_order).front().schedule;
    last_ = question;
    return answer_;
}

}  // namespace collective
