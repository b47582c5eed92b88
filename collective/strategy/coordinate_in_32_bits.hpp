#pragma once

#include <cstdint>
#include <string_view>

#include "collective/integer.hpp"
#include "collective/strategy/pitfall.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// Only the low 32 bits of a coordinate are kept.
struct CoordinateIn32Bits {
    using Operator = Sum;
    using Claim = Sum;

    static constexpr std::string_view name = "coordinate-in-32-bits";
    static constexpr std::string_view meaning = "cuts coordinates to 32 bits, adds by what is left";
    static constexpr std::string_view flaw = "a coordinate is 2^31 or above, or below -2^31";
    static constexpr Pitfall pitfall{"32 bits are enough for a coordinate", "apache/mxnet#8785",
                                     "https://github.com/apache/mxnet/issues/8785",
                                     R"([["a",[[1,1]]],["b",[[4294967297,10]]]])", "coordinates"};

    template <Integer K>
    static K identity(const K& coordinate, Origin) {
        return static_cast<K>(static_cast<std::int32_t>(coordinate));
    }
};

}  // namespace collective
