#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/check/coordinates.hpp"
#include "collective/check/words.hpp"
#include "collective/entry.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// A coordinate in the form in which it is sorted: an integer as a word, what else is small as it is, what is
/// large (a string) by its address.
template <class K>
auto sortable(const K& coordinate) {
    if constexpr (Addressable<K>)
        return to_word(coordinate);
    else if constexpr (std::is_trivially_copyable_v<K> && sizeof(K) <= 16)
        return coordinate;
    else
        return &coordinate;
}
template <class K>
using Sortable = decltype(sortable(std::declval<const K&>()));

template <class K>
bool sorts_before(const Sortable<K>& a, const Sortable<K>& b) {
    if constexpr (std::same_as<Sortable<K>, const K*>)
        return *a < *b;
    else
        return a < b;
}

/// Adds what was sorted to the wrong coordinates.
template <class K>
void include(WrongCoordinates<K>& wrong, const Sortable<K>& coordinate) {
    if constexpr (Addressable<K>)
        wrong.include(from_word<K>(coordinate));
    else if constexpr (std::same_as<Sortable<K>, const K*>)
        wrong.include(*coordinate);
    else
        wrong.include(coordinate);
}

/// The coordinates of a rank's inputs, sorted, each once.
template <class V, class K>
std::vector<Sortable<K>> sorted_coordinates(const Lists<V, K>& inputs) {
    std::vector<Sortable<K>> sorted;
    std::size_t count = 0;
    for (const auto& list : inputs) count += list.size();
    sorted.reserve(count);
    for (const auto& list : inputs)
        for (const auto& pair : list) sorted.push_back(sortable(pair.coordinate));
    const auto before = [](const auto& a, const auto& b) { return sorts_before<K>(a, b); };
    if (!std::is_sorted(sorted.begin(), sorted.end(), before)) {
        if constexpr (Addressable<K>)
            sort_words(sorted);
        else
            std::sort(sorted.begin(), sorted.end(), before);
    }
    const auto repeats = [](const auto& a, const auto& b) { return !sorts_before<K>(a, b); };
    sorted.erase(std::unique(sorted.begin(), sorted.end(), repeats), sorted.end());
    return sorted;
}

/// Any coordinates: marks in `marks`, a bit a pair, which pairs of the result occur in the inputs, and
/// returns the inputs' coordinates that don't occur in it. **Cost** a sort of the inputs' coordinates, unless
/// sorted.
template <class V, class R, class K>
WrongCoordinates<K> mark_by_order(const Lists<V, K>& inputs, std::span<const Entry<R, K>> result,
                                  std::span<std::uint64_t> marks) {
    const std::vector<Sortable<K>> sorted = sorted_coordinates(inputs);
    WrongCoordinates<K> missing;
    std::size_t next = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto coordinate = sortable(result[i].coordinate);
        while (next < sorted.size() && sorts_before<K>(sorted[next], coordinate))
            include(missing, sorted[next++]);
        // Without a branch: nobody can guess which pairs are of this rank.
        const bool held = next < sorted.size() && !sorts_before<K>(coordinate, sorted[next]);
        marks[i / 64] |= std::uint64_t{held} << i % 64;
        next += held;
    }
    while (next < sorted.size()) include(missing, sorted[next++]);
    return missing;
}

/// The marks of all ranks, OR-ed: the result's unmarked pairs are extra.
template <class R, class K>
WrongCoordinates<K> unmarked(std::span<const std::uint64_t> marks, std::span<const Entry<R, K>> result) {
    WrongCoordinates<K> extra;
    for (std::size_t i = 0; i < result.size(); i += 64) {
        const std::size_t pairs = std::min<std::size_t>(64, result.size() - i);
        const std::uint64_t all = ~std::uint64_t{0} >> (64 - pairs);
        for (std::uint64_t rest = all & ~marks[i / 64]; rest != 0; rest &= rest - 1)
            extra.include(result[i + static_cast<unsigned>(std::countr_zero(rest))].coordinate);
    }
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
