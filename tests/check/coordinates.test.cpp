#include "collective/check/coordinates.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <random>
#include <set>

#include "tests/check/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

template <class K>
struct BothWays {
    std::optional<CoordinateFaults<K>> by_address;  ///< unless an input lies beyond the result
    CoordinateFaults<K> by_order;
};

template <class K>
BothWays<K> both_ways(const std::vector<std::set<K>>& ranks, const std::set<K>& result) {
    std::vector<Entry<int, K>> pairs;
    for (const K& key : result) pairs.push_back({key, 0});
    const std::span<const Entry<int, K>> copy(pairs);
    std::vector<std::vector<Entry<int, K>>> lists;
    for (const auto& keys : ranks) {
        lists.emplace_back();
        for (const K& key : keys) lists.back().push_back({key, 1});
        lists.back().insert(lists.back().begin(), lists.back().rbegin(),
                            lists.back().rend());  // unsorted repeats
    }
    const CoordinateRange range = range_of(copy);
    std::vector<std::uint64_t> bitmap(pairs.empty() ? 0 : range.words() + 1), marks(pairs.size() / 64 + 1);
    std::vector<WrongCoordinates<K>> missing;
    for (const auto& list : lists) {
        if (!pairs.empty()) mark_by_address(Lists<int, K>{list}, range, std::span(bitmap));
        missing.push_back(unpack<K>(pack(mark_by_order(Lists<int, K>{list}, copy, std::span(marks)))));
    }
    CoordinateFaults<K> by_order = join_missing(std::span<const WrongCoordinates<K>>(missing));
    by_order.extra = unmarked(std::span<const std::uint64_t>(marks), copy);
    if (pairs.empty() || bitmap.back() != 0) return {std::nullopt, by_order};
    CoordinateFaults<K> by_address;
    for (std::size_t share = 0; share < 3; ++share) {
        by_address.include(compare_by_address(std::span<const std::uint64_t>(bitmap), range, copy,
                                              share_of(range.words(), share, 3)));
    }
    return {by_address, by_order};
}

template <class K>
void right_both_ways(std::mt19937_64& random, K first) {
    std::vector<std::set<K>> ranks(1 + random() % 4);
    std::set<K> all, result;
    for (auto& keys : ranks)
        for (std::size_t n = random() % 40; n > 0; --n) {
            const K key = static_cast<K>(first + static_cast<K>(random() % 100));
            keys.insert(key);
            all.insert(key);
        }
    result = all;
    for (int n = static_cast<int>(random() % 4); n > 0; --n) {
        const K key = static_cast<K>(first + static_cast<K>(random() % 100));
        if (!result.erase(key)) result.insert(key);
    }
    std::vector<K> missing, extra;
    std::set_difference(all.begin(), all.end(), result.begin(), result.end(), std::back_inserter(missing));
    std::set_difference(result.begin(), result.end(), all.begin(), all.end(), std::back_inserter(extra));

    const auto [by_address, by_order] = both_ways(ranks, result);
    CHECK(by_order.extra.count == extra.size());
    CHECK(by_order.missing.count <= missing.size());
    CHECK((by_order.missing.count == missing.size() || by_order.missing_at_least));
    std::vector<CoordinateFaults<K>> both{by_order};
    if (by_address) {
        CHECK(by_address->missing.count == missing.size());
        CHECK(by_address->extra.count == extra.size());
        both.push_back(*by_address);
    } else if (!result.empty()) {
        CHECK((*all.begin() < *result.begin() || *result.rbegin() < *all.rbegin()));
    }
    for (const auto& faults : both) {
        CHECK(faults.missing.smallest.has_value() == !missing.empty());
        CHECK(faults.extra.smallest.has_value() == !extra.empty());
        if (!missing.empty()) CHECK(faults.missing.smallest == missing.front());
        if (!extra.empty()) CHECK(faults.extra.smallest == extra.front());
        CHECK((judge_coordinates(faults).status == Status::passed) == (missing.empty() && extra.empty()));
    }
}

