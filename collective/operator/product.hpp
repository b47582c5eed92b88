#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

#include "collective/entry.hpp"
#include "collective/operator/exact_product.hpp"

namespace collective {

/// The product of all contributions. Integers never wrap, floats are rounded once, from the exact product:
/// what overflows or underflows half-way does not show. Other types use `*=`.
///
/// **Throws** InputError on every rank when a product of integers does not fit the type of the contributions.
///
/// The partials of one coordinate multiply exactly to its product; `combine` multiplies only where that is
/// exact. Floats with all their bits in use mostly stay side by side.
struct Product {
    static constexpr std::string_view name = "product";
    static constexpr std::string_view meaning = "the product; of floats rounded once";
    static constexpr bool commutative = true;

    /// A factor of a product of `V`: wide enough that a contribution fits.
    template <class V>
    struct Factor {
        using Wide = std::conditional_t<std::floating_point<V>, double, WideInteger<V>>;
        Wide value;
    };

    template <class V>
    auto lift(const V& value, Origin) const {
        if constexpr (std::floating_point<V> || Integer<V>) {
            return Factor<V>{static_cast<typename Factor<V>::Wide>(value)};
        } else {
            return value;
        }
    }

    template <class V>
    std::size_t combine(std::span<V> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] *= same[i];
        return 1;
    }

    template <class V>
    std::size_t combine(std::span<Factor<V>> same) const {
        return multiply_where_exact(std::span(&same[0].value, same.size()));
    }

    template <class V>
    V finish(std::span<const V> same) const {
        return same[0];
    }

    template <class V>
    V finish(std::span<const Factor<V>> same) const {
        const std::span<const typename Factor<V>::Wide> factors(&same[0].value, same.size());
        if constexpr (Integer<V>) {
            return narrow_product<V>(factors);
        } else if constexpr (std::same_as<V, float>) {
            return round_product_to_float(factors);
        } else {
            static_assert(std::same_as<V, double>, "products of long double are not exact: use double");
            return round_product_to_double(factors);
        }
    }
};

}  // namespace collective
