#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>

#include "collective/check/canonical.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/rounding.hpp"
#include "collective/check/sketch.hpp"

namespace collective {

/// What rounding removed from the sums that this rank is accountable for, as the fingerprint needs it, and
/// what they were divided by. Filled while values are finished, a call for each that is not its exact sum.
class Remainders {
  public:
    /// `seed` is the fingerprint's.
    explicit Remainders(std::uint64_t seed) : seed_(seed) {}

    /// `components` sum exactly to what was rounded to `result`, in this column of a row, or 0. A result
    /// beyond the largest number counts as that number. A component that isn't finite leaves the sum to the
    /// rules of such values.
    template <class K, std::floating_point R>
    void add(const K& coordinate, std::size_t column, R result, std::span<const double> components) {
        for (const double component : components)
            if (!std::isfinite(component)) return;
        if constexpr (std::same_as<R, double>) {
            if (components.size() == 2 && std::isfinite(result))
                return add_two(h(coordinate, column), result, components);
        }
        add_rounded(h(coordinate, column), result, components, 1);
    }

    /// `components` sum exactly to what was divided by `divisor` and then rounded to `result`. What the
    /// inputs count is published as such; of a divisor that was `known`, how far off it is.
    template <class K, std::floating_point R>
    void add(const K& coordinate, std::size_t column, R result, std::span<const double> components,
             std::int64_t divisor, std::int64_t known) {
        for (const double component : components)
            if (!std::isfinite(component)) return;
        right_ = right_ && divisor > 0 && divisor <= std::numeric_limits<std::uint32_t>::max();
        add_rounded(h(coordinate, column), result, components, static_cast<std::uint32_t>(divisor));
        sketch_.add(column_multiplier(contributor_multiplier(coordinate, seed_), column), divisor - known);
    }

    Residues total() const { return sketch_.total(); }

    /// Every result was its sum correctly rounded.
    bool right() const { return right_; }

  private:
    template <class K>
    std::uint64_t h(const K& coordinate, std::size_t column) const {
        return column_multiplier(multiplier(coordinate, seed_), column);
    }

    template <std::floating_point R>
    void add_rounded(std::uint64_t h, R result, std::span<const double> components, std::uint32_t divisor) {
        right_ = right_ && is_rounded(result, components, divisor);
        for (const double component : components) sketch_.add(h, component);
        sketch_.add(h, -nearest_finite(result));
    }

    /// The common case: an addition in IEEE arithmetic is correctly rounded, and what it rounds off is a
    /// float.
    void add_two(std::uint64_t h, double result, std::span<const double> components) {
        const double a = components[0];
        const double b = components[1];
        const double part = result - a;
        right_ = right_ && result == a + b;
        sketch_.add(h, (a - (result - part)) + (b - part));
    }

    std::uint64_t seed_;
    Sketch sketch_;
    bool right_ = true;
};

}  // namespace collective
