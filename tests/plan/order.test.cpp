#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/plan/draw.hpp"
#include "tests/plan/row_job.hpp"

using namespace collective;
using namespace collective::testing;

// Sums of floats are the exact sums, rounded once: so neither the order of workers and of their pairs, nor
// the number of ranks, nor the schedule can change a bit.

namespace {

template <class V>
bool is_special(V value) {
    return !std::isfinite(value);
}

/// The right sum, also where there are infinities and NaNs.
template <class V>
V right_of(const std::vector<V>& values) {
    if (std::none_of(values.begin(), values.end(), is_special<V>)) return *right_sum(values);
    V sum = 0;
    for (const V value : values) sum += is_special(value) ? value : V{0};
    return std::isnan(sum) ? std::numeric_limits<V>::quiet_NaN() : sum;  // always the same one
}

template <class V>
std::vector<Entry<V>> right_of(const Workers<V>& workers) {
    std::vector<Entry<V>> right;
    for (const auto& [coordinate, values] : by_coordinate(workers)) {
        right.push_back({coordinate, right_of(values)});
    }
    return right;
}

/// How often something came up, so that a test which never meets it fails.
struct Seen {
    int runs = 0, plain_is_wrong = 0, infinite_inputs = 0, overflown = 0, subnormal = 0, cancelled = 0,
        negative_zero = 0, nan = 0;
    std::array<std::array<int, 18>, 6> by_schedule_and_ranks{};

    template <class V>
    void add(const std::vector<V>& values) {
        const V right = right_of(values);
        const bool finite = std::none_of(values.begin(), values.end(), is_special<V>);
        infinite_inputs += !finite;
        if (finite && std::accumulate(values.begin(), values.end(), V{-0.0F}) != right) ++plain_is_wrong;
        overflown += finite && std::isinf(right);
        subnormal += std::fpclassify(right) == FP_SUBNORMAL;
        cancelled += right == 0 && std::any_of(values.begin(), values.end(), [](V v) { return v != 0; });
        negative_zero += right == 0 && std::signbit(right);
        nan += std::isnan(right);
    }
};

/// One job of single values: what is right, and whether a rank's copy is that.
template <class V>
struct Single {
    using Value = V;
    Workers<V> workers;
    std::vector<Entry<V>> right;

    Single(Random& random, std::size_t count, Seen& seen) : workers(draw_adversarial<V>(random, count)) {
        for (const auto& [coordinate, values] : by_coordinate(workers)) seen.add(values);
        right = right_of(workers);
    }
    bool is_right(std::span<const Entry<V>> copy) const {
        return same_bits(std::vector(copy.begin(), copy.end()), right);
    }
};

/// The same of rows. A complex number is a row of two.
template <class V, std::size_t width>
struct Rowed {
    using Value = Row<V>;
    RowJob<V> job;
    Workers<Row<V>> workers = job.rows;
    std::vector<std::vector<Entry<V>>> right;

    Rowed(Random& random, std::size_t count, Seen& seen)
        : job(columns_like(draw_adversarial<V>(random, count), width, Adversary<V>(random))) {
        for (const auto& column : job.columns) {
            for (const auto& [coordinate, values] : by_coordinate(column)) seen.add(values);
            right.push_back(right_of(column));
        }
    }
    bool is_right(std::span<const Entry<Row<V>>> copy) const {
        for (std::size_t column = 0; column < width; ++column) {
            if (!same_bits(column_of(copy, column), right[column])) return false;
        }
        return true;
    }
};

template <class Job>
void run_once(const Job& job, int ranks, std::size_t schedule, Random& random, Seen& seen) {
    Options options;
    options.schedule = schedule_names()[schedule];
    options.nodes = random_nodes(ranks, random);
    options.seed = random();
    options.check = random() % 4 == 0;  // without, few pairs go with the handshake
    const std::size_t count = job.workers.size();
    const Bounds bounds = random() % 2 == 0 ? even_bounds(count, ranks) : random_bounds(count, ranks, random);
    InMemory<Sum, typename Job::Value> call(ranks, {}, options);
    call(spread(job.workers, bounds));
    bool all_right = true, passed = true;
    for (int rank = 0; rank < ranks; ++rank) all_right = all_right && job.is_right(call.result(rank));
    for (const Verdict& one : call.verdicts()) passed = passed && one.status == Status::passed;
    if (!all_right || !passed) {
        CAPTURE(options.schedule);
        CAPTURE(ranks);
        CAPTURE(seen.runs);
        REQUIRE(all_right);
        REQUIRE(passed);
    }
    ++seen.runs;
    ++seen.by_schedule_and_ranks[schedule][static_cast<std::size_t>(ranks)];
}

/// Each job's right sums are found once; then workers and their pairs are shuffled and run, again and again.
template <class Job>
void run_shuffled(int jobs, Random& random, Seen& seen) {
    for (int j = 0; j < jobs; ++j) {
        Job job(random, random() % 7, seen);
        for (int run = 0; run < 20; ++run) {
            std::shuffle(job.workers.begin(), job.workers.end(), random);
            for (auto& list : job.workers) std::shuffle(list.begin(), list.end(), random);
            run_once(job, from_to(random, 1, 17), random() % schedule_names().size(), random, seen);
        }
    }
}

/// All orders of up to 6 workers, each on every schedule.
template <class Job>
void run_permuted(Random& random, Seen& seen) {
    for (std::size_t count = 1; count <= 6; ++count) {
        Job job(random, count, seen);
        const auto first = job.workers;
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        do {
            for (std::size_t i = 0; i < count; ++i) job.workers[i] = first[order[i]];
            for (std::size_t schedule = 0; schedule < schedule_names().size(); ++schedule) {
                run_once(job, 1 + seen.runs % 17, schedule, random, seen);
            }
        } while (std::next_permutation(order.begin(), order.end()));
    }
}

}  // namespace

TEST_CASE(
    "order: 100,000 adversarial cases come to the exact sums rounded once, whatever order, ranks, schedule") {
    Random random(61);
    Seen doubles, floats;
    run_shuffled<Single<double>>(2000, random, doubles);
    run_shuffled<Rowed<double, 2>>(1000, random, doubles);
    run_shuffled<Rowed<double, 5>>(300, random, doubles);
    run_shuffled<Single<float>>(1500, random, floats);
    run_shuffled<Rowed<float, 2>>(200, random, floats);
    CHECK(doubles.runs + floats.runs == 100'000);
    for (const Seen& seen : {doubles, floats}) {
        CHECK(seen.plain_is_wrong > 300);
        CHECK(seen.infinite_inputs > 300);
        CHECK(seen.nan > 100);
        CHECK(seen.overflown > 100);
        CHECK(seen.subnormal > 100);
        CHECK(seen.cancelled > 100);
        CHECK(seen.negative_zero > 30);
        for (const auto& by_ranks : seen.by_schedule_and_ranks) {
            CHECK(*std::min_element(by_ranks.begin() + 1, by_ranks.end()) > 100);
        }
    }
}

TEST_CASE_TEMPLATE("order: all permutations of up to 6 workers come to the same bits on every schedule", Job,
                   Single<double>, Single<float>, Rowed<double, 2>, Rowed<double, 3>) {
    Random random(62);
    Seen seen;
    run_permuted<Job>(random, seen);
    CHECK(seen.runs == (1 + 2 + 6 + 24 + 120 + 720) * 6);
}
