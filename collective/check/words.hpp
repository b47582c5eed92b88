#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace collective {

/// Integers that a bitmap can be addressed by.
template <class K>
concept Addressable = std::integral<K> && sizeof(K) <= 8;

/// An integer as an unsigned word in the same order, and back; with it the width of any range fits a word.
template <Addressable K>
constexpr std::uint64_t to_word(K key) {
    constexpr std::uint64_t flip = std::is_signed_v<K> ? std::uint64_t{1} << 63 : 0;
    return static_cast<std::uint64_t>(key) ^ flip;
}
template <Addressable K>
constexpr K from_word(std::uint64_t word) {
    return static_cast<K>(word ^ to_word(K{0}));
}

/// Sorts: many by digits of eight bits from the lowest up, without those that all words share.
/// **Cost** a second vector, and a pass for each digit in which words differ.
inline void sort_words(std::vector<std::uint64_t>& words) {
    constexpr std::size_t worthwhile = 128;  // below, a comparison sort is as fast (measured)
    if (words.size() < worthwhile) return std::sort(words.begin(), words.end());
    const auto digit_of = [](std::uint64_t word, std::size_t digit) { return word >> (8 * digit) & 0xff; };
    std::array<std::array<std::size_t, 256>, sizeof(std::uint64_t)> places{};
    for (const std::uint64_t word : words)
        for (std::size_t digit = 0; digit < places.size(); ++digit) ++places[digit][digit_of(word, digit)];
    std::vector<std::uint64_t> other(words.size());
    for (std::size_t digit = 0; digit < places.size(); ++digit) {
        auto& place = places[digit];
        if (place[digit_of(words.front(), digit)] == words.size()) continue;  // all share it
        std::size_t begin = 0;
        for (std::size_t& count : place) begin += std::exchange(count, begin);
        for (const std::uint64_t word : words) other[place[digit_of(word, digit)]++] = word;
        words.swap(other);
    }
}

}  // namespace collective
