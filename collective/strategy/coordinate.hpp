#pragma once

#include "collective/strategy/strategy.hpp"

namespace collective {

/// The right way: values are added by explicit coordinate.
struct Coordinate : ByCoordinate<Sum> {
    static constexpr std::string_view meaning = "adds the values of one coordinate";
};

/// Its calls are those of its operator.
template <>
struct AsStrategy<Coordinate> {
    using type = ByCoordinate<Sum>;
};

}  // namespace collective
