#include "collective/plan/fault.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "collective/strategy/coordinate.hpp"
#include "tests/plan/draw.hpp"

using namespace collective;
using namespace collective::testing;

// Whatever is broken is caught, and what is not broken raises no alarm.

namespace {

constexpr int trials = 1'000;

/// The right answer by brute force; nothing where an integer sum does not fit.
template <class V>
std::optional<std::vector<Entry<V>>> right_answer(const Workers<V>& workers) {
    std::vector<Entry<V>> right;
    for (const auto& [coordinate, values] : by_coordinate(workers)) {
        const auto sum = right_sum(values);
        if (!sum) return std::nullopt;
        right.push_back({coordinate, *sum});
    }
    return right;
}

template <class V>
struct Trial {
    Workers<V> workers;
    std::vector<Entry<V>> right;
    Outcome<V, std::int64_t> outcome;
    int ranks, broken_rank;

    bool broken() const { return outcome.account.fault == "broken on purpose"; }
    bool failed(std::size_t check) const { return outcome.verdicts[check].status == Status::failed; }
    bool copies_are_right() const {
        return std::all_of(outcome.copies.begin(), outcome.copies.end(),
                           [&](const auto& copy) { return same_bits(copy, right); });
    }
    bool copies_are_equal() const {
        return std::all_of(outcome.copies.begin(), outcome.copies.end(),
                           [&](const auto& copy) { return same_bits(copy, outcome.copies[0]); });
    }
};

/// Breaks random jobs and lets `judge` see each, until 1,000 were broken.
template <class V, class Judge>
void break_jobs(Fault fault, unsigned first, Judge judge) {
    Random random(first);
    for (int broken = 0; broken < trials;) {
        Workers<V> workers = draw_job<V>(random);
        const int ranks = from_to(random, 1, 6);
        Bounds bounds = random_bounds(workers.size(), ranks, random);
        if (random() % 4 == 0) {  // every rank holds the same
            workers.assign(static_cast<std::size_t>(ranks),
                           workers.empty() ? std::vector<Entry<V>>{} : workers[0]);
            bounds = even_bounds(workers.size(), ranks);
        }
        if (random() % 8 == 0) {
            for (auto& list : workers)
                for (auto& pair : list) pair.value = V{0};
        }
        auto right = right_answer(workers);
        if (!right) continue;
        Options options;
        options.schedule = schedule_names()[random() % schedule_names().size()];
        options.fault = fault;
        options.fault_rank = from_to(random, 0, ranks - 1);
        Trial<V> trial{workers, *right, {}, ranks, options.fault_rank};
        try {
            trial.outcome = run_job<Coordinate>(workers, bounds, options);
        } catch (const InputError&) {
            // Without what was dropped, a sum may fit no longer.
            REQUIRE(fault == Fault::drop_pair);
            continue;
        }
        CAPTURE(trial.ranks);
        CAPTURE(options.schedule);
        CAPTURE(trial.outcome.checks());
        if (!trial.broken()) {
            REQUIRE(trial.outcome.account.fault == "nothing to break");
            REQUIRE(trial.copies_are_right());
            REQUIRE(trial.outcome.checks() == "+++");
        }
        judge(trial);
        broken += trial.broken();
    }
}

/// For integers and for floats.
template <class Judge>
void break_both(Fault fault, Judge judge) {
    break_jobs<std::int64_t>(fault, 21, judge);
    break_jobs<double>(fault, 22, judge);
}

template <class V>
bool all_equal(const std::vector<Entry<V>>& pairs) {
    return std::all_of(pairs.begin(), pairs.end(),
                       [&](const Entry<V>& pair) { return pair.value == pairs[0].value; });
}

}  // namespace

TEST_CASE("faults: a corrupt rank is caught by agreement, which names it; alone by the fingerprint") {
    break_both(Fault::corrupt_rank, [](const auto& trial) {
        REQUIRE(trial.broken() == !trial.right.empty());
        if (!trial.broken()) return;
        REQUIRE(!trial.copies_are_right());
        if (trial.ranks == 1) {
            REQUIRE(trial.failed(2));
        } else {
            REQUIRE(trial.failed(0));
            const std::string rank = std::to_string(trial.broken_rank),
                              detail = trial.outcome.verdicts[0].detail;
            // Of two copies with an infinity nobody knows which is wrong.
            if (detail != "ranks 0 and 1 differ")
                REQUIRE(detail == "rank " + rank + " differs from the others");
        }
    });
}

TEST_CASE("faults: a dropped pair is caught by the fingerprint or the coordinates") {
    break_both(Fault::drop_pair, [](const auto& trial) {
        bool all_zero = true;
        for (const auto& list : trial.workers)
            for (const auto& pair : list) all_zero = all_zero && pair.value == 0;
        REQUIRE(trial.broken() == !all_zero);
        REQUIRE(trial.copies_are_equal());
        if (trial.broken()) REQUIRE((trial.failed(1) || trial.failed(2)));
    });
}

TEST_CASE(
    "faults: a skipped reduction is caught by agreement, or by the fingerprint where all lists are equal") {
    int equal = 0;
    break_both(Fault::skip_reduction, [&](const auto& trial) {
        if (trial.ranks == 1) REQUIRE(!trial.broken());
        if (!trial.broken()) return;
        REQUIRE(!trial.copies_are_right());
        REQUIRE(trial.failed(trial.copies_are_equal() ? 2 : 0));
        equal += trial.copies_are_equal();
    });
    CHECK(equal > 100);
}

TEST_CASE("faults: swapped values are caught by the fingerprint") {
    break_both(Fault::swap_values, [](const auto& trial) {
        REQUIRE(trial.broken() == !all_equal(trial.right));
        REQUIRE(trial.copies_are_equal());
        if (trial.broken()) REQUIRE(trial.failed(2));
    });
}

TEST_CASE("faults: an extra zero is caught by the coordinates") {
    break_both(Fault::extra_zero, [](const auto& trial) {
        REQUIRE(trial.broken());
        REQUIRE(trial.failed(1));
        REQUIRE(!trial.failed(2));
    });
}

namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr int right_runs = 2'000;
#else
constexpr int right_runs = 100'000;  // as the release preset has it
#endif

template <class V>
void run_without_alarm(int runs, unsigned first) {
    Random random(first);
    for (int done = 0; done < runs;) {
        const Workers<V> workers = draw_job<V>(random);
        const int ranks = from_to(random, 1, 4);
        Options options;
        options.schedule = schedule_names()[random() % schedule_names().size()];
        InMemory<Coordinate, V> job(ranks, {}, options);
        try {
            job(spread(workers, even_bounds(workers.size(), ranks)));
        } catch (const InputError&) {
            continue;  // a sum that does not fit is no alarm of a check
        }
        for (const Verdict& verdict : job.verdicts()) REQUIRE(verdict.status == Status::passed);
        ++done;
    }
}

}  // namespace

TEST_CASE("faults: no alarm in 100,000 right runs (2,000 without optimisation or with sanitizers)") {
    run_without_alarm<std::int64_t>(right_runs * 4 / 10, 31);
    run_without_alarm<double>(right_runs * 4 / 10, 32);
    run_without_alarm<float>(right_runs * 2 / 10, 33);
}
