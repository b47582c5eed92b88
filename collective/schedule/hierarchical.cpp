#include <algorithm>
#include <cstdint>
#include <iterator>

#include "collective/schedule/schedule.hpp"

// Each node cuts the slices among its own ranks, its *keepers*, into contiguous ranges. Partials go to the
// keeper inside the node, then from the keepers of a slice to its owner; the finished slice returns the same
// way. A slice is owned by the rank at its place in the topology's spread order, so that every rank owns one
// and a keeper's range can hold what it owns and an even share of what other nodes own.

namespace collective {
namespace {

int size_of(const Topology& topology, int node) { return static_cast<int>(topology.members(node).size()); }

/// The first slice of the node's keeper number `local`: an even share, bent where needed so that each keeper
/// keeps the slice that it owns.
int boundary(const Topology& topology, int node, int local) {
    if (local == 0) return 0;
    if (local == size_of(topology, node)) return topology.ranks();
    const auto keeper = topology.members(node).begin() + local;
    const auto even = static_cast<int>(std::int64_t{local} * topology.ranks() / size_of(topology, node));
    return std::clamp(even, topology.place_of(keeper[-1]) + 1, topology.place_of(keeper[0]));
}

SliceRange kept(const Topology& topology, int rank) {
    const int node = topology.node_of(rank), local = topology.local_index(rank);
    return {boundary(topology, node, local), boundary(topology, node, local + 1)};
}

int keeper(const Topology& topology, int node, int slice) {
    const auto& members = topology.members(node);
    const auto starts_at_or_before = [&](int rank) { return kept(topology, rank).first <= slice; };
    return *std::prev(std::partition_point(members.begin(), members.end(), starts_at_or_before));
}

bool inside_nodes(const Topology& topology) { return topology.nodes() < topology.ranks(); }
bool across_nodes(const Topology& topology) { return topology.nodes() > 1; }

int rounds(const Topology& topology) { return 2 * (inside_nodes(topology) + across_nodes(topology)); }

void transfers(const Topology& topology, int rank, int round, const Sink& sink) {
    const int last = rounds(topology) - 1;
    const bool returning = round > last / 2;
    const auto send = [&](int source, int target, SliceRange slices, int contributors) {
        if (returning)
            sink({round, target, source, slices, Action::copy, topology.ranks()});
        else
            sink({round, source, target, slices, Action::reduce, contributors});
    };

    const int way = returning ? last - round : round;  // copies go back the way the partials came
    const int node = topology.node_of(rank);
    if (way == 0 && inside_nodes(topology)) {
        for (const int other : topology.members(node)) {
            if (other == rank) continue;
            send(rank, other, kept(topology, other), 1);
            send(other, rank, kept(topology, rank), 1);
        }
        return;
    }
    const SliceRange range = kept(topology, rank);
    for (int slice = range.first; slice < range.last; ++slice)
        if (const int owner = topology.at_place(slice); owner != rank)
            send(rank, owner, {slice, slice + 1}, size_of(topology, node));
    const int own = topology.place_of(rank);
    for (int other = 0; other < topology.nodes(); ++other)
        if (other != node) send(keeper(topology, other, own), rank, {own, own + 1}, size_of(topology, other));
}

}  // namespace

extern const Schedule hierarchical_schedule{
    .name = "hierarchical",
    .summary = "split inside each node, then across nodes between the keepers of a slice, and back",
    .good_when = "several nodes, also unequal ones",
    .keeps_order = false,
    .slices = [](const Topology& topology) { return topology.ranks(); },
    .rounds = rounds,
    .owner = [](const Topology& topology, int slice) { return topology.at_place(slice); },
    .transfers = transfers,
};

}  // namespace collective
