#include "collective/schedule/schedule.hpp"

namespace collective {
namespace {

/// What `source` sends to its successor. A slice starts at the rank behind its owner and collects a rank's
/// pairs a step, reaching the owner last; then it goes round once more, finished.
Transfer step(int p, int source, int round) {
    const bool reduce = round < p - 1;
    const int lag = reduce ? round + 1 : round - (p - 1);  // at most p - 1
    const int slice = (source - lag + p) % p;
    return {round,
            source,
            (source + 1) % p,
            {slice, slice + 1},
            reduce ? Action::reduce : Action::copy,
            reduce ? round + 1 : p};
}

}  // namespace

extern const Schedule ring_schedule{
    .name = "ring",
    .summary = "slices travel round a ring of ranks, once to be reduced and once to be copied",
    .good_when = "teaching, links bound by bandwidth",
    .keeps_order = false,
    .slices = [](const Topology& topology) { return topology.ranks(); },
    .rounds = [](const Topology& topology) { return 2 * (topology.ranks() - 1); },
    .owner = [](const Topology&, int slice) { return slice; },
    .transfers =
        [](const Topology& topology, int rank, int round, const Sink& sink) {
            const int p = topology.ranks();
            sink(step(p, rank, round));
            sink(step(p, (rank + p - 1) % p, round));
        },
};

}  // namespace collective
