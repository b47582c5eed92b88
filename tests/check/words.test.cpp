#include "collective/check/words.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace collective;

namespace {

using Words = std::vector<std::uint64_t>;

void sorts(const Words& words) {
    Words expected = words, actual = words;
    std::sort(expected.begin(), expected.end());
    sort_words(actual);
    REQUIRE(actual == expected);
}

/// These words as they are, in order, in the opposite order, and nearly in order.
void sorts_in_any_order(Words words) {
    sorts(words);
    std::sort(words.begin(), words.end());
    sorts(words);
    if (!words.empty()) std::swap(words.front(), words.back());
    sorts(words);
    std::sort(words.begin(), words.end(), std::greater<>());
    sorts(words);
}

/// Coordinates of a type in the order of their words, and back.
template <class K>
void keeps_the_order(std::vector<K> keys, std::mt19937_64& random) {
    keys.insert(keys.end(), {std::numeric_limits<K>::min(), std::numeric_limits<K>::max(), K{0}, K{1}});
    for (int n = 0; n < 1000; ++n) keys.push_back(static_cast<K>(random()));
    Words words;
    for (const K key : keys) words.push_back(to_word(key));
    sort_words(words);
    std::sort(keys.begin(), keys.end());
    REQUIRE(words.size() == keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) REQUIRE(from_word<K>(words[i]) == keys[i]);
}

}  // namespace

TEST_CASE("words: sorted as std::sort does") {
    std::mt19937_64 random(7);
    std::vector<std::size_t> sizes{0, 1, 2, 3, 127, 128, 129, 4096};
    for (int n = 0; n < 20; ++n) sizes.push_back(random() % 3000);
    for (const std::size_t size : sizes) {
        const auto words = [&](auto draw) {
            Words drawn(size);
            std::generate(drawn.begin(), drawn.end(), draw);
            return drawn;
        };
        sorts_in_any_order(words([&] { return random(); }));
        sorts_in_any_order(words([] { return std::uint64_t{12345678901}; }));
        Words one_apart(size, 12345678901);
        if (size > 0) one_apart.back() = 1;
        sorts_in_any_order(one_apart);
        sorts_in_any_order(words([&] { return random() % 3; }));
        sorts_in_any_order(words([&] { return random() % 1'000'000'000'000; }));
        sorts_in_any_order(words([&] { return random() & 0xff00'0000'00ff'0000; }));
        sorts_in_any_order(words([&] { return random() % 2 ? 0 : ~std::uint64_t{0}; }));
        for (unsigned digit = 0; digit < 8; ++digit)
            sorts_in_any_order(words([&] { return (random() & 0xff) << (8 * digit); }));
    }
}

TEST_CASE("words: in the order of the coordinates, and back") {
    std::mt19937_64 random(8);
    keeps_the_order<std::int64_t>({-1, -2, -1'000'000'000'000, 1'000'000'000'000}, random);
    keeps_the_order<std::uint64_t>({std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1}, random);
    keeps_the_order<std::int32_t>({-1, -70'000, 70'000}, random);
    keeps_the_order<std::uint16_t>({32767, 32768}, random);
    keeps_the_order<std::int8_t>({-1, -2}, random);
    keeps_the_order<char>({'a', 'Z'}, random);
}
