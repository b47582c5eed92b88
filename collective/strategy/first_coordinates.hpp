#pragma once

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/pitfall.hpp"

namespace collective {

/// The values of all lists are added place by place, and only the first worker's coordinates are kept. (Where
/// they repeat, the sums of one coordinate are added up too. What stands beyond the end of the first list is
/// lost.)
struct FirstCoordinates : Coordinate {
    static constexpr std::string_view name = "first-coordinates";
    static constexpr std::string_view meaning = "gives all workers' values the first worker's coordinates";
    static constexpr std::string_view flaw = "another worker names other coordinates, or in another order";
    static constexpr Pitfall pitfall{"all workers name the same coordinates in the same order",
                                     "tensorflow/tensorflow#5252",
                                     "https://github.com/tensorflow/tensorflow/issues/5252",
                                     R"([["a",[[5,1]]],["b",[[2,10]]]])",
                                     "fingerprint",
                                     Fault::first_coordinates};
};

}  // namespace collective
