#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/cpp_int/serialize.hpp>

#include "tests/plan/job.hpp"

namespace collective::testing {

// Types that users put into pairs. Each kind makes a value, or a coordinate, of a small number; values of one
// type add up as their numbers do.

/// Travels through Boost.Serialization.
struct BigNumber {
    boost::multiprecision::cpp_int value;

    BigNumber& operator+=(const BigNumber& other) {
        value += other.value;
        return *this;
    }
    friend bool operator==(const BigNumber&, const BigNumber&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& value;
    }
};

/// Trivially copyable and without padding.
struct Gradient {
    std::int64_t x, y;

    Gradient& operator+=(const Gradient& other) {
        x += other.x;
        y += other.y;
        return *this;
    }
    friend bool operator==(const Gradient&, const Gradient&) = default;
};

/// Trivially copyable with padding: travels as it is, but the checks need its members' names.
struct Weighted {
    double sum;
    std::int32_t count;

    Weighted& operator+=(const Weighted& other) {
        sum += other.sum;
        count += other.count;
        return *this;
    }
    friend bool operator==(const Weighted&, const Weighted&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& sum& count;
    }
};

/// Owns memory.
struct Bag {
    std::vector<std::int32_t> counts;

    Bag& operator+=(const Bag& other) {
        counts.resize(std::max(counts.size(), other.counts.size()));
        for (std::size_t i = 0; i < other.counts.size(); ++i) counts[i] += other.counts[i];
        return *this;
    }
    friend bool operator==(const Bag&, const Bag&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& counts;
    }
};

/// A coordinate of two parts, with padding between them.
struct Cell {
    std::int32_t row;
    std::int64_t column;

    friend auto operator<=>(const Cell&, const Cell&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& row& column;
    }
};

template <class K>
inline constexpr bool is_tuple = false;
template <class T, std::size_t n>
inline constexpr bool is_tuple<std::array<T, n>> = true;

template <class V>
V value_of(int n) {
    if constexpr (std::is_same_v<V, Gradient>) {
        return {n, -2 * std::int64_t{n}};
    } else if constexpr (std::is_same_v<V, Weighted>) {
        return {0.5 * n, n};
    } else if constexpr (std::is_same_v<V, Bag>) {
        return {{n, 0, 3 * n}};
    } else if constexpr (std::is_same_v<V, BigNumber>) {
        return {boost::multiprecision::cpp_int(n) << 200};
    } else {
        return static_cast<V>(n);
    }
}

/// Seven coordinates, with the extremes of their type.
template <class K>
K coordinate_of(int n) {
    if constexpr (std::is_same_v<K, std::string>) {
        const std::string words[] = {
            "", "a", "ab", std::string("a\0b", 3), "\xff", "b", std::string(300, 'z')};
        return words[n];
    } else if constexpr (std::is_same_v<K, Cell>) {
        constexpr auto low = std::numeric_limits<std::int64_t>::min();
        const Cell cells[] = {{0, 0}, {0, 1}, {1, 0}, {-1, 7}, {-1, low}, {1, -(low + 1)}, {2, 5}};
        return cells[n];
    } else if constexpr (is_tuple<K>) {
        using Limits = std::numeric_limits<typename K::value_type>;
        K tuple{};
        const auto extreme = n % 2 == 1 ? Limits::min() : Limits::max();
        if (n == 1 || n == 2) tuple.fill(extreme);
        if (n == 3 || n == 4) tuple.front() = extreme;
        if (n >= 5) tuple.back() = extreme;
        return tuple;
    } else {
        using Limits = std::numeric_limits<K>;
        const K numbers[] = {
            Limits::min(), static_cast<K>(Limits::min() + 1), 0, 1, 7, static_cast<K>(Limits::max() - 1),
            Limits::max()};
        return numbers[n];
    }
}

/// Workers whose values are small numbers; `made` makes a value of one. Neither all ranks nor all workers
/// have pairs.
template <class V, class K, class Make>
Workers<V, K> small_job(Random& random, Make made) {
    Workers<V, K> workers(random() % 7);
    for (auto& list : workers) {
        for (auto n = random() % 3 == 0 ? 0 : random() % 7; n > 0; --n) {
            list.push_back({coordinate_of<K>(from_to(random, 0, 6)), made(from_to(random, 0, 3))});
        }
    }
    return workers;
}

/// Runs random jobs on every schedule and several rank counts; every copy must be what `fold` makes of the
/// contributions of a coordinate in worker order, and the checks must say `checks`.
template <class What, class V, class K, class Make, class Fold>
void run_everywhere(Make made, Fold fold, const std::string& checks, const What& what = {}) {
    Random random(41);
    for (const std::string& schedule : schedule_names()) {
        if constexpr (!AsStrategy<What>::type::Operator::commutative) {
            if (schedule != "auto" && !find_schedule(schedule)->keeps_order) continue;
        }
        for (const int ranks : {1, 2, 3, 5, 8}) {
            for (int trial = 0; trial < 6; ++trial) {
                const auto workers = small_job<V, K>(random, made);
                std::vector<Entry<V, K>> right;
                for (const auto& [coordinate, values] : by_coordinate(workers)) {
                    right.push_back({coordinate, fold(values)});
                }
                Options options;
                options.schedule = schedule;
                options.nodes = random_nodes(ranks, random);
                CAPTURE(schedule);
                CAPTURE(ranks);
                const auto outcome =
                    run_job<What>(workers, random_bounds(workers.size(), ranks, random), options, what);
                for (const auto& copy : outcome.copies) REQUIRE((copy == right));
                REQUIRE(outcome.checks() == checks);
            }
        }
    }
}

/// Sums, by brute force from the small numbers that the values were made of.
template <class V, class K>
void sum_everywhere() {
    const auto fold = [](std::vector<V> values) {
        V sum = values[0];
        for (std::size_t i = 1; i < values.size(); ++i) {
            if constexpr (requires { sum += values[i]; } && !std::is_arithmetic_v<V>) {
                sum += values[i];
            } else {
                sum = static_cast<V>(sum + values[i]);
            }
        }
        return sum;
    };
    run_everywhere<Sum, V, K>([](int n) { return value_of<V>(n - 1); }, fold, Sketchable<V> ? "+++" : "++.");
}

}  // namespace collective::testing
