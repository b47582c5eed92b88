#include "collective/check/coordinates.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <set>

#include "tests/check/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

/// Both ways through, whatever the range: by address only where a bitmap is affordable.
template <class K>
std::pair<CoordinateFaults<K>, CoordinateFaults<K>> both_ways(const std::vector<std::set<K>>& ranks,
                                                              const std::set<K>& result) {
    std::vector<Entry<int, K>> pairs;
    for (const K& key : result) pairs.push_back({key, 0});
    const std::span<const Entry<int, K>> copy(pairs);
    CoordinateRange range;
    std::vector<std::vector<Entry<int, K>>> lists;
    for (const auto& keys : ranks) {
        lists.emplace_back();
        for (const K& key : keys) lists.back().push_back({key, 1});
        lists.back().insert(lists.back().begin(), lists.back().rbegin(),
                            lists.back().rend());  // unsorted repeats
        range.include(range_of(Lists<int, K>{lists.back()}, copy));
    }
    std::vector<std::uint64_t> bitmap(range.low <= range.high ? range.words() : 0),
        marks(pairs.size() / 64 + 1);
    std::vector<WrongCoordinates<K>> missing;
    for (const auto& list : lists) {
        mark_by_address(Lists<int, K>{list}, range, std::span(bitmap));
        missing.push_back(unpack<K>(pack(mark_by_order(Lists<int, K>{list}, copy, std::span(marks)))));
    }
    CoordinateFaults<K> by_order = join_missing(std::span<const WrongCoordinates<K>>(missing));
    by_order.extra = unmarked(std::span<const std::uint64_t>(marks), copy);
    return {compare_by_address(std::span<const std::uint64_t>(bitmap), range, copy), by_order};
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
    CHECK(by_address.missing.count == missing.size());
    CHECK(by_address.extra.count == extra.size());
    CHECK(by_order.extra.count == extra.size());
    CHECK(by_order.missing.count <= missing.size());
    CHECK((by_order.missing.count == missing.size() || by_order.missing_at_least));
    for (const auto& faults : {by_address, by_order}) {
        CHECK(faults.missing.smallest.has_value() == !missing.empty());
        CHECK(faults.extra.smallest.has_value() == !extra.empty());
        if (!missing.empty()) CHECK(faults.missing.smallest == missing.front());
        if (!extra.empty()) CHECK(faults.extra.smallest == extra.front());
        CHECK((judge_coordinates(faults).status == Status::passed) == (missing.empty() && extra.empty()));
    }
}

}  // namespace

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
