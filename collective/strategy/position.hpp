#pragma once

#include "collective/integer.hpp"
#include "collective/strategy/pitfall.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// A pair's place in its worker's list taken for its parameter id, as a dense allreduce may (there the place
/// is the id) and a sparse one must not.
struct Position {
    using Operator = Sum;
    using Claim = Sum;

    static constexpr std::string_view name = "position";
    static constexpr std::string_view meaning =
        "adds the values that stand at one place of the workers' lists";
    static constexpr std::string_view flaw =
        "lists in other orders, or with gaps, mix the values of unrelated coordinates";
    static constexpr Pitfall pitfall{"one place of all lists belongs to one parameter, as in an array",
                                     "horovod/horovod#433", "https://github.com/horovod/horovod/issues/433",
                                     R"([["a",[[0,1]]],["b",[[1,10]]]])", "fingerprint"};

    template <Integer K>
    static K identity(const K& /*coordinate*/, Origin origin) {
        return static_cast<K>(origin.index);
    }
};

}  // namespace collective
