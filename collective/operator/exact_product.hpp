#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collective/integer.hpp"
#include "collective/operator/integer_sum.hpp"

namespace collective {

/// Multiplies neighbours where the product fits, in place; returns how many are left. A zero absorbs all.
template <class Wide>
std::size_t multiply_where_exact(std::span<Wide> factors) {
    std::size_t kept = 0;
    for (const Wide factor : factors) {
        Wide product;
        if (factor == 0) {
            factors[0] = 0;
            return 1;
        }
        if (kept > 0 && !__builtin_mul_overflow(factors[kept - 1], factor, &product)) {
            factors[kept - 1] = product;
        } else {
            factors[kept++] = factor;
        }
    }
    return kept;
}

/// The same for floats, where the product is a float. Zeros and what is not finite absorb the rest, by the
/// rules of IEEE 754, and leave one factor; NaN is the canonical one.
std::size_t multiply_where_exact(std::span<double> factors);

/// The float nearest to the exact product of what `multiply_where_exact` left, ties to even; beyond the
/// largest: infinity. What rounds to zero keeps its sign.
/// **Cost** that of multiplying integers of 53 bits a factor.
double round_product_to_double(std::span<const double> factors);
float round_product_to_float(std::span<const double> factors);

/// The exact product. **Throws** InputError that gives it, or tells how long it is, when it is not from
/// `lowest` to `highest`, those of `type`.
Int128 product_between(Int128 lowest, Int128 highest, std::string_view type, std::span<const Int128> factors);

/// The exact product of the factors as `V`. **Throws** InputError that gives it when it does not fit.
template <class V, class Wide>
V narrow_product(std::span<const Wide> factors) {
    using Limits = std::numeric_limits<V>;
    if (factors.size() == 1 && factors[0] >= Limits::min() && factors[0] <= Limits::max()) {
        return static_cast<V>(factors[0]);
    }
    const std::vector<Int128> wide(factors.begin(), factors.end());
    return static_cast<V>(product_between(Limits::min(), Limits::max(), integer_type<V>(), wide));
}

}  // namespace collective
