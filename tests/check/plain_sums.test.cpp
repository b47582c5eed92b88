#include "collective/check/plain_sums.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <map>
#include <random>
#include <vector>

#include "collective/check/checks.hpp"
#include "tests/check/exact.hpp"
#include "tests/check/transports.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

template <class V>
using Pairs = std::vector<Entry<V>>;

/// Inputs of ranks, and a result that all ranks hold.
template <class V>
struct PlainJob {
    std::vector<Pairs<V>> inputs;
    Pairs<V> result;

    std::map<std::int64_t, std::vector<V>> by_coordinate() const {
        std::map<std::int64_t, std::vector<V>> values;
        for (const auto& list : inputs)
            for (const auto& [coordinate, value] : list) values[coordinate].push_back(value);
        return values;
    }

    /// Adds two random ones of what is left, until one is.
    void give_plain_sums(std::mt19937_64& random) {
        result.clear();
        for (auto [coordinate, values] : by_coordinate()) {
            while (values.size() > 1) {
                std::swap(values.back(), values[random() % values.size()]);
                const V last = values.back();
                values.pop_back();
                values[random() % values.size()] += last;
            }
            result.push_back({coordinate, values[0]});
        }
    }

    std::vector<Verdict> check() const {
        std::vector<Lists<V>> lists;
        for (const auto& list : inputs) lists.push_back({list});
        std::vector<CheckInput<V, std::int64_t, V>> members;
        for (const auto& list : lists) members.push_back({&list, result, nullptr});
        Together transport(static_cast<int>(inputs.size()));
        return run_checks(transport, std::span<const CheckInput<V, std::int64_t, V>>(members), Claimed::sums,
                          7, PlainWorth{});
    }
    Verdict fingerprint() const { return check()[2]; }
};

/// Cancelling floats over some binades, so that plain sums lose much.
template <class V>
PlainJob<V> random_job(std::mt19937_64& random) {
    PlainJob<V> job;
    job.inputs.resize(1 + random() % 4);
    for (auto& list : job.inputs)
        for (std::size_t n = random() % 60; n > 0; --n) {
            const auto mantissa = static_cast<double>(static_cast<std::int64_t>(random()));
            list.push_back({static_cast<std::int64_t>(random() % 9),
                            static_cast<V>(std::ldexp(mantissa, static_cast<int>(random() % 40) - 80))});
        }
    job.give_plain_sums(random);
    return job;
}

/// An error that no weight above 1/2 and no rounding of the sums can hide: more than four times what sums of
/// as many terms as there are can be off.
template <class V>
double surely_too_much(const PlainJob<V>& job) {
    double magnitudes = 0, terms = 0;
    for (const auto& list : job.inputs) {
        terms += static_cast<double>(list.size());
        for (const auto& pair : list) magnitudes += std::abs(static_cast<double>(pair.value));
    }
    return 5 * terms * magnitudes * static_cast<double>(std::numeric_limits<V>::epsilon());
}

template <class V>
void check_random_jobs(unsigned first) {
    std::mt19937_64 random(first);
    int rounded = 0, broken = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        PlainJob<V> job = random_job<V>(random);
        for (const auto& [coordinate, values] : job.by_coordinate()) {
            const std::vector<double> terms(values.begin(), values.end());
            const auto pair = std::find_if(job.result.begin(), job.result.end(),
                                           [&](const auto& one) { return one.coordinate == coordinate; });
            rounded += units(static_cast<double>(pair->value)) != units(terms);
        }
        const Verdict right = job.fingerprint();
        CAPTURE(right.detail);
        REQUIRE(right.status == Status::passed);
        REQUIRE(right.detail.starts_with("plain sums: errors below "));
        if (job.result.empty()) continue;
        V& value = job.result[random() % job.result.size()].value;
        const auto error = static_cast<V>(surely_too_much(job));
        if (value + error == value) continue;
        value += random() % 2 == 0 ? error : -error;
        ++broken;
        REQUIRE(job.fingerprint().status == Status::failed);
    }
    CHECK(rounded > 1000);
    CHECK(broken > 1500);
}

}  // namespace

TEST_CASE("plain sums: whatever the order, no alarm; an error beyond the bound is seen") {
    check_random_jobs<double>(1);
    check_random_jobs<float>(2);
}

TEST_CASE("plain sums: as bad as additions can be is no alarm, a hundredth more is one") {
    // Each 2^-53 is lost beside the 1: the error is m - 1 times u, and all coordinates have it.
    PlainJob<double> job{{{}}, {}};
    for (std::int64_t coordinate = 0; coordinate < 50; ++coordinate) {
        job.inputs[0].push_back({coordinate, 1.0});
        for (int i = 0; i < 100; ++i) job.inputs[0].push_back({coordinate, 0x1p-53});
        job.result.push_back({coordinate, 1.0});
    }
    CHECK(job.fingerprint().status == Status::passed);
    for (auto& pair : job.result) pair.value = 1 - 0x1p-53;
    CHECK(job.fingerprint().status == Status::failed);
}

TEST_CASE("plain sums: one contribution each is exact, and so is the check") {
    PlainJob<double> job{{{{1, 0.1}, {3, -7e10}}, {{2, 1e-9}}}, {{1, 0.1}, {2, 1e-9}, {3, -7e10}}};
    CHECK(job.fingerprint().status == Status::passed);
    job.result[2].value = std::nextafter(-7e10, 0.0);
    CHECK(job.fingerprint().status == Status::failed);
}

TEST_CASE("plain sums: values that changed places are seen") {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 1000; ++trial) {
        PlainJob<double> job{{{{1, 1.0}, {2, 1.5}, {5, 1e-3}}, {{1, 0.1}, {2, 0.3}}}, {}};
        job.give_plain_sums(random);
        for (auto& list : job.inputs)
            for (auto& pair : list) pair.coordinate += trial * 10;
        for (auto& pair : job.result) pair.coordinate += trial * 10;
        CHECK(job.fingerprint().status == Status::passed);
        std::swap(job.result[0].value, job.result[1].value);
        CHECK(job.fingerprint().status == Status::failed);
    }
}

TEST_CASE("plain sums: what can't be told is not applicable, what is lost has failed") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    PlainJob<double> job{{{{1, infinity}}, {{2, 1.0}}}, {{1, infinity}, {2, 1.0}}};
    CHECK(job.fingerprint().status == Status::not_applicable);
    job.result[0].value = 5;
    CHECK(job.fingerprint().status == Status::failed);
    const PlainJob<double> nothing{{{}, {}}, {}};
    CHECK(nothing.fingerprint().status == Status::passed);
}
