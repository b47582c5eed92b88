#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "collective/entry.hpp"
#include "collective/integer.hpp"
#include "tests/check/exact.hpp"

namespace collective::testing {

template <class V, class K = std::int64_t>
using Pairs = std::vector<Entry<V, K>>;

/// Every worker's pairs, in worker order.
template <class V, class K = std::int64_t>
using Workers = std::vector<Pairs<V, K>>;

/// The block of workers that a rank holds, as the lists of a call.
template <class V, class K>
Lists<V, K> lists_of(const Workers<V, K>& workers, int rank, int ranks) {
    const auto place = [&](int r) {
        return workers.size() * static_cast<std::size_t>(r) / static_cast<std::size_t>(ranks);
    };
    return {workers.begin() + static_cast<std::ptrdiff_t>(place(rank)),
            workers.begin() + static_cast<std::ptrdiff_t>(place(rank + 1))};
}

template <class V>
V exact_sum(const std::vector<V>& values) {
    if constexpr (std::floating_point<V>) {
        Big sum = 0;
        bool negative_zero = true, plus = false, minus = false;
        for (const V value : values) {
            negative_zero = negative_zero && value == 0 && std::signbit(value);
            plus = plus || value == INFINITY;
            minus = minus || value == -INFINITY;
            if (std::isfinite(value)) sum += units(static_cast<double>(value));
        }
        if (plus && minus) return std::numeric_limits<V>::quiet_NaN();
        if (plus || minus) return static_cast<V>(plus ? INFINITY : -INFINITY);
        if (negative_zero) return V{-0.0F};
        return static_cast<V>(std::same_as<V, float> ? nearest_float(sum) : nearest(sum));
    } else {
        Int128 sum = 0;
        for (V value : values) sum += value;
        return static_cast<V>(sum);
    }
}

/// What a strategy gives, by brute force.
template <class V>
Pairs<V> brute_force(const Workers<V>& workers, std::string_view strategy) {
    std::map<std::int64_t, std::vector<V>> groups;
    for (const auto& list : workers) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            const auto key = strategy == "position" ? static_cast<std::int64_t>(i) : list[i].coordinate;
            groups[key].push_back(list[i].value);
        }
    }
    Pairs<V> merged;
    for (const auto& [key, values] : groups) {
        merged.push_back({key, strategy == "overwrite" ? values.back() : exact_sum(values)});
    }
    return merged;
}

}  // namespace collective::testing
