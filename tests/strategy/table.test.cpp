#include "collective/strategy/table.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/plan/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

using Pairs = std::vector<Entry<std::int64_t>>;

/// One of the contract's six checks, and what each strategy makes of it.
struct Case {
    std::string_view name;
    Workers<std::int64_t> workers;
    Pairs expected, position, overwrite;
};

std::vector<Case> six(std::int64_t n) {
    return {
        {"sparse order differs",
         {{{2, n}, {0, 1}}, {{0, 3}, {2, 4}}},
         {{0, 4}, {2, n + 4}},
         {{0, n + 3}, {1, 5}},
         {{0, 3}, {2, 4}}},
        {"empty workers", {}, {}, {}, {}},
        {"empty coordinate rows", {{}}, {}, {}, {}},
        {"one coordinate", {{{n, n}}}, {{n, n}}, {{0, n}}, {{n, n}}},
        {"negative coordinate values", {{{-1, n}}, {{-1, -n}}}, {{-1, 0}}, {{0, 0}}, {{-1, -n}}},
        {"missing coordinate treated zero",
         {{{1, 2}}, {{3, 4}}},
         {{1, 2}, {3, 4}},
         {{0, 6}},
         {{1, 2}, {3, 4}}},
    };
}

/// What a strategy must give: its values, and verdicts that follow from them.
template <class Strategy>
const Pairs& values_of(const Case& one) {
    if (Strategy::name == "position") return one.position;
    return Strategy::name == "overwrite" ? one.overwrite : one.expected;
}

Pairs without_zeros(Pairs pairs) {
    std::erase_if(pairs, [](const auto& pair) { return pair.value == 0; });
    return pairs;
}

std::string verdicts_on(const Pairs& actual, const Pairs& expected) {
    const auto same_coordinates =
        std::equal(actual.begin(), actual.end(), expected.begin(), expected.end(),
                   [](const auto& a, const auto& b) { return a.coordinate == b.coordinate; });
    return std::string("+") + (same_coordinates ? '+' : '-') +
           (without_zeros(actual) == without_zeros(expected) ? '+' : '-');
}

template <class Strategy>
int passed(std::int64_t n, int ranks, const std::string& schedule) {
    int count = 0;
    for (const Case& one : six(n)) {
        CAPTURE(one.name);
        Options options;
        options.schedule = schedule;
        const auto outcome =
            run_job<Strategy>(one.workers, even_bounds(one.workers.size(), ranks), std::move(options));
        for (const Pairs& copy : outcome.copies) REQUIRE(copy == values_of<Strategy>(one));
        REQUIRE(outcome.checks() == verdicts_on(values_of<Strategy>(one), one.expected));
        REQUIRE(outcome.account.workers == static_cast<std::int64_t>(one.workers.size()));
        count += outcome.copies[0] == one.expected;
    }
    return count;
}

}  // namespace

TEST_CASE("strategies: the contract's six checks on every schedule at 1 to 64 ranks") {
    const auto& names = schedule_names();
    for (int ranks = 1; ranks <= 64; ++ranks) {
        CAPTURE(ranks);
        for (std::size_t schedule = 0; schedule < names.size(); ++schedule) {
            CAPTURE(names[schedule]);
            // Beyond 17 ranks a schedule has its turn; around 32 and 64 each has, which recursive doubling
            // minds.
            const bool all = ranks <= 17 || (ranks >= 31 && ranks <= 33) || ranks >= 63;
            if (!all && static_cast<std::size_t>(ranks) % names.size() != schedule) continue;
            for (const std::int64_t n : {1, 2, 3, -1, 0}) {
                if (n != 1 && ranks > 8) continue;
                CAPTURE(n);
                CHECK(passed<Position>(n, ranks, names[schedule]) == (n == 0 ? 3 : 2));
                CHECK(passed<Overwrite>(n, ranks, names[schedule]) == (n == 0 ? 5 : 4));
                CHECK(passed<Coordinate>(n, ranks, names[schedule]) == 6);
            }
        }
    }
}

TEST_CASE("strategies: the table finds each by its name, and no other") {
    std::vector<std::string_view> names;
    for (const StrategyRow& row : strategy_rows()) {
        names.push_back(row.name);
        std::string_view visited;
        CHECK(visit_strategy(row.name, [&](auto strategy) { visited = strategy.name; }));
        CHECK(visited == row.name);
        CHECK(row.flaw.empty() == (row.name == "coordinate"));
        CHECK(!row.meaning.empty());
    }
    CHECK(names == std::vector<std::string_view>{"coordinate", "position", "overwrite"});
    CHECK(!visit_strategy("coordinates", [](auto) { FAIL("no such strategy"); }));
}
