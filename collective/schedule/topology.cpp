#include "collective/schedule/topology.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "collective/error.hpp"

namespace collective {

Topology Topology::flat(int ranks) { return of_sizes({ranks}); }

Topology Topology::of_sizes(const std::vector<int>& sizes) {
    std::vector<int> node_of_rank;
    int node = 0;
    for (const int size : sizes) {
        if (size < 1) throw InputError("each node of a topology needs at least one rank");
        node_of_rank.insert(node_of_rank.end(), static_cast<std::size_t>(size), node++);
    }
    return Topology(std::move(node_of_rank));
}

Topology Topology::of_nodes(std::vector<int> node_of_rank) { return Topology(std::move(node_of_rank)); }

Topology::Topology(std::vector<int> node_of_rank)
    : node_of_(std::move(node_of_rank)),
      local_(node_of_.size()),
      at_place_(node_of_.size()),
      place_of_(node_of_.size()) {
    if (node_of_.empty()) throw InputError("a topology needs at least one rank");
    for (int rank = 0; rank < ranks(); ++rank) {
        // No node's number can reach the number of ranks unless another node is empty.
        if (node_of(rank) < 0 || node_of(rank) >= ranks())
            throw InputError("the nodes of a topology must be numbered 0, 1, ... without gaps");
        const auto node = static_cast<std::size_t>(node_of(rank));
        if (node >= members_.size()) members_.resize(node + 1);
        local_[static_cast<std::size_t>(rank)] = static_cast<int>(members_[node].size());
        members_[node].push_back(rank);
    }
    if (std::any_of(members_.begin(), members_.end(),
                    [](const auto& ranks_here) { return ranks_here.empty(); }))
        throw InputError("the nodes of a topology must be numbered 0, 1, ... without gaps");

    std::iota(at_place_.begin(), at_place_.end(), 0);
    const auto size_at = [&](int rank) { return static_cast<std::int64_t>(members(node_of(rank)).size()); };
    std::sort(at_place_.begin(), at_place_.end(), [&](int a, int b) {
        // (2 local + 1) / size, compared without division.
        const std::int64_t left = (2 * std::int64_t{local_index(a)} + 1) * size_at(b);
        const std::int64_t right = (2 * std::int64_t{local_index(b)} + 1) * size_at(a);
        return left != right ? left < right : node_of(a) < node_of(b);
    });
    for (int place = 0; place < ranks(); ++place)
        place_of_[static_cast<std::size_t>(at_place(place))] = place;
}

}  // namespace collective
