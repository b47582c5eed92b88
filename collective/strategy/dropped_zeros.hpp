#pragma once

#include <string_view>

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/pitfall.hpp"

namespace collective {

/// A coordinate whose sum is zero is taken for one that nobody named.
struct DroppedZeros : Coordinate {
    static constexpr std::string_view name = "dropped-zeros";
    static constexpr std::string_view meaning = "adds by coordinate, leaves out sums of zero";
    static constexpr std::string_view flaw =
        "contributions cancel, or are zeros: their coordinate disappears";
    static constexpr Pitfall pitfall{"a value of zero is as good as none",
                                     "scipy/scipy#9318",
                                     "https://github.com/scipy/scipy/issues/9318",
                                     R"([["a",[[7,5]]],["b",[[7,-5]]]])",
                                     "coordinates",
                                     Fault::drop_zeros};
};

}  // namespace collective