/// By order, one rank: coordinates of any type, many and with repeats, against sets.
template <class K, class Draw>
void right_by_order(std::mt19937_64& random, Draw draw) {
    for (int trial = 0; trial < 12; ++trial) {
        std::vector<Entry<int, K>> list, copy;
        std::set<K> all;
        for (std::size_t n = random() % 3000; n > 0; --n) {
            list.push_back({draw(), 1});
            if (random() % 4 == 0) list.push_back(list[random() % list.size()]);
            all.insert(list.back().coordinate);
        }
        for (const auto& pair : list) all.insert(pair.coordinate);
        std::set<K> result = all;
        for (int n = trial % 4; n > 0 && !all.empty(); --n) {
            result.erase(list[random() % list.size()].coordinate);
            result.insert(draw());
        }
        std::vector<K> missing, extra;
        std::set_difference(all.begin(), all.end(), result.begin(), result.end(),
                            std::back_inserter(missing));
        std::set_difference(result.begin(), result.end(), all.begin(), all.end(), std::back_inserter(extra));
        for (const K& key : result) copy.push_back({key, 0});
        if (trial % 3 == 0) {
            std::sort(list.begin(), list.end(),
                      [](const auto& a, const auto& b) { return a.coordinate < b.coordinate; });
        }
        const std::span<const Entry<int, K>> pairs(copy);
        const std::size_t half = list.size() / 2;
        const std::span<const Entry<int, K>> inputs(list);
        std::vector<std::uint64_t> marks(copy.size() / 64 + 1);
        const auto missed =
            mark_by_order(Lists<int, K>{inputs.first(half), inputs.subspan(half)}, pairs, std::span(marks));
        const auto unmet = unmarked(std::span<const std::uint64_t>(marks), pairs);
        REQUIRE(missed.count == missing.size());
        REQUIRE(unmet.count == extra.size());
        REQUIRE(missed.smallest == (missing.empty() ? std::nullopt : std::optional<K>(missing.front())));
        REQUIRE(unmet.smallest == (extra.empty() ? std::nullopt : std::optional<K>(extra.front())));
    }
}

}  // namespace

TEST_CASE("coordinates: many of any type by order, against sets") {
    std::mt19937_64 random(6);
    right_by_order<std::int64_t>(random, [&] { return static_cast<std::int64_t>(random()); });
    right_by_order<std::int64_t>(random, [&] { return static_cast<std::int64_t>(random() % 4000) - 2000; });
    right_by_order<std::uint64_t>(random, [&] { return random(); });
    right_by_order<std::int32_t>(random, [&] { return static_cast<std::int32_t>(random()); });
    right_by_order<std::int8_t>(random, [&] { return static_cast<std::int8_t>(random()); });
    right_by_order<bool>(random, [&] { return random() % 2 == 0; });
    right_by_order<double>(random, [&] { return static_cast<double>(random()) - 0x1p63; });
    right_by_order<std::pair<int, int>>(
        random, [&] { return std::pair(static_cast<int>(random() % 50), static_cast<int>(random() % 50)); });
    right_by_order<std::string>(random, [&] { return std::to_string(random() % 3000); });
}

TEST_CASE("coordinates: by address and by order, against sets") {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 2000; ++trial) {
        right_both_ways<std::int64_t>(random, -50);
        right_both_ways<std::int64_t>(random, lowest);
        right_both_ways<std::int64_t>(random, highest - 99);
        right_both_ways<std::uint64_t>(random, std::numeric_limits<std::uint64_t>::max() - 99);
        right_both_ways<std::int8_t>(random, -128);
        right_both_ways<std::uint16_t>(random, 0);
    }
}

