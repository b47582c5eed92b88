#include "collective/schedule/schedule.hpp"

namespace collective {
namespace {

void transfers(const Topology& topology, int rank, int round, const Sink& sink) {
    const int p = topology.ranks();
    // Each rank begins with its successor, so that no rank is everybody's first target.
    for (int step = 1; step < p; ++step) {
        sink({round, rank, (rank + step) % p, {0, p}, Action::reduce, 1});
        sink({round, (rank - step + p) % p, rank, {0, p}, Action::reduce, 1});
    }
}

}  // namespace

extern const Schedule gather_schedule{
    .name = "gather",
    .summary = "everyone sends everything to everyone and reduces all of it",
    .good_when = "very few pairs",
    .keeps_order = true,
    .slices = [](const Topology& topology) { return topology.ranks(); },
    .rounds = [](const Topology& topology) { return topology.ranks() > 1 ? 1 : 0; },
    .owner = [](const Topology&, int slice) { return slice; },
    .transfers = transfers,
};

}  // namespace collective
