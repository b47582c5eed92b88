#include "collective/local/combine.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "collective/operator/sum.hpp"
#include "tests/local/join.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// Joins only texts that are short together, so that several are left.
struct JoinShort {
    std::size_t combine(std::span<std::string> same) const {
        std::size_t last = 0;
        for (std::size_t i = 1; i < same.size(); ++i) {
            if (same[last].size() + same[i].size() <= 4) {
                same[last] += same[i];
            } else if (++last != i) {
                same[last] = std::move(same[i]);
            }
        }
        return last + 1;
    }
};

template <class K>
using Run = std::vector<Entry<std::string, K>>;

/// Pairs whose values are letters in the order of the list.
template <class K, class Key>
Run<K> random_run(std::mt19937_64& random, std::size_t most, std::uint64_t range, Key key) {
    Run<K> run;
    for (auto n = random() % (most + 1); n > 0; --n) {
        run.push_back({key(random() % range), std::string(1, static_cast<char>('a' + run.size() % 26))});
    }
    return run;
}

template <class K>
std::map<K, std::string> joined(const std::vector<Run<K>>& runs) {
    std::map<K, std::string> all;
    for (const auto& run : runs)
        for (const auto& [coordinate, value] : run) all[coordinate] += value;
    return all;
}

template <class K>
Run<K> as_run(const std::map<K, std::string>& all) {
    Run<K> run;
    for (const auto& [coordinate, value] : all) run.push_back({coordinate, value});
    return run;
}

template <class K, class Key>
void sort_merge_combine(Key key) {
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 2'000; ++trial) {
        const std::uint64_t range = 1 + random() % 40;
        std::vector<Run<K>> runs;
        for (auto n = random() % 6; n > 0; --n) runs.push_back(random_run<K>(random, 30, range, key));
        const auto right = joined(runs);

        for (auto& run : runs) {
            const auto alone = joined<K>({run});
            sort_run(run);
            Run<K> combined = run;
            combine_run(combined, Join{});
            REQUIRE(combined == as_run(alone));
            if (random() % 2) run = combined;
        }
        const std::vector<std::span<const Entry<std::string, K>>> views(runs.begin(), runs.end());
        Run<K> merged = merge_runs<std::string, K>(views);

        Run<K> some_left = merged;
        combine_run(some_left, JoinShort{});
        REQUIRE(std::is_sorted(some_left.begin(), some_left.end(),
                               [](const auto& a, const auto& b) { return a.coordinate < b.coordinate; }));
        REQUIRE(joined<K>({some_left}) == right);

        combine_run(merged, Join{});
        REQUIRE(merged == as_run(right));
    }
}

}  // namespace

TEST_CASE("local: sorted, merged and combined runs are the brute-force map, in the order of the runs") {
    sort_merge_combine<std::int64_t>([](std::uint64_t n) { return static_cast<std::int64_t>(n) - 20; });
    sort_merge_combine<std::int64_t>([](std::uint64_t n) {
        return static_cast<std::int64_t>(n % 2 ? std::uint64_t{1} << 63 | n / 2
                                               : ~(std::uint64_t{1} << 63) - n / 2);
    });
    sort_merge_combine<std::uint64_t>([](std::uint64_t n) { return ~std::uint64_t{0} - n; });
    sort_merge_combine<std::string>(
        [](std::uint64_t n) { return std::string(n % 7, 'x') + std::to_string(n); });
}

TEST_CASE("local: large runs, sorted before, backwards, random, with one coordinate") {
    std::mt19937_64 random(6);
    for (const std::uint64_t range : {1, 100, 1'000'000}) {
        std::vector<Entry<Sum::Part<std::int64_t>>> run;
        std::map<std::int64_t, std::int64_t> right;
        for (std::int64_t i = 0; i < 100'000; ++i) {
            const auto coordinate = static_cast<std::int64_t>(random() % range);
            run.push_back({coordinate, {i}});
            right[coordinate] += i;
        }
        for (int order = 0; order < 3; ++order) {
            auto again = run;
            if (order > 0) sort_run(again);
            if (order == 2) std::reverse(again.begin(), again.end());
            sort_run(again);
            combine_run(again, Sum{});
            REQUIRE(again.size() == right.size());
            auto expected = right.begin();
            for (const auto& [coordinate, part] : again) {
                REQUIRE(coordinate == expected->first);
                REQUIRE(part.value == expected->second);
                ++expected;
            }
        }
    }
}

TEST_CASE("local: values that must stand at multiples of 256 bytes are sorted and keep their order") {
    struct alignas(256) Wide {
        std::size_t place;
    };
    std::mt19937_64 random(7);
    std::vector<Entry<Wide>> run;
    std::map<std::int64_t, std::vector<std::size_t>> right;
    for (std::size_t i = 0; i < 1'000; ++i) {
        const auto coordinate = static_cast<std::int64_t>(random() % 300);
        run.push_back({coordinate, {i}});
        right[coordinate].push_back(i);
    }
    sort_run(run);
    REQUIRE(run.size() == 1'000);
    std::size_t next = 0;
    for (const auto& [coordinate, places] : right) {
        for (const std::size_t place : places) {
            CHECK(run[next].coordinate == coordinate);
            CHECK(run[next].value.place == place);
            ++next;
        }
    }
}

TEST_CASE("local: groups end where the coordinate changes") {
    const std::vector<Entry<int>> run{{1, 0}, {1, 0}, {2, 0}, {5, 0}, {5, 0}, {5, 0}};
    const std::span<const Entry<int>> view(run);
    CHECK(end_of_group(view, 0) == 2);
    CHECK(end_of_group(view, 2) == 3);
    CHECK(end_of_group(view, 3) == 6);
}
