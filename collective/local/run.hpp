#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/combine.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/table.hpp"

namespace collective {

/// Pairs of one slice: sorted, or laid out by the grid's buckets, raw.
template <class P, class K>
struct Run {
    std::span<const Entry<P, K>> pairs;
    std::span<const std::uint32_t> counts;  ///< how many pairs each bucket of the slice has; empty: sorted
};

/// Combines runs of one slice by merging; all must be sorted. Calls `sink(coordinate, partials)` for each
/// coordinate, ascending.
template <class Operator, class P, class K, class Sink>
void combine_by_merging(const Operator& op, std::span<const Run<P, K>> runs, Sink&& sink) {
    std::vector<std::span<const Entry<P, K>>> lists;
    for (const auto& run : runs) lists.push_back(run.pairs);
    const std::vector<Entry<P, K>> merged = merge_runs<P, K>(lists);
    for_each_group(std::span<const Entry<P, K>>(merged), op, sink);
}

/// Walks the buckets of one run, whichever way it is laid out.
template <class P, GridCoordinate K>
class BucketCursor {
  public:
    explicit BucketCursor(const Run<P, K>& run) : run_(run), rest_(run.pairs) {}

    /// The run's pairs of the next bucket.
    std::span<const Entry<P, K>> next(const Grid<K>& grid, std::size_t bucket) {
        std::size_t size = 0;
        if (!run_.counts.empty()) {
            size = run_.counts[index_++];
        } else {
            while (size < rest_.size() && grid.bucket_of(rest_[size].coordinate) == bucket) ++size;
        }
        const auto pairs = rest_.first(size);
        rest_ = rest_.subspan(size);
        return pairs;
    }

  private:
    Run<P, K> run_;
    std::span<const Entry<P, K>> rest_;
    std::size_t index_ = 0;
};

/// Combines runs of one slice, bucket by bucket, in a table: no pair is moved or compared. Calls
/// `sink(coordinate, partials)` for each coordinate, ascending.
template <class Operator, class P, GridCoordinate K, class Sink>
void combine_by_address(const Operator& op, const Grid<K>& grid, int slice, std::span<const Run<P, K>> runs,
                        Table<Operator, P>& table, Sink&& sink) {
    std::vector<BucketCursor<P, K>> cursors;
    for (const auto& run : runs) cursors.emplace_back(run);
    std::vector<std::span<const Entry<P, K>>> parts(runs.size());
    const auto [first, last] = grid.buckets_of(slice);
    for (std::size_t bucket = first; bucket < last; ++bucket) {
        for (std::size_t i = 0; i < cursors.size(); ++i) {
            parts[i] = cursors[i].next(grid, bucket);
            for (const auto& pair : parts[i]) table.add(grid.place(bucket, pair.coordinate), pair.value);
        }
        if (table.exact()) {
            table.drain([&](std::size_t place, std::span<P> partials) {
                sink(grid.coordinate(bucket, place), partials);
            });
            continue;
        }
        table.drain([](std::size_t, std::span<P>) {});
        std::vector<Entry<P, K>> pairs;
        for (const auto& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
        sort_run(pairs);
        for_each_group(std::span<const Entry<P, K>>(pairs), op, sink);
    }
}

}  // namespace collective
