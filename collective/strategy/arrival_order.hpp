#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/pitfall.hpp"

namespace collective {

/// Floats added one after another, each sum rounded, in the order in which the schedule brings them. Its
/// partials are those of `Sum`, none of which is added before the end. Other types are added as by `Sum`.
struct ArrivalSum : Sum {
    static constexpr std::string_view name = "arrival-sum";

    using Sum::combine;
    template <std::floating_point V>
    std::size_t combine(std::span<Sum::Part<V>> same) const {
        return same.size();
    }

    using Sum::finish;
    template <std::floating_point V>
    V finish(std::span<const Sum::Part<V>> same) const {
        auto sum = static_cast<V>(same[0].value);
        for (const auto& part : same.subspan(1)) sum += static_cast<V>(part.value);
        return sum;
    }
};

/// Addition of floats taken for associative.
struct ArrivalOrder : Coordinate {
    using Operator = ArrivalSum;

    static constexpr std::string_view name = "arrival-order";
    static constexpr std::string_view meaning = "adds floats as they come, and rounds each time";
    static constexpr std::string_view flaw = "rounding loses something: another order loses something else";
    static constexpr Pitfall pitfall{"the order of additions doesn't matter", "open-mpi/ompi#12258",
                                     "https://github.com/open-mpi/ompi/pull/12258",
                                     R"([["a",[[7,1e16]]],["b",[[7,1]]],["c",[[7,1e-20]]]])", "fingerprint"};
};

}  // namespace collective
