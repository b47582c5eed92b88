#include "collective/schedule/schedule.hpp"

namespace collective {
namespace {

void transfers(const Topology& topology, int rank, int round, const Sink& sink) {
    const int p = topology.ranks();
    const SliceRange mine{rank, rank + 1};
    // Each rank begins with its successor, so that no rank is everybody's first target.
    for (int step = 1; step < p; ++step) {
        const int to = (rank + step) % p, from = (rank - step + p) % p;
        if (round == 0) {
            sink({round, rank, to, {to, to + 1}, Action::reduce, 1});
            sink({round, from, rank, mine, Action::reduce, 1});
        } else {
            sink({round, rank, to, mine, Action::copy, p});
            sink({round, from, rank, {from, from + 1}, Action::copy, p});
        }
    }
}

}  // namespace

extern const Schedule split_schedule{
    .name = "split",
    .summary = "each slice goes to its owner, who reduces it and copies the result to everyone",
    .good_when = "many pairs",
    .keeps_order = true,
    .slices = [](const Topology& topology) { return topology.ranks(); },
    .rounds = [](const Topology& topology) { return topology.ranks() > 1 ? 2 : 0; },
    .owner = [](const Topology&, int slice) { return slice; },
    .transfers = transfers,
};

}  // namespace collective
