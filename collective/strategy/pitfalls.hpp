#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <type_traits>

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

namespace collective {

/// The gallery: wrong ways that were met in public. They are apart from the strategies so that only those who
/// show them pay for building them. One more is one file and one word here.
using Pitfalls = std::tuple<Position, Overwrite, FirstCoordinates, DroppedDuplicates, CoordinateIn32Bits,
                            CoordinateThroughDouble, MeanOverRanks, ArrivalOrder, NoReduction, DroppedZeros>;

/// A pitfall's row, for people.
struct PitfallRow {
    std::string_view name;
    std::string_view claim;  ///< the name of the operator that it claims
    std::string_view meaning;
    std::string_view flaw;
    Pitfall pitfall;
};

/// Every pitfall's row, in the order of the gallery.
inline auto pitfall_rows() {
    return std::apply(
        [](auto... one) {
            return std::array{
                PitfallRow{one.name, decltype(one)::Claim::name, one.meaning, one.flaw, one.pitfall}...};
        },
        Pitfalls{});
}

}  // namespace collective
