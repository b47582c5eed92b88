#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "collective/strategy/arrival_order.hpp"
#include "collective/strategy/coordinate_in_32_bits.hpp"
#include "collective/strategy/coordinate_through_double.hpp"
#include "collective/strategy/dropped_duplicates.hpp"
#include "collective/strategy/dropped_zeros.hpp"
#include "collective/strategy/first_coordinates.hpp"
#include "collective/strategy/mean_over_ranks.hpp"
#include "collective/strategy/no_reduction.hpp"
#include "collective/strategy/overwrite.hpp"
#include "collective/strategy/position.hpp"
#include "collective/strategy/table.hpp"

namespace collective {

/// The gallery: wrong ways that were met in public. They are apart from the strategies so that only those who
/// show them pay for building them. One more is one file and one word here.
using Pitfalls = std::tuple<Position, Overwrite, FirstCoordinates, DroppedDuplicates, CoordinateIn32Bits,
                            CoordinateThroughDouble, MeanOverRanks, ArrivalOrder, NoReduction, DroppedZeros>;

template <class One, class... All>
constexpr bool is_among(std::type_identity<std::tuple<All...>>) {
    return (std::is_same_v<One, All> || ...);
}

/// A pitfall that no other call serves: neither that of a strategy nor a right one with a fault.
template <class Pitfall>
inline constexpr bool needs_own_call =
    Pitfall::pitfall.fault == Fault::none && !is_among<Pitfall>(std::type_identity<Strategies>{});

/// A pitfall that makes another number of a coordinate, where others hand on the one they were given: it goes
/// by integers that stand for themselves alone.
template <class Pitfall>
inline constexpr bool makes_coordinates =
    needs_own_call<Pitfall> &&
    !std::is_reference_v<decltype(Pitfall::identity(std::declval<const std::int64_t&>(), Origin{}))>;

/// A pitfall's row, for people.
struct PitfallRow {
    std::string_view name;
    std::string_view claim;  ///< the name of the operator that it claims
    std::string_view meaning;
    std::string_view flaw;
    Pitfall pitfall;
    bool plain_only;   ///< see `makes_coordinates`
    bool commutative;  ///< its operator is
};

/// Every pitfall's row, in the order of the gallery.
inline auto pitfall_rows() {
    return std::apply(
        [](auto... one) {
            return std::array{PitfallRow{one.name, decltype(one)::Claim::name, one.meaning, one.flaw,
                                         one.pitfall, makes_coordinates<decltype(one)>,
                                         decltype(one)::Operator::commutative}...};
        },
        Pitfalls{});
}

}  // namespace collective
