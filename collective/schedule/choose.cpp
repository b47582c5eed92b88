#include "collective/schedule/choose.hpp"

namespace collective {

// gather costs a rank p - 1 messages with all of a rank's pairs; split twice as many with a p-th of them. So
// gather wins while the pairs of one rank cost less than a message: about 1 us against 4 ns to carry and
// merge a pair. Among many ranks recursive doubling sends few messages, each of more pairs.
constexpr std::int64_t few_pairs_a_rank = 256;
constexpr int few_ranks = 64;

const Schedule& choose(const Topology& topology, std::int64_t total_pairs, bool needs_order) {
    if (total_pairs <= few_pairs_a_rank * topology.ranks()) {
        return *find_schedule(topology.ranks() <= few_ranks ? "gather" : "recursive-doubling");
    }
    const bool nodes_matter = topology.nodes() > 1 && topology.nodes() < topology.ranks();
    return *find_schedule(nodes_matter && !needs_order ? "hierarchical" : "split");
}

}  // namespace collective
