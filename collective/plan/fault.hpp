#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/integer.hpp"
#include "collective/options.hpp"

namespace collective {

// Things to break on purpose. Each picks a place where the right answer changes; where there is none it says
// so by returning nothing (or false) and leaves all as it is.

/// How much a value weighs, to find one whose loss can't drown in rounding. 0 for types without magnitude.
template <class V>
double magnitude(const V& value) {
    if constexpr (std::floating_point<V> || Integer<V>) {
        const double size = std::abs(static_cast<double>(value));
        return std::isfinite(size) ? size : 0;
    } else if constexpr (requires { V{} < value; }) {
        return value < V{} || V{} < value ? 1 : 0;
    } else {
        return 0;
    }
}

/// Worker and index of the pair of largest magnitude in a rank's lists; nothing if all are zero.
template <class V, class K>
std::optional<std::pair<std::size_t, std::size_t>> heaviest_pair(const Lists<V, K>& lists) {
    std::optional<std::pair<std::size_t, std::size_t>> heaviest;
    double most = 0;
    for (std::size_t worker = 0; worker < lists.size(); ++worker) {
        for (std::size_t index = 0; index < lists[worker].size(); ++index) {
            const double size = magnitude(lists[worker][index].value);
            if (size <= most) continue;
            most = size;
            heaviest = {worker, index};
        }
    }
    return heaviest;
}

/// The pair that `corrupt` changes, or the end: a number that comes first, else a value that isn't the empty
/// one.
template <class R, class K>
auto place_to_corrupt(std::vector<Entry<R, K>>& result) {
    if constexpr (std::floating_point<R> || Integer<R>) {
        return result.begin();
    } else {
        return std::find_if(result.begin(), result.end(),
                            [](const auto& pair) { return !(pair.value == R{}); });
    }
}

/// Changes a number as little as its type allows, any other value to the empty one.
template <class R>
void corrupt(R& value) {
    if constexpr (std::floating_point<R>) {
        value = std::isfinite(value) ? std::nextafter(value, value > 0 ? R{0} : std::numeric_limits<R>::max())
                                     : R{0};
    } else if constexpr (Integer<R>) {
        value = static_cast<R>(value ^ 1);
    } else {
        value = R{};
    }
}

/// Swaps the values of two neighbouring coordinates.
template <class R, class K>
bool swap_two(std::vector<Entry<R, K>>& result) {
    const auto place = std::adjacent_find(result.begin(), result.end(), [](const auto& a, const auto& b) {
        return !(a.value == b.value) && a.value == a.value && b.value == b.value;  // NaN is no value to swap
    });
    if (place == result.end()) return false;
    std::swap(place->value, std::next(place)->value);
    return true;
}

/// Adds a coordinate that nobody contributed to, with the value zero.
template <class R, class K>
bool add_zero(std::vector<Entry<R, K>>& result) {
    if constexpr (Integer<K>) {
        // The lowest gap above the first coordinate; below it, if there is none.
        K coordinate = 0;
        auto place = result.begin();
        if (!result.empty()) {
            place = std::adjacent_find(result.begin(), result.end(), [](const auto& a, const auto& b) {
                return a.coordinate + 1 < b.coordinate;
            });
            if (place == result.end()) --place;
            coordinate = place->coordinate;
            if (coordinate < std::numeric_limits<K>::max()) {
                ++coordinate;
                ++place;
            } else if (result.front().coordinate > std::numeric_limits<K>::min()) {
                place = result.begin();
                coordinate = static_cast<K>(place->coordinate - 1);
            } else {
                return false;
            }
        }
        result.insert(place, Entry<R, K>{coordinate, R{}});
        return true;
    } else {
        return false;
    }
}

/// Leaves out the coordinates whose value is zero.
template <class R, class K>
bool drop_zeros(std::vector<Entry<R, K>>& result) {
    return std::erase_if(result, [](const auto& pair) { return pair.value == R{}; }) > 0;
}

/// Breaks one rank's copy of the result. Returns whether the result as a whole is broken then.
template <class R, class K>
bool break_copy(Fault fault, bool is_fault_rank, std::vector<Entry<R, K>>& copy) {
    switch (fault) {
        case Fault::swap_values:
            return swap_two(copy);
        case Fault::extra_zero:
            return add_zero(copy);
        case Fault::drop_zeros:
            return drop_zeros(copy);
        case Fault::corrupt_rank: {
            const auto place = place_to_corrupt(copy);
            if (place == copy.end()) return false;
            if (is_fault_rank) corrupt(place->value);
            return true;
        }
        default:
            return false;
    }
}

}  // namespace collective