TEST_CASE("coordinates: what the verdict says") {
    Job<int> job({{{1, 5}, {2, 5}, {70, 5}}, {{2, 5}}});
    job.give_right_result();
    CHECK(job.check()[1].detail.empty());
    job.give_all({{1, 5}, {70, 5}});
    CHECK(job.check()[1].detail == "1 missing: 2");
    job.give_all({{1, 5}, {2, 10}});
    CHECK(job.check()[1].detail == "1 missing: 70");  // beyond the result
    job.give_all({{2, 10}, {3, 0}, {70, 5}});
    CHECK(job.check()[1].detail == "1 missing: 1; 1 extra: 3");
    job.give_all({{-4, 0}, {1, 5}, {2, 10}, {3, 0}, {70, 5}});
    CHECK(job.check()[1].detail == "2 extra, the smallest -4");
    job.give_all({{0, 5}});
    CHECK(job.check()[1].detail == "at least 3 missing, the smallest 1; 1 extra: 0");
    job.give_all({{2, 10}, {1, 5}, {70, 5}});
    CHECK(job.check()[1].detail == "not strictly increasing at pair 1");
    job.give_all({{1, 5}, {2, 5}, {2, 5}, {70, 5}});
    CHECK(job.check()[1].detail == "not strictly increasing at pair 2");
    job.copies[0].clear();
    CHECK(job.check()[1].status == Status::not_applicable);
    CHECK(job.check()[1].detail == "not comparable: the ranks' copies differ");
}

TEST_CASE("coordinates: many on a sparse range, a dropped one and an extra one") {
    std::mt19937_64 random(9);
    for (const std::size_t ranks : {1, 2, 3}) {
        std::vector<std::vector<Entry<int>>> inputs(ranks);
        for (auto& list : inputs)
            for (int n = 0; n < 2000; ++n)
                list.push_back({static_cast<std::int64_t>(random() % 1'000'000'000'000'000), 1});
        Job<int> job(inputs);
        job.give_right_result();
        CHECK(summary(job.check()) == "+++");
        auto result = job.copies.front();
        const std::size_t i = random() % result.size();
        const std::string dropped = std::to_string(result[i].coordinate);
        result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
        job.give_all(result);
        CHECK(job.check()[1].detail == "1 missing: " + dropped);
        result.push_back({1'000'000'000'000'000, 0});
        job.give_all(result);
        CHECK(job.check()[1].detail == "1 missing: " + dropped + "; 1 extra: 1000000000000000");
    }
}

TEST_CASE("coordinates: whoever's share of the result is out of order") {
    for (const std::size_t ranks : {1, 2, 3, 5, 20}) {
        std::vector<std::vector<Entry<int>>> inputs(ranks);
        for (int n = 0; n < 12; ++n) inputs[0].push_back({n, 1});
        Job<int> job(inputs);
        job.give_right_result();
        const auto right = job.copies.front();
        for (std::size_t i = 1; i < right.size(); ++i) {
            auto result = right;
            result[i].coordinate = result[i - 1].coordinate;
            if (i + 1 < right.size()) result.back().coordinate = 0;
            job.give_all(result);
            CHECK(job.check()[1].detail == "not strictly increasing at pair " + std::to_string(i));
        }
    }
}

TEST_CASE("coordinates: the least and the greatest integer together") {
    Job<int> job({{{highest, 1}, {lowest, 2}}, {{0, 3}}});
    job.give_right_result();
    CHECK(summary(job.check()) == "+++");
    job.give_all({{lowest, 2}, {0, 3}, {highest - 1, 1}});
    CHECK(job.check()[1].detail == "1 missing: 9223372036854775807; 1 extra: 9223372036854775806");
    Job<int, std::uint64_t> unsigned_job({{{std::numeric_limits<std::uint64_t>::max(), 1}}, {{0, 3}}});
    unsigned_job.give_right_result();
    CHECK(summary(unsigned_job.check()) == "+++");
}

TEST_CASE("coordinates: strings, named in quotes") {
    Job<int, std::string> job({{{"b", 1}, {"a", 2}, {"b", 1}}, {{"", 3}, {"c", 4}}});
    job.give_right_result();
    CHECK(summary(job.check()) == "+++");
    job.give_all({{"a", 2}, {"b", 2}, {"bb", 0}, {"c", 4}});
    CHECK(job.check()[1].detail == "1 missing: \"\"; 1 extra: \"bb\"");
}

TEST_CASE("coordinates: of a type that can't be printed, counted") {
    Job<int, std::pair<int, int>> job({{{{1, 2}, 1}, {{0, 2}, 1}}, {{{1, 1}, 3}}});
    job.give_right_result();
    CHECK(summary(job.check()) == "+++");
    job.give_all({{{0, 2}, 1}, {{1, 2}, 1}});
    CHECK(job.check()[1].detail == "1 missing");
}
