#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "collective/check/coordinates.hpp"
#include "collective/entry.hpp"

namespace collective {

/// Integers that a bitmap can be addressed by.
template <class K>
concept Addressable = std::integral<K> && sizeof(K) <= 8;

/// An integer as an unsigned word in the same order; with it the width of any range fits a word.
template <Addressable K>
constexpr std::uint64_t to_word(K key) {
    constexpr std::uint64_t flip = std::is_signed_v<K> ? std::uint64_t{1} << 63 : 0;
    return static_cast<std::uint64_t>(key) ^ flip;
}

/// The coordinates of inputs and results, inclusive; `low > high` where there are none.
struct CoordinateRange {
    std::uint64_t low = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t high = 0;

    void include(std::uint64_t word) {
        low = std::min(low, word);
        high = std::max(high, word);
    }
    void include(const CoordinateRange& other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
    }
    /// A bitmap of the range costs no more than a word for each of `pairs`.
    bool dense(std::uint64_t pairs) const { return low <= high && (high - low) / 64 < pairs; }
    std::size_t words() const { return (high - low) / 64 + 1; }
};

/// The range of one rank's coordinates, inputs and result; empty for coordinates without addresses.
template <class V, class R, class K>
CoordinateRange range_of(const Lists<V, K>& inputs, std::span<const Entry<R, K>> result) {
    CoordinateRange range;
    if constexpr (Addressable<K>) {
        for (const auto& list : inputs)
            for (const auto& pair : list) range.include(to_word(pair.coordinate));
        for (const auto& pair : result) range.include(to_word(pair.coordinate));
    }
    return range;
}

/// A dense range: marks the coordinates of the inputs in a bitmap of the range.
template <class V, Addressable K>
void mark_by_address(const Lists<V, K>& inputs, const CoordinateRange& range,
                     std::span<std::uint64_t> bitmap) {
    for (const auto& list : inputs)
        for (const auto& pair : list) {
            const std::uint64_t offset = to_word(pair.coordinate) - range.low;
            bitmap[offset / 64] |= std::uint64_t{1} << offset % 64;
        }
}

/// The bitmaps of all ranks, OR-ed, against the result.
template <class R, Addressable K>
CoordinateFaults<K> compare_by_address(std::span<const std::uint64_t> bitmap, const CoordinateRange& range,
                                       std::span<const Entry<R, K>> result) {
    CoordinateFaults<K> faults;
    std::size_t next = 0;
    for (std::size_t i = 0; i < bitmap.size(); ++i) {
        std::uint64_t held = 0;
        const auto offset = [&] { return to_word(result[next].coordinate) - range.low; };
        for (; next < result.size() && offset() / 64 == i; ++next) held |= std::uint64_t{1} << offset() % 64;
        const auto note = [&](std::uint64_t mask, WrongCoordinates<K>& wrong) {
            for (; mask != 0; mask &= mask - 1) {
                const std::uint64_t word = range.low + i * 64 + static_cast<unsigned>(std::countr_zero(mask));
                wrong.include(static_cast<K>(word ^ to_word(K{0})));
            }
        };
        note(bitmap[i] & ~held, faults.missing);
        note(held & ~bitmap[i], faults.extra);
    }
    return faults;
}

}  // namespace collective
