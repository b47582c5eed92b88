#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/splitters.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/row.hpp"
#include "collective/schedule/cost.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/wire.hpp"

namespace collective {

/// How the coordinates are cut, the same on all ranks.
template <class K>
struct Cuts {
    int ranks = 1;
    int slices = 1;
    std::vector<K> splitters;
    std::optional<typename GridOf<K>::type> grid;
    std::size_t width = 1;      ///< of rows
    bool seen_by_peers = true;  ///< what a rank keeps may lie where peers look into
};

/// How wide the rows of a job are; 1 where it has none.
inline std::size_t width_of(std::span<const Opening> openings) {
    for (const Opening& opening : openings) {
        if (opening.width.worker >= 0) return static_cast<std::size_t>(opening.width.values);
    }
    return 1;
}

/// What a pair takes in memory that peers look into.
template <class P, class K>
std::size_t bytes_a_pair(std::size_t width) {
    return is_row<P> ? sizeof(K) + width * sizeof(NumberOf<P>) : sizeof(Entry<P, K>);
}

/// Cuts the coordinates into slices of about equal weight, from what all ranks know; and into buckets where
/// `gridded` and they are dense.
template <class K, bool gridded>
Cuts<K> choose_cuts(std::span<const Opening> openings, const Schedule& schedule, const Topology& topology) {
    Cuts<K> cuts;
    cuts.ranks = topology.ranks();
    cuts.slices = schedule.slices(topology);
    cuts.width = width_of(openings);
    std::vector<Samples<K>> samples;
    samples.reserve(openings.size());
    std::uint64_t lowest = ~std::uint64_t{0};
    std::uint64_t highest = 0;
    std::int64_t pairs = 0;
    for (const Opening& opening : openings) {
        std::vector<K> storage;
        const auto coordinates = decode<K>(opening.samples, storage);
        samples.push_back({{coordinates.begin(), coordinates.end()}, opening.sample_weight});
        lowest = std::min(lowest, opening.lowest);
        highest = std::max(highest, opening.highest);
        pairs += opening.pairs;
    }
    cuts.splitters = choose_splitters<K>(samples, cuts.slices);
    if constexpr (gridded) {
        if (lowest <= highest) {
            cuts.grid = Grid<K>::over(from_ordered<K>(lowest), from_ordered<K>(highest), pairs,
                                      std::span<const K>(cuts.splitters), cuts.slices);
        }
    }
    return cuts;
}

/// What the schedules' costs depend on.
template <class P, class K>
Expected expectation(std::span<const Opening> openings) {
    const auto bytes = static_cast<double>(bytes_a_pair<P, K>(width_of(openings)));
    Expected expected{0, 0, bytes, bytes};
    if constexpr (has_wire_form<P, K>) expected.wire_bytes = sizeof(P) + coded_coordinate;
    std::uint64_t lowest = ~std::uint64_t{0};
    std::uint64_t highest = 0;
    for (const Opening& opening : openings) {
        expected.pairs += static_cast<double>(opening.run);
        lowest = std::min(lowest, opening.lowest);
        highest = std::max(highest, opening.highest);
    }
    // Where nothing is known of the range, lists are taken as disjoint.
    constexpr double unknown = 1e18;
    expected.coordinates = lowest <= highest ? static_cast<double>(highest - lowest) + 1 : unknown;
    return expected;
}

}  // namespace collective
