#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "collective/operator/operator.hpp"
#include "tests/operator/oracle.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

using Random = std::mt19937_64;

/// Contributions of some workers, several of which share a rank.
template <class V>
std::vector<std::vector<Given<V>>> draw_ranks(Random& random, int& workers) {
    Numbers<V> number(random);
    std::vector<std::vector<Given<V>>> ranks(1 + random() % 5);
    workers = 0;
    for (auto& rank : ranks) {
        for (auto n = random() % 3; n > 0; --n, ++workers) {
            for (auto repeats = random() % 4; repeats > 0; --repeats) rank.push_back({workers, number()});
        }
    }
    std::erase_if(ranks, [](const auto& rank) { return rank.empty(); });
    return ranks;
}

/// Combines neighbouring groups at random until one is left.
template <class Operator, class P>
std::vector<P> combine_all(const Operator& op, std::vector<std::vector<P>> groups, Random& random) {
    while (groups.size() > 1) {
        const auto first = random() % (groups.size() - 1);
        const auto last = std::min(groups.size(), first + 2 + random() % 2);
        std::vector<P> same;
        for (auto i = first; i < last; ++i) same.insert(same.end(), groups[i].begin(), groups[i].end());
        same.resize(op.combine(std::span<P>(same)));
        groups[first] = std::move(same);
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(first) + 1,
                     groups.begin() + static_cast<std::ptrdiff_t>(last));
    }
    return groups[0];
}

template <class V, class Operator>
void check_at_random(Operator op, int trials, int& refused) {
    Random random(7);
    for (int trial = 0; trial < trials; ++trial) {
        int workers = 0;
        auto ranks = draw_ranks<V>(random, workers);
        if (ranks.empty()) continue;
        std::vector<Given<V>> all;
        for (const auto& rank : ranks) all.insert(all.end(), rank.begin(), rank.end());
        const Expected right = expected(op, all, workers);

        // Whole ranks change places; a rank's own contributions do not.
        std::shuffle(ranks.begin(), ranks.end(), random);
        using P = PartialOf<Operator, V>;
        std::vector<std::vector<P>> groups;
        std::int64_t index = 0;
        for (const auto& rank : ranks) {
            for (const auto& [worker, value] : rank) groups.push_back({op.lift(value, {worker, index++})});
        }
        if constexpr (requires { op.begin(workers); }) op.begin(workers);
        const std::vector<P> left = combine_all(op, std::move(groups), random);
        CAPTURE(Operator::name);
        CAPTURE(trial);
        try {
            const auto value = op.finish(std::span<const P>(left));
            REQUIRE(!right.too_large);
            REQUIRE(bits_of(value) == right.bits);
        } catch (const InputError& error) {
            ++refused;
            REQUIRE(right.too_large);
            REQUIRE(
                std::string(error.what()).find(" " + numerator(*right.too_large).str() + " does not fit ") !=
                std::string::npos);
        }
    }
}

}  // namespace

TEST_CASE_TEMPLATE("operators: any grouping of any ranks gives what rational numbers give, to the bit", V,
                   std::int64_t, std::int32_t, std::uint8_t, std::uint64_t, double, float) {
    constexpr int trials = 2'000;
    int refused = 0;
    check_at_random<V>(Sum{}, trials, refused);
    CHECK((refused > 100) == Integer<V>);
    refused = 0;
    check_at_random<V>(Product{}, trials, refused);
    CHECK((refused > 100) == Integer<V>);
    int none = 0;
    check_at_random<V>(Mean{}, trials, none);
    check_at_random<V>(Mean(Mean::Over::all), trials, none);
    check_at_random<V>(Min{}, trials, none);
    check_at_random<V>(Max{}, trials, none);
    check_at_random<V>(Min(Nan::ignored), trials, none);
    check_at_random<V>(Max(Nan::ignored), trials, none);
    check_at_random<V>(Count{}, trials, none);
    check_at_random<V>(First{}, trials, none);
    check_at_random<V>(Last{}, trials, none);
    CHECK(none == 0);
}
