#pragma once

#include <string_view>

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/pitfall.hpp"

namespace collective {

/// The call returns, and every rank has what it had.
struct NoReduction : Coordinate {
    static constexpr std::string_view name = "no-reduction";
    static constexpr std::string_view meaning = "every rank takes its own pairs for the result";
    static constexpr std::string_view flaw = "there are several ranks, and one of them doesn't have it all";
    static constexpr Pitfall pitfall{"a call that returns has done its work",
                                     "pytorch/pytorch#31413",
                                     "https://github.com/pytorch/pytorch/issues/31413",
                                     R"([["a",[[7,1]]],["b",[[7,10]]]])",
                                     "agreement",
                                     Fault::skip_reduction};
};

}  // namespace collective
