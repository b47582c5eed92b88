#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "collective/entry.hpp"

namespace collective {

/// Additions of floats one after another, each rounded, in the order in which the schedule brings them: what
/// the exact `Sum` is measured against. The result depends on the schedule and the number of ranks, so it is
/// no row of the table of operators, and the fingerprint can only tell what is beyond a bound. (The pitfall
/// `ArrivalSum` is the same mistake, but keeps all parts to the end, so that the checks can tell what
/// rounding lost.)
struct PlainSum {
    static constexpr std::string_view name = "plain-sum";
    static constexpr std::string_view meaning = "floats added as they come, and rounded each time";
    static constexpr bool commutative = true;
    static constexpr bool rounds_each_addition = true;

    template <std::floating_point V>
    V lift(const V& value, Origin) const {
        return value;
    }

    template <std::floating_point V>
    std::size_t combine(std::span<V> same) const {
        for (const V& next : same.subspan(1)) same[0] += next;
        return 1;
    }

    template <std::floating_point V>
    V finish(std::span<const V> same) const {
        return same[0];
    }
};

}  // namespace collective
