#pragma once

#include "collective/strategy/pitfall.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// The wrong repair of `Position`: the coordinate is the identity, but a repeat replaces what was there.
struct Overwrite {
    using Operator = Last;
    using Claim = Sum;

    static constexpr std::string_view name = "overwrite";
    static constexpr std::string_view meaning = "keeps the last value of a coordinate";
    static constexpr std::string_view flaw = "what other workers contributed to the coordinate is discarded";
    static constexpr Pitfall pitfall{"no coordinate occurs twice", "tensorflow/tensorflow#371",
                                     "https://github.com/tensorflow/tensorflow/issues/371",
                                     R"([["a",[[7,1]]],["b",[[7,10]]]])", "fingerprint"};

    template <class K>
    static const K& identity(const K& coordinate, Origin) {
        return coordinate;
    }
};

}  // namespace collective
