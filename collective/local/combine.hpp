#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/radix.hpp"

namespace collective {

/// Orders a run by coordinate; pairs of one coordinate keep their order.
template <class P, class K, class A>
void sort_run(std::vector<Entry<P, K>, A>& run) {
    const auto below = [](const auto& a, const auto& b) { return a.coordinate < b.coordinate; };
    if (std::is_sorted(run.begin(), run.end(), below)) return;
    if constexpr (GridCoordinate<K> && std::is_trivially_copyable_v<P>) {
        if (run.size() >= radix_worthwhile) return radix_sort(run);
    }
    if constexpr (alignof(Entry<P, K>) <= alignof(std::max_align_t)) {
        std::stable_sort(run.begin(), run.end(), below);
    } else {
        // The library's temporary memory is aligned for fundamental types only: sort places instead.
        std::vector<std::size_t> order(run.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return below(run[a], run[b]); });
        std::vector<Entry<P, K>, A> sorted;
        sorted.reserve(run.size());
        for (const std::size_t place : order) sorted.push_back(std::move(run[place]));
        run.swap(sorted);
    }
}

/// Where the pairs of the coordinate of `run[first]` end, in a sorted run.
template <class P, class K>
std::size_t end_of_group(std::span<const Entry<P, K>> run, std::size_t first) {
    std::size_t last = first + 1;
    while (last < run.size() && !(run[first].coordinate < run[last].coordinate)) ++last;
    return last;
}

/// Combines the partials of each coordinate of a sorted run and hands `sink(coordinate, partials)` what is
/// left, ascending.
template <class Operator, class P, class K, class Sink>
void for_each_group(std::span<const Entry<P, K>> run, const Operator& op, Sink&& sink) {
    std::vector<P> same;
    for (std::size_t first = 0, last = 0; first < run.size(); first = last) {
        last = end_of_group(run, first);
        same.clear();
        for (std::size_t i = first; i < last; ++i) same.push_back(run[i].value);
        const std::size_t left = same.size() == 1 ? 1 : op.combine(std::span<P>(same));
        const K coordinate = run[first].coordinate;  // the sink may write over it
        sink(coordinate, std::span<P>(same).first(left));
    }
}

/// Combines the partials of each coordinate of a sorted run, in place.
template <class Operator, class P, class K, class A>
void combine_run(std::vector<Entry<P, K>, A>& run, const Operator& op) {
    std::size_t size = 0;  // what is left of a coordinate never passes what was there
    for_each_group(std::span<const Entry<P, K>>(run), op, [&](const K& coordinate, std::span<P> partials) {
        for (P& partial : partials) {
            run[size] = {coordinate, std::move(partial)};
            ++size;
        }
    });
    run.erase(run.begin() + static_cast<std::ptrdiff_t>(size), run.end());
}

/// Merges sorted runs into one sorted run. Among pairs of one coordinate those of an earlier run come first.
/// **Cost** n log(runs) moves.
template <class P, class K>
std::vector<Entry<P, K>> merge_runs(std::span<const std::span<const Entry<P, K>>> runs) {
    std::size_t total = 0;
    std::vector<std::size_t> ends{0};
    for (const auto& run : runs) ends.push_back(total += run.size());
    std::vector<Entry<P, K>> from;
    from.reserve(total);
    for (const auto& run : runs) from.insert(from.end(), run.begin(), run.end());

    const auto below = [](const auto& a, const auto& b) { return a.coordinate < b.coordinate; };
    std::vector<Entry<P, K>> to(ends.size() > 2 ? from : std::vector<Entry<P, K>>{});
    while (ends.size() > 2) {
        std::vector<std::size_t> merged{0};
        for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
            const auto at = [&](std::size_t end) {
                return std::make_move_iterator(
                    from.begin() + static_cast<std::ptrdiff_t>(ends[std::min(end, ends.size() - 1)]));
            };
            std::merge(at(i), at(i + 1), at(i + 1), at(i + 2),
                       to.begin() + static_cast<std::ptrdiff_t>(ends[i]), below);
            merged.push_back(ends[std::min(i + 2, ends.size() - 1)]);
        }
        from.swap(to);
        ends.swap(merged);
    }
    return from;
}

}  // namespace collective
