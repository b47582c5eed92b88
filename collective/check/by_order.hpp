#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "collective/check/coordinates.hpp"
#include "collective/entry.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// Any coordinates: marks in `marks`, a bit a pair, which pairs of the result occur in the inputs, and
/// returns the inputs' coordinates that don't occur in it. **Cost** a sort of the inputs' coordinates, unless
/// sorted.
template <class V, class R, class K>
WrongCoordinates<K> mark_by_order(const Lists<V, K>& inputs, std::span<const Entry<R, K>> result,
                                  std::span<std::uint64_t> marks) {
    // Small keys are sorted themselves, for speed; large ones (strings) through pointers, for space.
    constexpr bool small = std::is_trivially_copyable_v<K> && sizeof(K) <= 16;
    std::vector<std::conditional_t<small, K, const K*>> sorted;
    const auto key = [](const auto& element) -> const K& {
        if constexpr (small)
            return element;
        else
            return *element;
    };
    std::size_t count = 0;
    for (const auto& list : inputs) count += list.size();
    sorted.reserve(count);
    for (const auto& list : inputs)
        for (const auto& pair : list) {
            if constexpr (small)
                sorted.push_back(pair.coordinate);
            else
                sorted.push_back(&pair.coordinate);
        }
    const auto before = [&](const auto& a, const auto& b) { return key(a) < key(b); };
    if (!std::is_sorted(sorted.begin(), sorted.end(), before))
        std::sort(sorted.begin(), sorted.end(), before);

    WrongCoordinates<K> missing;
    std::size_t at = 0;
    const K* previous = nullptr;
    for (const auto& element : sorted) {
        const K& coordinate = key(element);
        if (previous && !(*previous < coordinate)) continue;  // a repeat
        previous = &coordinate;
        while (at < result.size() && result[at].coordinate < coordinate) ++at;
        if (at < result.size() && !(coordinate < result[at].coordinate))
            marks[at / 64] |= std::uint64_t{1} << at % 64;
        else
            missing.include(coordinate);
    }
    return missing;
}

/// The marks of all ranks, OR-ed: the result's unmarked pairs are extra.
template <class R, class K>
WrongCoordinates<K> unmarked(std::span<const std::uint64_t> marks, std::span<const Entry<R, K>> result) {
    WrongCoordinates<K> extra;
    for (std::size_t i = 0; i < result.size(); ++i)
        if (!(marks[i / 64] >> i % 64 & 1)) extra.include(result[i].coordinate);
    return extra;
}

/// What a rank misses, for the others: the count, and the smallest where it can be printed.
template <class K>
Bytes pack(const WrongCoordinates<K>& wrong) {
    const void* key = nullptr;
    std::size_t size = 0;
    if constexpr (std::same_as<K, std::string>) {
        if (wrong.smallest) key = wrong.smallest->data(), size = wrong.smallest->size();
    } else if constexpr (std::integral<K>) {
        if (wrong.smallest) key = &*wrong.smallest, size = sizeof(K);
    }
    Bytes bytes(sizeof wrong.count + size);
    std::memcpy(bytes.data(), &wrong.count, sizeof wrong.count);
    if (size > 0) std::memcpy(bytes.data() + sizeof wrong.count, key, size);
    return bytes;
}

template <class K>
WrongCoordinates<K> unpack(const Bytes& bytes) {
    WrongCoordinates<K> wrong;
    std::memcpy(&wrong.count, bytes.data(), sizeof wrong.count);
    if (wrong.count == 0) return wrong;
    const std::byte* rest = bytes.data() + sizeof wrong.count;
    if constexpr (std::same_as<K, std::string>)
        wrong.smallest.emplace(reinterpret_cast<const char*>(rest), bytes.size() - sizeof wrong.count);
    else if constexpr (std::integral<K>)
        std::memcpy(&wrong.smallest.emplace(), rest, sizeof(K));
    return wrong;
}

/// What all ranks miss together.
template <class K>
CoordinateFaults<K> join_missing(std::span<const WrongCoordinates<K>> of_ranks) {
    CoordinateFaults<K> faults;
    int ranks = 0;
    for (const WrongCoordinates<K>& one : of_ranks) {
        if (one.count == 0) continue;
        ++ranks;
        faults.missing.count = std::max(faults.missing.count, one.count);
        if (one.smallest && (!faults.missing.smallest || *one.smallest < *faults.missing.smallest))
            faults.missing.smallest = one.smallest;
    }
    faults.missing_at_least = ranks > 1;
    return faults;
}

}  // namespace collective
