#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "collective/strategy/table.hpp"
#include "tests/plan/job.hpp"

using namespace collective;
using namespace collective::testing;

// Jobs drawn at random, each run several ways and compared bit for bit with brute force.

namespace {

/// Values of one kind a job: ordinary, cancelling, extreme.
template <class V>
class Values {
  public:
    explicit Values(Random& random) : random_(random), kind_(from_to(random, 0, 6)) {}

    V operator()() {
        if (!pending_.empty() && random_() % 2) {  // what cancels an earlier one, perhaps not quite
            const V value = pending_.back();
            pending_.pop_back();
            return value;
        }
        const V value = draw(kind_ == 6 ? from_to(random_, 0, 5) : kind_);
        if (random_() % 3 == 0) pending_.push_back(opposite(value));
        return value;
    }

  private:
    static constexpr bool is_float = std::is_floating_point_v<V>;
    using Limits = std::numeric_limits<V>;

    V opposite(V value) {
        if constexpr (is_float) {
            return random_() % 2 ? -value : std::nextafter(-value, V{0});
        } else {
            return value == Limits::min() ? Limits::max() : static_cast<V>(-value);
        }
    }

    V draw(int kind) {
        const auto bits = random_();
        const V small = static_cast<V>(static_cast<int>(bits % 201) - 100);
        if constexpr (is_float) {
            const V fraction = static_cast<V>(bits >> 11) * V(0x1p-53F) + 1;
            const V sign = random_() % 2 ? V{1} : V{-1};
            const int binades = sizeof(V) == 8 ? 600 : 160;
            switch (kind) {
                case 0:
                    return small / 10;
                case 1:
                    return sign * std::ldexp(fraction, from_to(random_, -binades / 2, binades / 2 - 40));
                case 2:  // subnormal
                    return sign * Limits::denorm_min() * static_cast<V>(bits % 1'000'000);
                case 3:
                    return sign * V{0};
                case 4:  // near the largest: sums overflow half-way, or in the end
                    return sign * std::ldexp(std::nextafter(fraction, V{1}) / 2,
                                             Limits::max_exponent - from_to(random_, 0, 2));
                default:
                    return sign * std::ldexp(V{1}, from_to(random_, -30, 30));
            }
        } else {
            switch (kind) {
                case 0:
                case 1:
                    return small;
                case 2:
                    return random_() % 2 ? Limits::max() : Limits::min();
                case 3:
                    return 0;
                case 4:
                    return static_cast<V>(bits);
                default:
                    return static_cast<V>(static_cast<V>(bits) >> (random_() % (8 * sizeof(V))));
            }
        }
    }

    Random& random_;
    int kind_;
    std::vector<V> pending_;
};

/// Dense, sparse, or the extremes.
class Coordinates {
  public:
    explicit Coordinates(Random& random) : random_(random), kind_(from_to(random, 0, 3)) {}

    std::int64_t operator()() {
        constexpr auto low = std::numeric_limits<std::int64_t>::min();
        constexpr auto high = std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t extremes[] = {low, low + 1, -1, 0, 1, high - 1, high};
        switch (kind_ == 3 ? from_to(random_, 0, 2) : kind_) {
            case 0:
                return from_to(random_, -3, 12);
            case 1:
                return extremes[random_() % 7];
            default:
                return static_cast<std::int64_t>(random_() % 40 * 0x1234'5678'9abc'def1);
        }
    }

  private:
    Random& random_;
    int kind_;
};

template <class V>
Workers<V> draw_job(Random& random) {
    Values<V> value(random);
    Coordinates coordinate(random);
    Workers<V> workers(random() % 8);
    const int most = random() % 20 == 0 ? 200 : 12;
    for (auto& list : workers) {
        for (int n = random() % 4 == 0 ? 0 : from_to(random, 0, most); n > 0; --n) {
            list.push_back({coordinate(), value()});
        }
    }
    return workers;
}

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
    int runs = 0, unfit = 0, infinite = 0, negative_zero = 0, flawed_but_right = 0, failed = 0;
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
    REQUIRE(outcome.checks() == right.checks);
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
