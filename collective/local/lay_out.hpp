#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"

namespace collective {

// A *stream* hands out pairs, in the same order each time: `for_each_pair` to a `sink(coordinate, partial)`,
// `for_each_coordinate` to a `sink(coordinate)`.

/// A list of pairs as a stream.
template <class P, class K>
struct ListStream {
    std::span<const Entry<P, K>> pairs;

    template <class Sink>
    void for_each_pair(const Sink& sink) const {
        for (const auto& pair : pairs) sink(pair.coordinate, pair.value);
    }
    template <class Sink>
    void for_each_coordinate(const Sink& sink) const {
        for (const auto& pair : pairs) sink(pair.coordinate);
    }
};

/// The lowest and the highest coordinate of a stream, as `ordered` numbers; lowest above highest where it is
/// empty.
template <GridCoordinate K, class Stream>
std::pair<std::uint64_t, std::uint64_t> range_of(const Stream& stream) {
    std::uint64_t lowest = ~std::uint64_t{0};
    std::uint64_t highest = 0;
    stream.for_each_coordinate([&](const K& coordinate) {
        lowest = std::min(lowest, ordered<K>(coordinate));
        highest = std::max(highest, ordered<K>(coordinate));
    });
    return {lowest, highest};
}

/// Lays a stream out by the grid's buckets, in one pass to count and one to move; pairs of one bucket keep
/// their order. `out` has room for them all. Returns how many pairs each bucket has.
template <class P, GridCoordinate K, class Stream>
std::vector<std::uint32_t> lay_out(const Grid<K>& grid, const Stream& stream, std::span<Entry<P, K>> out) {
    std::vector<std::uint32_t> counts(grid.buckets());
    stream.for_each_coordinate([&](const K& coordinate) { ++counts[grid.bucket_of(coordinate)]; });
    std::vector<std::uint32_t> next(counts.size());
    std::exclusive_scan(counts.begin(), counts.end(), next.begin(), std::uint32_t{0});
    stream.for_each_pair([&](const K& coordinate, const P& partial) {
        out[next[grid.bucket_of(coordinate)]++] = {coordinate, partial};
    });
    return counts;
}

}  // namespace collective
