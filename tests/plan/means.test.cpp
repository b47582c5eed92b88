#include <doctest/doctest.h>

#include <string>

#include "tests/plan/operators.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

struct MeanOverAll : Mean {
    MeanOverAll() : Mean(Over::all) {}
};

/// Divides by all workers, and claims to divide by those who contribute.
struct OverAllWorkers {
    using Operator = MeanOverAll;
    using Claim = Mean;
    static constexpr std::string_view name = "over-all-workers";

    static std::int64_t identity(std::int64_t coordinate, Origin) { return coordinate; }
};

template <class V>
auto merge(const Workers<V>& workers, const Bounds& bounds, const Options& options, Mean::Over over) {
    return run_job<Mean>(workers, bounds, options, Mean(over));
}

Options options_of(const std::string& schedule, int ranks, Random& random) {
    Options options;
    options.schedule = schedule;
    options.nodes = random_nodes(ranks, random);
    return options;
}

}  // namespace

TEST_CASE_TEMPLATE("means: right ones pass the fingerprint", V, std::int64_t, std::uint8_t, double, float) {
    Random random(41);
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 5}) {
            for (int trial = 0; trial < 12; ++trial) {
                const auto workers = draw_repeats<V, std::int64_t>(random);
                const Options options = options_of(schedule, ranks, random);
                const Bounds bounds = random_bounds(workers.size(), ranks, random);
                for (const auto over : {Mean::Over::contributors, Mean::Over::all}) {
                    const auto right = right_of(AnyOperator<V>(Mean(over)), workers);
                    const auto outcome = merge(workers, bounds, options, over);
                    for (const auto& copy : outcome.copies) {
                        REQUIRE(copy.size() == right.merged.size());
                        for (std::size_t i = 0; i < copy.size(); ++i) {
                            REQUIRE(bits_of(copy[i].value) == right.merged[i].value);
                        }
                    }
                    REQUIRE(outcome.checks() == "+++");
                }
            }
        }
    }
}

TEST_CASE_TEMPLATE("means: lost pairs and swapped values fail the fingerprint", V, std::int64_t, double) {
    Random random(42);
    // Enough repeats and coordinates that each fault has a place.
    const Workers<V> workers{{{1, V{3}}, {1, V{4}}, {2, V{8}}}, {{2, V{5}}, {9, V{-7}}}, {{1, V{1}}}};
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 5}) {
            for (const auto over : {Mean::Over::contributors, Mean::Over::all}) {
                Options options = options_of(schedule, ranks, random);
                const Bounds bounds = even_bounds(workers.size(), ranks);
                options.fault = Fault::drop_pair;
                CHECK(merge(workers, bounds, options, over).checks() == "++-");
                options.fault = Fault::swap_values;
                CHECK(merge(workers, bounds, options, over).checks() == "++-");
            }
        }
    }
}

TEST_CASE("means: a wrong divisor fails the fingerprint, unless it comes to the same") {
    Random random(43);
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 5}) {
            for (int trial = 0; trial < 20; ++trial) {
                const auto workers = draw_repeats<double, std::int64_t>(random);
                const Options options = options_of(schedule, ranks, random);
                const Bounds bounds = random_bounds(workers.size(), ranks, random);
                const auto claimed = right_of(AnyOperator<double>(Mean{}), workers);
                const auto made = right_of(AnyOperator<double>(Mean(Mean::Over::all)), workers);
                const auto outcome = run_job<OverAllWorkers>(workers, bounds, options);
                CAPTURE(schedule);
                CAPTURE(ranks);
                if (claimed.merged != made.merged) REQUIRE(outcome.checks() == "++-");
            }
        }
    }
}
