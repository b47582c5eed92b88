#pragma once

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/pitfall.hpp"

namespace collective {

/// The sum of the values that differ. Its partials are those of `Sum`, none of which is added before the end.
struct DistinctSum : Sum {
    static constexpr std::string_view name = "distinct-sum";

    template <class P>
    std::size_t combine(std::span<P> same) const {
        const auto below = [](const P& a, const P& b) { return is_below(a, b); };
        std::sort(same.begin(), same.end(), below);
        const auto end = std::unique(same.begin(), same.end(),
                                     [&](const P& a, const P& b) { return !below(a, b) && !below(b, a); });
        return static_cast<std::size_t>(end - same.begin());
    }

    template <class P>
    auto finish(std::span<const P> same) const {
        std::vector<P> parts(same.begin(), same.end());
        if (parts.size() > 1) parts.resize(Sum{}.combine(std::span<P>(parts)));
        return Sum{}.finish(std::span<const P>(parts));
    }

  private:
    template <class V>
    static bool is_below(const V& a, const V& b) {
        return a < b;
    }
    template <class V>
    static bool is_below(const Sum::Part<V>& a, const Sum::Part<V>& b) {
        return std::is_lt(std::strong_order(a.value, b.value));  // of a NaN and of -0.0 too
    }
};

/// Pairs with one coordinate and one value are taken for one pair that was sent twice.
struct DroppedDuplicates : Coordinate {
    using Operator = DistinctSum;

    static constexpr std::string_view name = "dropped-duplicates";
    static constexpr std::string_view meaning = "drops identical pairs, adds the others by coordinate";
    static constexpr std::string_view flaw = "two contributions to a coordinate happen to be equal";
    static constexpr Pitfall pitfall{"identical pairs are copies of one pair", "mdolab/dafoam#42",
                                     "https://github.com/mdolab/dafoam/issues/42",
                                     R"([["a",[[7,3]]],["b",[[7,3]]]])", "fingerprint"};
};

}  // namespace collective
