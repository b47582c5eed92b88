#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "collective/schedule/topology.hpp"

namespace collective::testing {

/// Every way to put `ranks` ranks, in order, on one or more nodes.
inline std::vector<Topology> compositions(int ranks) {
    std::vector<Topology> all;
    for (unsigned cuts = 0; cuts < 1u << (ranks - 1); ++cuts) {  // bit r: a new node begins behind rank r
        std::vector<int> node_of_rank{0};
        for (int rank = 1; rank < ranks; ++rank)
            node_of_rank.push_back(node_of_rank.back() + static_cast<int>(cuts >> (rank - 1) & 1u));
        all.push_back(Topology::of_nodes(node_of_rank));
    }
    return all;
}

/// Nodes of any sizes, with the ranks of a node anywhere.
inline Topology scattered(int ranks, std::mt19937& random) {
    const int nodes = std::uniform_int_distribution(1, ranks)(random);
    std::vector<int> node_of_rank(static_cast<std::size_t>(ranks));
    std::iota(node_of_rank.begin(), node_of_rank.end(), 0);
    // Squaring prefers low nodes, so that sizes differ much.
    for (int& node : node_of_rank)
        if (node >= nodes) {
            const double where = std::uniform_real_distribution(0.0, 1.0)(random);
            node = static_cast<int>(where * where * nodes);
        }
    std::shuffle(node_of_rank.begin(), node_of_rank.end(), random);
    return Topology::of_nodes(node_of_rank);
}

/// What the tests of schedules run over: 1-17, 32 and 33 ranks on one node, all compositions of up to 6,
/// nodes taking turns, and scattered ranks.
inline std::vector<Topology> many_topologies() {
    std::vector<Topology> all;
    std::mt19937 random(20240607);
    std::vector<int> sizes(17);
    std::iota(sizes.begin(), sizes.end(), 1);
    sizes.insert(sizes.end(), {32, 33});
    for (const int ranks : sizes) {
        all.push_back(Topology::flat(ranks));
        for (int trial = 0; trial < 8; ++trial) all.push_back(scattered(ranks, random));
        for (int nodes = 2; nodes <= std::min(ranks, 5); ++nodes) {
            std::vector<int> turns;
            for (int rank = 0; rank < ranks; ++rank) turns.push_back(rank % nodes);
            all.push_back(Topology::of_nodes(turns));
        }
    }
    for (int ranks = 1; ranks <= 6; ++ranks)
        for (auto& topology : compositions(ranks)) all.push_back(std::move(topology));
    return all;
}

}  // namespace collective::testing
