#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"

namespace collective {

/// Below this many pairs a comparison sort is as fast (measured).
inline constexpr std::size_t radix_worthwhile = 512;

/// Sorts by coordinate, stable: by digits of 8 bits from the lowest up, without those that all coordinates
/// share.
/// **Cost** a pass over the run for each digit in which coordinates differ.
template <class P, GridCoordinate K, class A>
void radix_sort(std::vector<Entry<P, K>, A>& run) {
    constexpr std::size_t digits = sizeof(K);
    const auto digit_of = [](K coordinate, std::size_t digit) {
        return static_cast<std::size_t>(ordered(coordinate) >> (8 * digit) & 0xff);
    };
    std::array<std::array<std::size_t, 256>, digits> counts{};
    for (const auto& pair : run) {
        for (std::size_t digit = 0; digit < digits; ++digit)
            ++counts[digit][digit_of(pair.coordinate, digit)];
    }
    std::vector<Entry<P, K>, A> other(run.size());
    for (std::size_t digit = 0; digit < digits; ++digit) {
        auto& next = counts[digit];
        if (std::find(next.begin(), next.end(), run.size()) != next.end()) continue;  // all share the digit
        std::size_t begin = 0;
        for (std::size_t& count : next) begin += std::exchange(count, begin);
        for (const auto& pair : run) other[next[digit_of(pair.coordinate, digit)]++] = pair;
        run.swap(other);
    }
}

}  // namespace collective
