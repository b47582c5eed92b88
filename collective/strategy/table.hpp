#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/overwrite.hpp"
#include "collective/strategy/position.hpp"

namespace collective {

/// All strategies. One more is one file and one word here; the command, its help, its errors and the tests
/// follow.
using Strategies = std::tuple<Coordinate, Position, Overwrite>;

/// A strategy's row, for people.
struct StrategyRow {
    std::string_view name;
    std::string_view operation;  ///< the name of its operator
    std::string_view meaning;
    std::string_view flaw;
    bool commutative;  ///< its operator is
};

/// Calls `visit(Strategy{})` for the strategy of that name. Returns whether there is one.
template <class Visit>
bool visit_strategy(std::string_view name, Visit visit) {
    return std::apply(
        [&](auto... strategy) { return ((strategy.name == name ? (visit(strategy), true) : false) || ...); },
        Strategies{});
}

/// Every strategy's row, in the order of the table.
inline auto strategy_rows() {
    return std::apply(
        [](auto... strategy) {
            return std::array{StrategyRow{strategy.name, decltype(strategy)::Operator::name, strategy.meaning,
                                          strategy.flaw, decltype(strategy)::Operator::commutative}...};
        },
        Strategies{});
}

}  // namespace collective
