#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "collective/check/coordinates.hpp"
#include "collective/check/share.hpp"
#include "collective/check/words.hpp"
#include "collective/entry.hpp"

namespace collective {

/// The coordinates of a result, inclusive; `low > high` where there are none.
struct CoordinateRange {
    std::uint64_t low = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t high = 0;

    /// A bitmap of the range costs no more than a word for each of `pairs`.
    bool dense(std::uint64_t pairs) const { return low <= high && (high - low) / 64 < pairs; }
    std::size_t words() const { return (high - low) / 64 + 1; }
};

template <class R, Addressable K>
CoordinateRange range_of(std::span<const Entry<R, K>> result) {
    if (result.empty()) return {};
    return {to_word(result.front().coordinate), to_word(result.back().coordinate)};
}

/// A dense range: marks the coordinates of the inputs in a bitmap of the range, and in one more word whether
/// there are some beyond it, which the result then lacks.
template <class V, Addressable K>
void mark_by_address(const Lists<V, K>& inputs, const CoordinateRange& range,
                     std::span<std::uint64_t> bitmap) {
    const std::uint64_t beyond = range.words();
    for (const auto& list : inputs)
        for (const auto& pair : list) {
            const std::uint64_t offset = to_word(pair.coordinate) - range.low;
            bitmap[std::min(offset / 64, beyond)] |= std::uint64_t{1} << offset % 64;
        }
}

/// The bitmaps of all ranks, OR-ed, against the result, which is in order: a share of the range's words.
template <class R, Addressable K>
CoordinateFaults<K> compare_by_address(std::span<const std::uint64_t> bitmap, const CoordinateRange& range,
                                       std::span<const Entry<R, K>> result, Share share) {
    const auto offset_of = [&](const Entry<R, K>& pair) { return to_word(pair.coordinate) - range.low; };
    const auto pairs_from = [&](std::size_t place) {
        return std::partition_point(result.begin(), result.end(),
                                    [&](const auto& pair) { return offset_of(pair) / 64 < place; });
    };
    std::vector<std::uint64_t> held(share.last - share.first);
    std::uint64_t word = 0;
    std::size_t place = share.first;
    for (const auto& pair : std::span(pairs_from(share.first), pairs_from(share.last))) {
        const std::uint64_t offset = offset_of(pair);
        word &= -std::uint64_t{offset / 64 == place};  // a new word starts at 0; nobody can guess where
        word |= std::uint64_t{1} << offset % 64;
        place = offset / 64;
        held[place - share.first] = word;
    }
    CoordinateFaults<K> faults;
    for (std::size_t i = share.first; i < share.last; ++i) {
        const auto note = [&](std::uint64_t bits, WrongCoordinates<K>& wrong) {
            for (; bits != 0; bits &= bits - 1) {
                const auto bit = static_cast<unsigned>(std::countr_zero(bits));
                wrong.include(from_word<K>(range.low + i * 64 + bit));
            }
        };
        note(bitmap[i] & ~held[i - share.first], faults.missing);
        note(held[i - share.first] & ~bitmap[i], faults.extra);
    }
    return faults;
}

}  // namespace collective
