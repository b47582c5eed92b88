#pragma once

#include <limits>
#include <string_view>

#include "collective/integer.hpp"
#include "collective/strategy/pitfall.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// A coordinate is rounded to a double on its way, as by a reader that takes every number for a float.
struct CoordinateThroughDouble {
    using Operator = Sum;
    using Claim = Sum;

    static constexpr std::string_view name = "coordinate-through-double";
    static constexpr std::string_view meaning = "makes coordinates doubles and back, adds by what comes back";
    static constexpr std::string_view flaw = "a coordinate beyond 2^53 is no double: it becomes a neighbour";
    static constexpr Pitfall pitfall{
        "a double holds every integer", "nlohmann/json#287", "https://github.com/nlohmann/json/issues/287",
        R"([["a",[[9007199254740992,1]]],["b",[[9007199254740993,10]]]])", "coordinates"};

    template <Integer K>
    static K identity(const K& coordinate, Origin) {
        constexpr K largest = std::numeric_limits<K>::max();
        const auto rounded = static_cast<double>(coordinate);
        return rounded < static_cast<double>(largest) ? static_cast<K>(rounded) : largest;
    }
};

}  // namespace collective
