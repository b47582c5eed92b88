#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"

namespace collective {

/// Lays a rank's pairs out by bucket, in one pass to count and one to move; pairs of one bucket keep their
/// order. `identity(coordinate, origin)` says what a pair counts for, `lift(value, origin)` what it is worth;
/// `out` has room for all pairs. Returns how many pairs each bucket has.
template <class P, class V, GridCoordinate K, class Identity, class Lift>
std::vector<std::uint32_t> partition(const Lists<V, K>& lists, std::int64_t first_worker, const Grid<K>& grid,
                                     const Identity& identity, const Lift& lift, std::span<Entry<P, K>> out) {
    const auto each = [&](const auto& visit) {
        Origin origin{first_worker, 0};
        for (const auto& list : lists) {
            origin.index = 0;
            for (const auto& entry : list) {
                visit(entry, origin);
                ++origin.index;
            }
            ++origin.worker;
        }
    };
    std::vector<std::uint32_t> counts(grid.buckets());
    each([&](const auto& entry, Origin origin) {
        ++counts[grid.bucket_of(identity(entry.coordinate, origin))];
    });
    std::vector<std::uint32_t> next(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), next.begin(), std::uint32_t{0});
    each([&](const auto& entry, Origin origin) {
        const K coordinate = identity(entry.coordinate, origin);
        out[next[grid.bucket_of(coordinate)]++] = {coordinate, lift(entry.value, origin)};
    });
    return counts;
}

}  // namespace collective
