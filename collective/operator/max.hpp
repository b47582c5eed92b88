#pragma once

#include <string_view>

#include "collective/operator/extreme.hpp"

namespace collective {

/// The largest contribution. Of floats a NaN wins, but not with `Max(Nan::ignored)`; +0.0 is larger than
/// -0.0.
struct Max : Extreme<Max> {
    static constexpr std::string_view name = "max";
    static constexpr std::string_view meaning = "the largest contribution; a NaN wins, unless ignored";

    using Extreme::Extreme;

    template <class V>
    static bool beats(const V& a, const V& b) {
        return is_below(b, a);
    }
};

}  // namespace collective
