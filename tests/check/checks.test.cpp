#include "collective/check/checks.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <set>
#include <string>

#include "tests/check/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// A random job: dense or sparse coordinates, repeats, empty ranks.
template <class V, class K, class Value, class Key>
Job<V, K> random_job(std::mt19937_64& random, std::size_t ranks, Value value, Key key) {
    std::vector<std::vector<Entry<V, K>>> inputs(ranks);
    const std::uint64_t range = random() % 2 ? 20 : 1'000'000'000'000;
    for (auto& list : inputs)
        for (std::size_t n = random() % 4 == 0 ? 0 : random() % 12; n > 0; --n)
            list.push_back({key(random() % range), value()});
    Job<V, K> job(std::move(inputs));
    job.give_right_result();
    return job;
}

template <class Use>
void for_random_jobs(int trials, unsigned first, Use use) {
    std::mt19937_64 random(first);
    const auto integer = [&] { return static_cast<std::int64_t>(random() % 201) - 100; };
    const auto wild = [&] {
        const double mantissa = static_cast<double>(static_cast<std::int64_t>(random()));
        return std::ldexp(mantissa, static_cast<int>(random() % 600) - 363);
    };
    const auto tame = [&] { return static_cast<float>(random() % 1000) / 7 - 50; };
    const auto number = [](std::uint64_t key) { return static_cast<std::int64_t>(key) - 10; };
    const auto word = [](std::uint64_t key) { return "w" + std::to_string(key); };
    const auto narrow = [](std::uint64_t key) { return static_cast<std::int32_t>(key % 1000); };
    for (int trial = 0; trial < trials; ++trial) {
        const std::size_t ranks = std::array<std::size_t, 4>{1, 2, 3, 5}[random() % 4];
        switch (trial % 5) {
            case 0:
                use(random_job<std::int64_t, std::int64_t>(random, ranks, integer, number), random);
                break;
            case 1:
                use(random_job<double, std::int64_t>(random, ranks, wild, number), random);
                break;
            case 2:
                use(random_job<float, std::int32_t>(random, ranks, tame, narrow), random);
                break;
            case 3:
                use(random_job<double, std::string>(random, ranks, wild, word), random);
                break;
            default:
                use(random_job<double, std::int32_t>(random, ranks, wild, narrow), random);
        }
    }
}

/// A coordinate just above.
std::string above(const std::string& word) { return word + "!"; }
template <std::integral K>
K above(K key) {
    return static_cast<K>(key + 1);
}

/// The smallest change of a value.
template <class R>
R changed(R value) {
    if constexpr (std::floating_point<R>)
        return std::nextafter(value, std::numeric_limits<R>::infinity());
    else
        return value + 1;
}

}  // namespace

TEST_CASE("checks: a right result raises no alarm") {
    for_random_jobs(20000, 1, [](const auto& job, auto&) {
        const std::vector<Verdict> verdicts = job.check();
        REQUIRE(summary(verdicts) == "+++");
        for (const Verdict& one : verdicts) REQUIRE(one.detail.empty());
    });
}

TEST_CASE("checks: a single fault in every rank's copy is caught") {
    int faults = 0;
    for_random_jobs(10000, 2, [&](auto job, auto& random) {
        auto result = job.copies.front();
        const std::size_t n = result.size();
        if (n == 0) return;
        const std::size_t i = random() % n, j = random() % n;
        std::string allowed = "+-+ +--";  // of agreement, coordinates, fingerprint
        switch (random() % 4) {
            case 0:
                result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
                break;
            case 1:
                if (i + 1 < n && result[i + 1].coordinate == above(result[i].coordinate)) return;
                result.insert(result.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                              {above(result[i].coordinate), 0});
                allowed = "+-+";
                break;
            case 2:
                if (result[i].value == result[j].value) return;
                std::swap(result[i].value, result[j].value);
                allowed = "++-";
                break;
            default:
                result[i].value = changed(result[i].value);
                allowed = "++-";
        }
        job.give_all(result);
        ++faults;
        REQUIRE(allowed.find(summary(job.check())) != std::string::npos);
    });
    CHECK(faults > 7000);
}

