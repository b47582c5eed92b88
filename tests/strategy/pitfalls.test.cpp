#include "collective/strategy/pitfalls.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <type_traits>
#include <vector>

#include "tests/plan/draw.hpp"

using namespace collective;
using namespace collective::testing;

// Verdicts come from the data: where a pitfall is right no check fails, where it is wrong one does.

namespace {

using Pairs = std::vector<Entry<double>>;

Pairs sums_of(const Workers<double>& workers) {
    Pairs sums;
    for (const auto& [coordinate, values] : by_coordinate(workers)) {
        sums.push_back({coordinate, *right_sum(values)});
    }
    return sums;
}

/// The workers with other coordinates.
template <class Change>
Workers<double> with_coordinates(Workers<double> workers, const Change& change) {
    for (auto& list : workers) {
        for (auto& pair : list) pair.coordinate = change(pair.coordinate);
    }
    return workers;
}

/// What the contributions to each coordinate come to before anything is rounded.
std::map<std::int64_t, Big> exact_sums_of(const Workers<double>& workers) {
    std::map<std::int64_t, Big> sums;
    for (const auto& [coordinate, values] : by_coordinate(workers)) sums[coordinate] = exact_sum(values);
    return sums;
}

/// Runs a pitfall on random jobs. `mistake` makes of each the job whose right result the pitfall gives, or
/// nothing where it only rounds in another way.
template <class Strategy, class Mistake>
void try_jobs(const Mistake& mistake) {
    Random random(51);
    int right_ones = 0;
    int wrong_ones = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const Workers<double> workers = draw_job<double>(random);
        Options options;
        options.schedule = schedule_names()[random() % schedule_names().size()];
        options.fault = Strategy::pitfall.fault;
        const Bounds bounds = random_bounds(workers.size(), from_to(random, 1, 6), random);
        using What = std::conditional_t<Strategy::pitfall.fault == Fault::none, Strategy, Coordinate>;
        const auto outcome = run_job<What>(workers, bounds, options);
        CAPTURE(trial);
        CAPTURE(options.schedule);
        const std::optional<Workers<double>> mistaken = mistake(workers);
        const Pairs expected = mistaken ? sums_of(*mistaken) : outcome.copies[0];
        for (const Pairs& copy : outcome.copies) REQUIRE(same_bits(copy, expected));
        // What is lost may be too little to show in a rounded sum: the fingerprint misses it all the same.
        const bool is_right = mistaken ? exact_sums_of(*mistaken) == exact_sums_of(workers)
                                       : outcome.copies[0] == sums_of(workers);
        REQUIRE((outcome.checks() == "+++") == is_right);
        (is_right ? right_ones : wrong_ones) += 1;
    }
    CHECK(right_ones > 10);
    CHECK(wrong_ones > 10);
}

}  // namespace

TEST_CASE("pitfalls: the first worker's coordinates") {
    try_jobs<FirstCoordinates>([](Workers<double> workers) {
        if (workers.empty()) return workers;
        const std::vector<Entry<double>> first = workers[0];
        for (auto& list : workers) {
            list.resize(std::min(list.size(), first.size()));
            for (std::size_t i = 0; i < list.size(); ++i) list[i].coordinate = first[i].coordinate;
        }
        return workers;
    });
}

TEST_CASE("pitfalls: zeros dropped") {
    try_jobs<DroppedZeros>([](Workers<double> workers) {
        const auto sums = exact_sums_of(workers);
        for (auto& list : workers) {
            std::erase_if(list, [&](const auto& pair) { return sums.at(pair.coordinate) == 0; });
        }
        return workers;
    });
}

TEST_CASE("pitfalls: duplicates dropped") {
    try_jobs<DroppedDuplicates>([](Workers<double> workers) {
        std::set<std::tuple<std::int64_t, double, bool>> seen;
        for (auto& list : workers) {
            std::erase_if(list, [&](const auto& pair) {
                return !seen.insert({pair.coordinate, pair.value, std::signbit(pair.value)}).second;
            });
        }
        return workers;
    });
}

TEST_CASE("pitfalls: coordinates in 32 bits") {
    try_jobs<CoordinateIn32Bits>([](const Workers<double>& workers) {
        return with_coordinates(workers, [](std::int64_t coordinate) {
            const auto low =
                static_cast<std::int64_t>(static_cast<std::uint64_t>(coordinate) % 0x1'0000'0000);
            return low < 0x8000'0000 ? low : low - 0x1'0000'0000;
        });
    });
}

TEST_CASE("pitfalls: coordinates through a double") {
    try_jobs<CoordinateThroughDouble>([](const Workers<double>& workers) {
        return with_coordinates(workers, [](std::int64_t coordinate) {
            const double nearest = std::nearbyint(static_cast<double>(coordinate));
            return nearest == 0x1p63 ? std::numeric_limits<std::int64_t>::max()
                                     : static_cast<std::int64_t>(nearest);
        });
    });
}

TEST_CASE("pitfalls: sums in arrival order") {
    try_jobs<ArrivalOrder>([](const Workers<double>&) { return std::optional<Workers<double>>(); });
}
