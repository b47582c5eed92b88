#pragma once

#include <string_view>

#include "collective/operator/extreme.hpp"

namespace collective {

/// The smallest contribution. Of floats a NaN wins, but not with `Min(Nan::ignored)`; -0.0 is smaller than
/// +0.0.
struct Min : Extreme<Min> {
    static constexpr std::string_view name = "min";
    static constexpr std::string_view meaning = "the smallest contribution; a NaN wins, unless ignored";

    using Extreme::Extreme;

    template <class V>
    static bool beats(const V& a, const V& b) {
        return is_below(a, b);
    }
};

}  // namespace collective