TEST_CASE("checks: one corrupted rank is caught and named") {
    int faults = 0;
    for_random_jobs(5000, 3, [&](auto job, auto& random) {
        const std::size_t ranks = job.copies.size(), rank = random() % ranks;
        auto& copy = job.copies[rank];
        if (copy.empty()) return;
        ++faults;
        if (random() % 2)
            copy.back().value = changed(copy.back().value);
        else if (copy.back().value != 0)
            copy.pop_back();
        else
            return;
        const std::vector<Verdict> verdicts = job.check();
        if (ranks == 1) {
            REQUIRE(verdicts[0].status == Status::passed);
            REQUIRE(verdicts[2].status == Status::failed);
            return;
        }
        REQUIRE(summary(verdicts) == "-.-");
        REQUIRE(verdicts[0].detail == "rank " + std::to_string(rank) + " differs from the others");
        REQUIRE(verdicts[2].detail ==
                "the copy of rank " + std::to_string(rank) + " doesn't hold the sums of the inputs");
    });
    CHECK(faults > 4000);
}

TEST_CASE("checks: ranks that meet only in the collectives come to the same verdicts") {
    for_random_jobs(200, 4, [](auto job, auto& random) {
        auto& copy = job.copies[random() % job.copies.size()];
        switch (random() % 4) {
            case 0:
                copy.clear();
                break;
            case 1:
                if (!copy.empty()) copy.back().value = changed(copy.back().value);
                break;
            case 2:
                job.give_all({});
                break;
            default:
                break;
        }
        const std::vector<Verdict> together = job.check();
        for (const std::vector<Verdict>& apart : job.check_apart()) {
            REQUIRE(summary(apart) == summary(together));
            for (std::size_t i = 0; i < 3; ++i) REQUIRE(apart[i].detail == together[i].detail);
        }
    });
}

TEST_CASE("checks: nothing at all is right") {
    for (const std::size_t ranks : {1, 2, 3}) {
        Job<double> job{std::vector<std::vector<Entry<double>>>(ranks)};
        job.give_right_result();
        CHECK(summary(job.check()) == "+++");
        job.give_all({{0, 0.0}});
        CHECK(summary(job.check()) == "+-+");
    }
}

TEST_CASE("checks: names, order and cost") {
    Job<int> job({{{1, 1}}});
    job.give_right_result();
    const std::vector<Verdict> verdicts = job.check();
    REQUIRE(verdicts.size() == 3);
    CHECK(verdicts[0].check == "agreement");
    CHECK(verdicts[1].check == "coordinates");
    CHECK(verdicts[2].check == "fingerprint");
    for (const Verdict& one : verdicts) CHECK(one.ns_per_pair == doctest::Approx(one.seconds * 1e9 / 2));
}

TEST_CASE("checks: a position as identity, an overwriting repair") {
    Job<int> job({{{2, 1}, {0, 1}}, {{0, 3}, {2, 4}}});
    job.give_all({{0, 4}, {1, 5}});
    CHECK(summary(job.check()) == "+--");
    job.give_all({{0, 3}, {2, 4}});
    CHECK(summary(job.check()) == "++-");
    job.give_all({{0, 4}, {2, 5}});
    CHECK(summary(job.check()) == "+++");
}

TEST_CASE("checks: padding between the members raises no alarm") {
    Job<double, std::int32_t> job({{{1, 1.5}, {2, 2.5}, {3, 3.5}}, {{3, 10}, {2, 20}, {1, 30}}});
    job.give_right_result();
    CHECK(job.copies[0] == std::vector<Entry<double, std::int32_t>>{{1, 31.5}, {2, 22.5}, {3, 13.5}});
    for (std::size_t rank : {0, 1}) {
        const auto right = job.copies[rank];
        std::memset(static_cast<void*>(job.copies[rank].data()), rank ? 255 : 0,
                    right.size() * sizeof right[0]);
        for (std::size_t i = 0; i < right.size(); ++i) {
            job.copies[rank][i].coordinate = right[i].coordinate;
            job.copies[rank][i].value = right[i].value;
        }
    }
    CHECK(summary(job.check()) == "+++");
}
