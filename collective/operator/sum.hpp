#pragma once

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/error.hpp"
#include "collective/operator/exact.hpp"
#include "collective/operator/integer_sum.hpp"

namespace collective {

/// The sum of all contributions. Integers never wrap, floats are rounded once, from the exact sum: the result
/// can't depend on the number of ranks, their order, the schedule or the transport. So are complex numbers,
/// part by part; other types use `+=`.
///
/// **Throws** InputError on every rank when a sum of integers does not fit the type of the contributions.
///
/// The invariant: the partials of one coordinate add up exactly to its sum. One contribution is such a
/// partial already; `combine` adds only where that is exact and leaves the others side by side.
struct Sum {
    static constexpr std::string_view name = "sum";
    static constexpr std::string_view meaning = "the sum; of floats rounded once";
    static constexpr bool commutative = true;

    /// A part of a sum of `V`: wide enough that a contribution fits.
    template <class V>
    struct Part {
        using Wide = std::conditional_t<std::floating_point<V>, double, WideInteger<V>>;
        Wide value;
    };

    /// The same of complex numbers: their parts are summed each by itself.
    template <std::floating_point V>
    struct ComplexPart {
        double real, imaginary;
    };

    template <class V>
    static const V& worth(const V& value) {
        return value;
    }

    /// -0.0 + x is x for every x, also for -0.0.
    template <class V>
    static Part<V> nothing(const Part<V>&) {
        return {static_cast<typename Part<V>::Wide>(-0.0)};
    }

    template <std::floating_point V>
    ComplexPart<V> lift(const std::complex<V>& value, Origin) const {
        return {value.real(), value.imag()};
    }

    template <class V>
    auto lift(const V& value, Origin) const {
        if constexpr (std::floating_point<V> || Integer<V>) {
            return Part<V>{static_cast<typename Part<V>::Wide>(value)};
        } else {
            return value;
        }
    }

    template <class V>
    std::size_t combine(std::span<V> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] += same[i];
        return 1;
    }

    template <Integer V>
    std::size_t combine(std::span<Part<V>> same) const {
        return add_where_exact(std::span(&same[0].value, same.size()));
    }

    template <std::floating_point V>
    std::size_t combine(std::span<Part<V>> same) const {
        return compress(std::span(&same[0].value, same.size()));
    }

    template <std::floating_point V>
    std::size_t combine(std::span<ComplexPart<V>> same) const {
        const auto real = compressed<V>(same, &ComplexPart<V>::real);
        const auto imaginary = compressed<V>(same, &ComplexPart<V>::imaginary);
        const std::size_t left = std::max(real.size(), imaginary.size());
        for (std::size_t i = 0; i < left; ++i) {
            same[i] = {i < real.size() ? real[i] : -0.0, i < imaginary.size() ? imaginary[i] : -0.0};
        }
        return left;
    }

    template <std::floating_point V>
    std::complex<V> finish(std::span<const ComplexPart<V>> same) const {
        return {rounded<V>(compressed<V>(same, &ComplexPart<V>::real)),
                rounded<V>(compressed<V>(same, &ComplexPart<V>::imaginary))};
    }

    template <class V>
    V finish(std::span<const V> same) const {
        return same[0];
    }

    template <Integer V>
    V finish(std::span<const Part<V>> same) const {
        return narrow<V>(std::span(&same[0].value, same.size()));
    }

    template <std::floating_point V>
    V finish(std::span<const Part<V>> same) const noexcept {
        const std::span<const double> terms(&same[0].value, same.size());
        if (terms.size() == 1 && terms[0] == terms[0]) return static_cast<V>(terms[0]);  // the common case
        return rounded<V>(terms);
    }

  private:
    template <std::floating_point V>
    static V rounded(std::span<const double> terms) noexcept {
        if constexpr (std::same_as<V, float>) {
            return round_to_float(terms);
        } else {
            static_assert(std::same_as<V, double>, "sums of long double are not exact: use double");
            return round_to_double(terms);
        }
    }

    template <class V, class Parts>
    static std::vector<double> compressed(const Parts& parts, double ComplexPart<V>::*of) {
        std::vector<double> terms;
        terms.reserve(parts.size());
        for (const ComplexPart<V>& part : parts) terms.push_back(part.*of);
        terms.resize(compress(terms));
        return terms;
    }
};

}  // namespace collective
