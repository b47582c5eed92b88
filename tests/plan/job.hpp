#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/plan/in_memory.hpp"
#include "tests/check/exact.hpp"
#include "tests/schedule/names.hpp"

namespace collective::testing {

using Random = std::mt19937_64;

/// A number from `first` to `last`.
inline int from_to(Random& random, int first, int last) {
    return std::uniform_int_distribution(first, last)(random);
}

/// The list of each worker, in worker order.
template <class V, class K = std::int64_t>
using Workers = std::vector<std::vector<Entry<V, K>>>;

/// Which workers each rank holds: ranks + 1 ascending bounds.
using Bounds = std::vector<std::size_t>;

/// Contiguous blocks of about equal size, as the command makes them.
inline Bounds even_bounds(std::size_t workers, int ranks) {
    Bounds bounds;
    for (std::size_t rank = 0; rank <= static_cast<std::size_t>(ranks); ++rank) {
        bounds.push_back(workers * rank / static_cast<std::size_t>(ranks));
    }
    return bounds;
}

/// Contiguous blocks of any size, also of none.
inline Bounds random_bounds(std::size_t workers, int ranks, Random& random) {
    Bounds bounds{0, workers};
    while (bounds.size() <= static_cast<std::size_t>(ranks)) bounds.push_back(random() % (workers + 1));
    std::sort(bounds.begin(), bounds.end());
    return bounds;
}

template <class V, class K>
std::vector<Lists<V, K>> spread(const Workers<V, K>& workers, const Bounds& bounds) {
    std::vector<Lists<V, K>> ranks;
    for (std::size_t rank = 0; rank + 1 < bounds.size(); ++rank) {
        ranks.emplace_back(workers.begin() + static_cast<std::ptrdiff_t>(bounds[rank]),
                           workers.begin() + static_cast<std::ptrdiff_t>(bounds[rank + 1]));
    }
    return ranks;
}

/// What one call gave: each rank's copy, and the rest.
template <class R, class K>
struct Outcome {
    std::vector<std::vector<Entry<R, K>>> copies;
    std::vector<Verdict> verdicts;
    Account account;

    /// "+" passed, "-" failed, "." not applicable: agreement, coordinates, fingerprint.
    std::string checks() const {
        std::string text;
        for (const Verdict& one : verdicts) {
            text += one.status == Status::passed ? '+' : one.status == Status::failed ? '-' : '.';
        }
        return text;
    }
};

/// One call with all ranks in this process.
template <class What, class V, class K>
auto run_job(const Workers<V, K>& workers, const Bounds& bounds, Options options = {}, What what = {}) {
    const int ranks = static_cast<int>(bounds.size()) - 1;
    InMemory<What, V, K> job(ranks, std::move(what), std::move(options));
    job(spread(workers, bounds));
    Outcome<typename InMemory<What, V, K>::Value, K> outcome;
    for (int rank = 0; rank < ranks; ++rank) {
        outcome.copies.emplace_back(job.result(rank).begin(), job.result(rank).end());
    }
    outcome.verdicts = job.verdicts();
    outcome.account = job.account();
    return outcome;
}

/// Sizes of nodes that add up to the ranks; sometimes none, for the real topology.
inline std::vector<int> random_nodes(int ranks, Random& random) {
    std::vector<int> nodes;
    if (random() % 3 == 0) return nodes;
    for (int left = ranks; left > 0; left -= nodes.back()) nodes.push_back(from_to(random, 1, left));
    return nodes;
}

/// Brute force: the contributions of each coordinate, in worker order and inside a worker in list order.
template <class V, class K>
std::map<K, std::vector<V>> by_coordinate(const Workers<V, K>& workers) {
    std::map<K, std::vector<V>> all;
    for (const auto& list : workers)
        for (const auto& [coordinate, value] : list) all[coordinate].push_back(value);
    return all;
}

/// The same by the place in the list.
template <class V, class K>
std::map<K, std::vector<V>> by_position(const Workers<V, K>& workers) {
    std::map<K, std::vector<V>> all;
    for (const auto& list : workers)
        for (std::size_t i = 0; i < list.size(); ++i) all[static_cast<K>(i)].push_back(list[i].value);
    return all;
}

/// A number exactly: an integer in ones, a finite float in units of 2^-1074.
template <class V>
Big exactly(const V& value) {
    if constexpr (std::is_floating_point_v<V>) {
        return units(static_cast<double>(value));
    } else {
        return Big(value);
    }
}

template <class V>
Big exact_sum(const std::vector<V>& values) {
    Big sum = 0;
    for (const V& value : values) sum += exactly(value);
    return sum;
}

/// The right sum: exact, rounded once; nothing where an integer does not fit.
template <class V>
std::optional<V> right_sum(const std::vector<V>& values) {
    const Big sum = exact_sum(values);
    if constexpr (std::is_floating_point_v<V>) {
        const bool negative_zero = std::all_of(values.begin(), values.end(),
                                               [](V value) { return value == 0 && std::signbit(value); });
        if (negative_zero) return V{-0.0F};
        return static_cast<V>(sizeof(V) == sizeof(float) ? nearest_float(sum) : nearest(sum));
    } else {
        if (sum < Big(std::numeric_limits<V>::min()) || sum > Big(std::numeric_limits<V>::max())) return {};
        return static_cast<V>(sum);
    }
}

/// Equal coordinates and equal bits of the values: -0 is not 0.
template <class V, class K>
bool same_bits(const std::vector<Entry<V, K>>& a, const std::vector<Entry<V, K>>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
        if (!(one.coordinate == other.coordinate)) return false;
        if constexpr (std::is_floating_point_v<V>) {
            return std::signbit(one.value) == std::signbit(other.value) &&
                   (one.value == other.value || (std::isnan(one.value) && std::isnan(other.value)));
        } else {
            return one.value == other.value;
        }
    });
}

}  // namespace collective::testing
