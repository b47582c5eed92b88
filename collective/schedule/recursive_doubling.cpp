#include <algorithm>
#include <bit>

#include "collective/schedule/schedule.hpp"

namespace collective {
namespace {

/// The ranks as 2^doublings groups of one or two neighbours. The first rank of a group acts for it; a second
/// one is folded into it before the exchanges and told the result after them.
class Groups {
  public:
    explicit Groups(int p)
        : doublings(static_cast<int>(std::bit_width(static_cast<unsigned>(p))) - 1),
          pairs_(p - (1 << doublings)) {}

    bool has_pairs() const { return pairs_ > 0; }
    bool in_pair(int rank) const { return rank < 2 * pairs_; }
    bool folded(int rank) const { return in_pair(rank) && rank % 2 == 1; }
    int of(int rank) const { return in_pair(rank) ? rank / 2 : rank - pairs_; }
    int first_rank(int group) const { return group + std::min(group, pairs_); }

    /// How many ranks are combined in a group's block of 2^doubling groups.
    int block_size(int group, int doubling) const {
        const int first = group >> doubling << doubling;
        return first_rank(first + (1 << doubling)) - first_rank(first);
    }

    const int doublings;

  private:
    const int pairs_;
};

int rounds(const Topology& topology) {
    const Groups groups(topology.ranks());
    return groups.doublings + (groups.has_pairs() ? 2 : 0);
}

void transfers(const Topology& topology, int rank, int round, const Sink& sink) {
    const int p = topology.ranks();
    const SliceRange all{0, p};
    const Groups groups(p);
    const int doubling = groups.has_pairs() ? round - 1 : round;

    if (doubling < 0 || doubling == groups.doublings) {
        if (!groups.in_pair(rank)) return;
        const int even = rank - rank % 2, odd = even + 1;
        if (doubling < 0)
            sink({round, odd, even, all, Action::reduce, 1});
        else
            sink({round, even, odd, all, Action::copy, p});
    } else if (!groups.folded(rank)) {
        const int mine = groups.of(rank), theirs = mine ^ (1 << doubling),
                  partner = groups.first_rank(theirs);
        sink({round, rank, partner, all, Action::reduce, groups.block_size(mine, doubling)});
        sink({round, partner, rank, all, Action::reduce, groups.block_size(theirs, doubling)});
    }
}

}  // namespace

extern const Schedule recursive_doubling_schedule{
    .name = "recursive-doubling",
    .summary = "pairs of ever larger blocks of ranks exchange everything they have combined",
    .good_when = "few pairs, many ranks",
    .keeps_order = true,
    .slices = [](const Topology& topology) { return topology.ranks(); },
    .rounds = rounds,
    .owner = [](const Topology& topology,
                int slice) { return Groups(topology.ranks()).folded(slice) ? slice - 1 : slice; },
    .transfers = transfers,
};

}  // namespace collective
