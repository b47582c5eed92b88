#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <string_view>

#include "collective/operator/last.hpp"
#include "tests/plan/kinds.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// A user's own operator on numbers: bits seen anywhere.
struct BitOr {
    static constexpr std::string_view name = "bit-or";
    static constexpr bool commutative = true;

    std::uint32_t lift(std::uint32_t value, Origin) const { return value; }
    std::size_t combine(std::span<std::uint32_t> same) const {
        for (const std::uint32_t value : same) same[0] |= value;
        return 1;
    }
    std::uint32_t finish(std::span<const std::uint32_t> same) const { return same[0]; }
};

/// A user's own operator that needs the order of workers, and has a state.
struct Concatenate {
    static constexpr std::string_view name = "concatenate";
    static constexpr bool commutative = false;
    std::string end = ".";

    std::string lift(const std::string& value, Origin) const { return value; }
    std::size_t combine(std::span<std::string> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] += same[i];
        return 1;
    }
    std::string finish(std::span<const std::string> same) const { return same[0] + end; }
};

std::string letters(int n) { return std::string(static_cast<std::size_t>(n), static_cast<char>('a' + n)); }

}  // namespace

TEST_CASE_TEMPLATE("values: sums on every schedule", V, std::int8_t, std::int64_t, Int128, float, double,
                   BigNumber, Gradient, Weighted, Bag) {
    sum_everywhere<V, std::int64_t>();
}

TEST_CASE("values: unsigned sums on every schedule") {
    const auto fold = [](const std::vector<std::uint64_t>& values) { return *right_sum(values); };
    run_everywhere<Sum, std::uint64_t, std::int64_t>(
        [](int n) { return static_cast<std::uint64_t>(n) << 55; }, fold, "+++");
}

TEST_CASE("values: a user's own operator") {
    const auto fold = [](const std::vector<std::uint32_t>& values) {
        std::uint32_t all = 0;
        for (const std::uint32_t value : values) all |= value;
        return all;
    };
    run_everywhere<BitOr, std::uint32_t, std::int64_t>([](int n) { return std::uint32_t{1} << n; }, fold,
                                                       "++.");
}

TEST_CASE("values: an operator that needs the order of workers keeps it") {
    const auto fold = [](const std::vector<std::string>& values) {
        std::string all;
        for (const std::string& value : values) all += value;
        return all + "!";
    };
    run_everywhere<Concatenate, std::string, std::int64_t>(letters, fold, "++.", Concatenate{"!"});
    run_everywhere<Concatenate, std::string, std::string>(letters, fold, "++.", Concatenate{"!"});
}

TEST_CASE(
    "values: an operator that needs the order of workers is refused where it is lost, and auto keeps it") {
    // Many pairs on several nodes, where auto would choose hierarchical.
    Workers<std::string> workers(4);
    for (auto& worker : workers) {
        for (std::int64_t i = 0; i < 2'000; ++i) worker.push_back({i, "x"});
    }
    for (const Schedule& schedule : schedules()) {
        Options options;
        options.schedule = schedule.name;
        if (schedule.keeps_order) {
            CHECK_NOTHROW(run_job<Concatenate>(workers, even_bounds(4, 4), options));
        } else {
            const std::string message =
                "rank 0: operator concatenate depends on the order of workers, which schedule " +
                std::string(schedule.name) +
                " does not keep: choose gather, recursive-doubling, split or auto";
            CHECK_THROWS_WITH_AS(run_job<Concatenate>(workers, even_bounds(4, 4), options), message.c_str(),
                                 InputError);
        }
    }
    Options options;
    options.nodes = {2, 2};
    CHECK(find_schedule(run_job<Concatenate>(workers, even_bounds(4, 4), options).account.schedule)
              ->keeps_order);
    CHECK(run_job<Last>(workers, even_bounds(4, 4), options).account.schedule == "hierarchical");
}

TEST_CASE_TEMPLATE("values: last keeps the order of workers on every schedule", V, std::int64_t, std::string,
                   Bag) {
    const auto made = [](int n) {
        if constexpr (std::is_same_v<V, std::string>) {
            return letters(n);
        } else {
            return value_of<V>(n);
        }
    };
    run_everywhere<Last, V, std::int64_t>(
        made, [](const std::vector<V>& values) { return values.back(); }, "++.");
}

namespace {

/// Two ranks' values whose sum does not fit, and then a job that does, on the same plan.
template <class V>
void refuse_then_work(const std::string& schedule) {
    const V most = std::numeric_limits<V>::max();
    const Workers<V> large{{{3, most}, {9, 1}}, {{3, 1}, {2, 5}}},
        small{{{3, most}, {9, 1}}, {{3, 0}, {9, 1}}};
    const Big sum = Big(most) + 1;
    Options options;
    options.schedule = schedule;
    for (const int ranks : {1, 2, 3, 7}) {
        InMemory<Sum, V> job(ranks, {}, options);
        for (int again = 0; again < 2; ++again) {
            std::string message;
            try {
                job(spread(large, even_bounds(2, ranks)));
            } catch (const InputError& error) {
                message = error.what();
            }
            CHECK(message.ends_with("coordinate 3: the sum " + sum.str() + " does not fit " +
                                    (std::is_signed_v<V> ? "a signed " : "an unsigned ") +
                                    std::to_string(8 * sizeof(V)) + "-bit integer"));
            CHECK(message.starts_with("rank ") == (ranks > 1));
            job(spread(small, even_bounds(2, ranks)));
            for (int rank = 0; rank < ranks; ++rank) {
                const std::vector<Entry<V>> copy(job.result(rank).begin(), job.result(rank).end());
                CHECK(copy == std::vector<Entry<V>>{{3, most}, {9, 2}});
            }
        }
    }
}

}  // namespace

TEST_CASE_TEMPLATE("values: a sum that does not fit is refused with its coordinate, and the plan still works",
                   V, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint64_t) {
    for (const std::string& schedule : schedule_names()) refuse_then_work<V>(schedule);
}
