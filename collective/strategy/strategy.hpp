#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "collective/entry.hpp"
#include "collective/operator/last.hpp"
#include "collective/operator/sum.hpp"

namespace collective {

// A strategy is two choices and a claim, as a type:
//
//     static constexpr std::string_view name, meaning, flaw;  // flaw is empty where there is none
//     using Operator = ...;  // what becomes of two pairs that are the same
//     using Claim = ...;     // the operator it claims to compute, by coordinate
//     static K identity(const K& coordinate, Origin origin);  // what makes two pairs the same
//
// Nothing else differs between strategies: the same code carries each of them.

/// Any operator, applied to the coordinate as it is, claims just what it does.
template <class AnyOperator>
struct ByCoordinate {
    using Operator = AnyOperator;
    using Claim = AnyOperator;

    static constexpr std::string_view name = "coordinate";
    static constexpr std::string_view meaning = "pairs with one coordinate are combined";
    static constexpr std::string_view flaw{};

    template <class K>
    static const K& identity(const K& coordinate, Origin) {
        return coordinate;
    }
};

template <class What>
concept IsStrategy = requires {
    typename What::Operator;
    typename What::Claim;
};

/// What a caller names, an operator or a strategy, as a strategy.
template <class What>
struct AsStrategy {
    using type = ByCoordinate<What>;
};
template <IsStrategy What>
struct AsStrategy<What> {
    using type = What;
};

/// The operator that a caller's operator or strategy means, with the state it has.
template <class What>
auto operator_of(const What& what) {
    if constexpr (IsStrategy<What>) {
        return typename What::Operator{};
    } else {
        return what;
    }
}

/// The operator that a strategy claims to compute, with the state it has.
template <class Strategy>
auto claim_of(const typename Strategy::Operator& op) {
    using Claim = typename Strategy::Claim;
    if constexpr (std::same_as<Claim, typename Strategy::Operator>) {
        return op;
    } else {
        return Claim{};
    }
}

}  // namespace collective
