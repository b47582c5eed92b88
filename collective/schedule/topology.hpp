#pragma once

#include <vector>

namespace collective {

/// How many ranks there are, and which of them share a node.
///
/// **Throws** from each maker: InputError without a rank, or with a node that has none.
/// **Cost** of making one: p log p for p ranks, once; everything asked afterwards is a look-up.
class Topology {
  public:
    /// All ranks on one node.
    static Topology flat(int ranks);

    /// Node sizes in rank order: `{3, 1}` puts ranks 0, 1, 2 on one node and rank 3 on another.
    static Topology of_sizes(const std::vector<int>& sizes);

    /// The node of each rank, numbered 0, 1, ... in any order (ranks of a node need not be neighbours).
    static Topology of_nodes(std::vector<int> node_of_rank);

    int ranks() const { return static_cast<int>(node_of_.size()); }
    int nodes() const { return static_cast<int>(members_.size()); }
    int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }

    /// The ranks of a node, ascending.
    const std::vector<int>& members(int node) const { return members_[static_cast<std::size_t>(node)]; }

    /// A rank's place in its node: `members(node_of(rank))[local_index(rank)] == rank`.
    int local_index(int rank) const { return local_[static_cast<std::size_t>(rank)]; }

    /// A permutation of the ranks that spreads each node's ranks evenly over all places, in their order
    /// inside the node: sorted by (local_index + 1/2) / size of the node, ties by node. Equal nodes take
    /// turns; on one node every rank is at its own place.
    int at_place(int place) const { return at_place_[static_cast<std::size_t>(place)]; }

    /// The inverse: `at_place(place_of(rank)) == rank`.
    int place_of(int rank) const { return place_of_[static_cast<std::size_t>(rank)]; }

    friend bool operator==(const Topology&, const Topology&) = default;

  private:
    explicit Topology(std::vector<int> node_of_rank);

    std::vector<int> node_of_, local_, at_place_, place_of_;
    std::vector<std::vector<int>> members_;
};

}  // namespace collective
