#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "collective/error.hpp"
#include "collective/integer.hpp"

namespace collective {

/// Where integers of type `V` are added. Unsigned 128-bit values have none: they are refused at compile time.
template <class V>
requires(!std::same_as<V, UInt128>) using WideInteger =
    std::conditional_t<std::same_as<V, std::uint64_t>, std::uint64_t,
                       std::conditional_t<std::same_as<V, Int128>, Int128, std::int64_t>>;

/// Adds integers where the sum fits, in place; returns how many are left. Those of different sign always fit
/// together, so what is left all has one sign, and only an overflow leaves more than one.
template <class Wide>
std::size_t add_where_exact(std::span<Wide> terms) {
    std::size_t kept = 0;
    for (Wide term : terms) {
        // Into the last one kept if it fits; else, if signs differ, cancel through the kept ones.
        while (kept > 0) {
            Wide sum;
            if (__builtin_add_overflow(terms[kept - 1], term, &sum)) break;
            term = sum;
            --kept;
        }
        terms[kept++] = term;
    }
    return kept;
}

std::string to_decimal(Int128 value);

/// `a signed 64-bit integer`.
template <class V>
std::string integer_type() {
    return (std::numeric_limits<V>::min() < 0 ? "a signed " : "an unsigned ") +
           std::to_string(8 * sizeof(V)) + "-bit integer";
}

/// The exact sum of the terms as `V`. **Throws** InputError that gives the sum when it does not fit.
template <class V, class Wide>
V narrow(std::span<const Wide> terms) {
    if constexpr (std::same_as<V, Int128>) {
        if (terms.size() == 1) return terms[0];
        throw InputError("the sum does not fit a 128-bit integer");
    } else {
        using Limits = std::numeric_limits<V>;
        if (terms.size() == 1 && terms[0] >= Limits::min() && terms[0] <= Limits::max()) {
            return static_cast<V>(terms[0]);
        }
        Int128 sum = 0;
        for (Wide term : terms) sum += static_cast<Int128>(term);
        throw InputError("the sum " + to_decimal(sum) + " does not fit " + integer_type<V>());
    }
}

}  // namespace collective
