#pragma once

#include <vector>

namespace collective {

/// How many ranks there are, and which of them share a node.
class Topology {
  public:
    /// All ranks on one node.
    static Topology flat(int ranks);

    /// Node sizes in rank order: `{3, 1}` puts ranks 0, 1, 2 on one node and rank 3 on another.
    static Topology of_sizes(const std::vector<int>& sizes);

    /// The node of each rank, numbered 0, 1, ... in any order (ranks of a node need not be neighbours).
    static Topology of_nodes(const std::vector<int>& node_of_rank);

    int ranks() const { return static_cast<int>(node_of_.size()); }
    int nodes() const { return static_cast<int>(members_.size()); }
    int node_of(int rank) const { return node_of_[static_cast<std::size_t>(rank)]; }

    /// The ranks of a node, ascending.
    const std::vector<int>& members(int node) const { return members_[static_cast<std::size_t>(node)]; }

    /// A rank's place in its node: `members(node_of(rank))[local_index(rank)] == rank`.
    int local_index(int rank) const { return local_[static_cast<std::size_t>(rank)]; }

    friend bool operator==(const Topology&, const Topology&) = default;

  private:
    explicit Topology(std::vector<int> node_of_rank);

    std::vector<int> node_of_, local_;
    std::vector<std::vector<int>> members_;
};

}  // namespace collective
