#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "collective/strategy/table.hpp"
#include "tests/plan/draw.hpp"

using namespace collective;
using namespace collective::testing;

// Jobs drawn at random, each run several ways and compared bit for bit with brute force.

namespace {

/// What a strategy must give, by brute force: the merged list, or the coordinates whose sum fits no `V`.
template <class V>
struct Right {
    std::vector<Entry<V>> merged;
    std::vector<std::pair<std::int64_t, Big>> unfit;
    std::string checks;
};

/// Coordinates with their exact sums, without those that are 0.
using Sums = std::map<std::int64_t, Big>;

template <class V>
Sums exact_sums(const std::map<std::int64_t, std::vector<V>>& contributions) {
    Sums sums;
    for (const auto& [coordinate, values] : contributions) {
        if (const Big sum = exact_sum(values); sum != 0) sums[coordinate] = sum;
    }
    return sums;
}

template <class Strategy, class V>
Right<V> brute_force(const Workers<V>& workers) {
    Right<V> right;
    const auto claimed = by_coordinate(workers);
    auto contributions = Strategy::name == "position" ? by_position(workers) : claimed;
    if (Strategy::name == "overwrite") {
        for (auto& [coordinate, values] : contributions) values = {values.back()};
    }
    for (const auto& [coordinate, values] : contributions) {
        if (const auto sum = right_sum(values)) {
            right.merged.push_back({coordinate, *sum});
        } else {
            right.unfit.emplace_back(coordinate, exact_sum(values));
        }
    }
    const bool coordinates =
        std::equal(contributions.begin(), contributions.end(), claimed.begin(), claimed.end(),
                   [](const auto& a, const auto& b) { return a.first == b.first; });
    // The fingerprint compares the sums before they are rounded.
    const bool sums = exact_sums(contributions) == exact_sums(claimed);
    right.checks = std::string("+") + (coordinates ? '+' : '-') + (sums ? '+' : '-');
    return right;
}

/// How often something came up, so that a test which never meets it fails.
struct Seen {
    int runs = 0, unfit = 0, infinite = 0, negative_zero = 0, flawed_but_right = 0, failed = 0, early = 0;
};

template <class Strategy, class V>
void run_once(const Workers<V>& workers, const Right<V>& right, Random& random, Seen& seen) {
    const int ranks = from_to(random, 1, 17);
    const Bounds bounds =
        random() % 2 ? even_bounds(workers.size(), ranks) : random_bounds(workers.size(), ranks, random);
    Options options;
    options.schedule = schedule_names()[random() % schedule_names().size()];
    options.nodes = random_nodes(ranks, random);
    if (random() % 4) options.seed = random();
    options.check = random() % 3 != 0;  // without, few pairs go with the handshake
    CAPTURE(Strategy::name);
    CAPTURE(options.schedule);
    CAPTURE(ranks);
    ++seen.runs;
    if (!right.unfit.empty()) {
        ++seen.unfit;
        std::string message;
        try {
            run_job<Strategy>(workers, bounds, options);
        } catch (const InputError& error) {
            message = error.what();
        }
        const bool named = std::any_of(right.unfit.begin(), right.unfit.end(), [&](const auto& one) {
            return message.ends_with("coordinate " + std::to_string(one.first) + ": the sum " +
                                     one.second.str() + " does not fit a signed 64-bit integer");
        });
        CAPTURE(message);
        REQUIRE(named);
        return;
    }
    const auto outcome = run_job<Strategy>(workers, bounds, options);
    for (const auto& copy : outcome.copies) REQUIRE(same_bits(copy, right.merged));
    REQUIRE(outcome.checks() == (options.check ? right.checks : ""));
    seen.early += outcome.account.schedule == "gather" && outcome.account.rounds == 0;
    REQUIRE(outcome.account.workers == static_cast<std::int64_t>(workers.size()));
    for (const auto& [coordinate, value] : right.merged) {
        if constexpr (std::is_floating_point_v<V>) {
            seen.infinite += std::isinf(value);
            seen.negative_zero += value == 0 && std::signbit(value);
        }
    }
    seen.failed += right.checks != "+++";
    seen.flawed_but_right += right.checks == "+++" && Strategy::name != "coordinate" && !right.merged.empty();
}

template <class V>
Seen run_many(int jobs, unsigned first) {
    Random random(first);
    Seen seen;
    for (int job = 0; job < jobs; ++job) {
        CAPTURE(job);
        Workers<V> workers = draw_job<V>(random);
        const auto position = brute_force<Position>(workers), overwrite = brute_force<Overwrite>(workers);
        for (int i = 0; i < 3; ++i) run_once<Position>(workers, position, random, seen);
        for (int i = 0; i < 3; ++i) run_once<Overwrite>(workers, overwrite, random, seen);
        const auto coordinate = brute_force<Coordinate>(workers);
        for (int i = 0; i < 4; ++i) {
            run_once<Coordinate>(workers, coordinate, random, seen);
            for (auto& list : workers) std::shuffle(list.begin(), list.end(), random);
        }
    }
    return seen;
}

}  // namespace

TEST_CASE("random jobs: 10,000 runs are brute force's result bit for bit, with the verdicts that follow") {
    const Seen integers = run_many<std::int64_t>(400, 11);
    CHECK(integers.unfit > 300);
    CHECK(integers.failed > 300);
    CHECK(integers.flawed_but_right > 30);
    CHECK(integers.early > 30);
    const Seen doubles = run_many<double>(450, 12);
    CHECK(doubles.infinite > 30);
    CHECK(doubles.negative_zero > 30);
    CHECK(doubles.failed > 300);
    CHECK(doubles.flawed_but_right > 30);
    const Seen floats = run_many<float>(150, 13);
    CHECK(floats.infinite > 10);
    CHECK(integers.runs + doubles.runs + floats.runs == 10'000);
}

TEST_CASE("random jobs: NaN and infinities follow the rules of IEEE 754 on every schedule") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = INFINITY, most = 1.7e308;
    const Workers<double> workers{
        {{1, nan}, {2, infinity}, {3, infinity}, {4, most}, {5, 1}, {6, -infinity}},
        {{6, most}, {5, 2}, {4, infinity}, {3, -infinity}, {2, 5}, {1, 1}},
        {{7, -nan}, {6, most}, {2, infinity}},
        {},
        {{2, -most}, {2, -most}, {8, most}, {8, most}, {9, most}, {9, most}, {9, -most}},
    };
    const std::vector<Entry<double>> right{{1, nan},      {2, infinity}, {3, nan},
                                           {4, infinity}, {5, 3},        {6, -infinity},
                                           {7, nan},      {8, infinity}, {9, most}};
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 4, 5, 8}) {
            Options options;
            options.schedule = schedule;
            const auto outcome = run_job<Coordinate>(workers, even_bounds(5, ranks), options);
            for (const auto& copy : outcome.copies) CHECK(same_bits(copy, right));
            CHECK(outcome.checks() == "+++");
        }
    }
}
