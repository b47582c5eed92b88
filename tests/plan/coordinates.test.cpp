#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "tests/plan/kinds.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// As many integers as a tuple of the command may have.
using Tuple = std::array<std::int64_t, 8>;

/// Dense coordinates at either end of their type, and around its middle, as a grid takes them; in some jobs
/// with both extremes beside them, too far apart for one.
template <class K>
void sum_at_the_ends() {
    using Limits = std::numeric_limits<K>;
    constexpr int width = 50;
    Random random(43);
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 5, 8}) {
            for (const K first :
                 {Limits::min(), static_cast<K>(Limits::min() / 2 + Limits::max() / 2 - width / 2),
                  static_cast<K>(Limits::max() - width + 1)}) {
                for (const bool far : {false, true}) {
                    Workers<std::int64_t, K> workers(5);
                    for (auto& list : workers) {
                        for (int i = 0; i < 40; ++i) {
                            list.push_back(
                                {static_cast<K>(first + static_cast<K>(from_to(random, 0, width - 1))),
                                 from_to(random, -3, 3)});
                        }
                        if (far) list.insert(list.end(), {{Limits::max(), 1}, {Limits::min(), 1}});
                    }
                    std::vector<Entry<std::int64_t, K>> right;
                    for (const auto& [coordinate, values] : by_coordinate(workers)) {
                        right.push_back({coordinate, *right_sum(values)});
                    }
                    Options options;
                    options.schedule = schedule;
                    options.nodes = random_nodes(ranks, random);
                    CAPTURE(schedule);
                    CAPTURE(ranks);
                    const auto outcome = run_job<Sum>(workers, even_bounds(5, ranks), options);
                    for (const auto& copy : outcome.copies) REQUIRE((copy == right));
                    REQUIRE(outcome.checks() == "+++");
                }
            }
        }
    }
}

}  // namespace

TEST_CASE_TEMPLATE("coordinates: dense ones at the ends of a type are like any others", K, std::int32_t,
                   std::int64_t, std::uint64_t) {
    sum_at_the_ends<K>();
}

TEST_CASE_TEMPLATE("coordinates: every type on every schedule", K, std::int8_t, std::int32_t, std::uint64_t,
                   std::string, Cell, Tuple) {
    sum_everywhere<std::int64_t, K>();
}

TEST_CASE("coordinates: pairs whose members have unlike sizes, or both travel serialized") {
    sum_everywhere<double, std::int32_t>();
    sum_everywhere<double, std::string>();
    sum_everywhere<BigNumber, std::string>();
    sum_everywhere<Bag, Cell>();
}
