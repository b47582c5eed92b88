#pragma once

#include <string_view>

#include "collective/operator/mean.hpp"
#include "collective/strategy/pitfall.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// The sum over the number of ranks, where the mean over those who contribute was meant. The call is
/// `Mean(Mean::Over::all)`, which takes the ranks for the workers.
struct MeanOverRanks : ByCoordinate<Mean> {
    static constexpr std::string_view name = "mean-over-ranks";
    static constexpr std::string_view meaning = "divides sums by the number of ranks for a mean";
    static constexpr std::string_view flaw =
        "a rank contributes nothing to a coordinate, or for several workers";
    static constexpr Pitfall pitfall{"every rank contributes once to every coordinate",
                                     "pytorch/pytorch#36516",
                                     "https://github.com/pytorch/pytorch/issues/36516",
                                     R"([["a",[[1,2],[2,6]]],["b",[[1,4]]]])",
                                     "fingerprint",
                                     Fault::count_ranks};
};

}  // namespace collective
