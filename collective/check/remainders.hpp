#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>

#include "collective/check/canonical.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/rounding.hpp"
#include "collective/check/sketch.hpp"

namespace collective {

/// What rounding removed from the sums that this rank is accountable for, as the fingerprint needs it. Filled
/// while sums are finished, a call for each that is not exact.
class Remainders {
  public:
    /// `seed` is the fingerprint's.
    explicit Remainders(std::uint64_t seed) : seed_(seed) {}

    /// `components` sum exactly to what was rounded to `result`. A result beyond the largest number counts as
    /// that number. A component that isn't finite leaves the sum to the rules of such
    /// values.
    template <class K, std::floating_point R>
    void add(const K& coordinate, R result, std::span<const double> components) {
        for (const double component : components)
            if (!std::isfinite(component)) return;
        if constexpr (std::same_as<R, double>) {
            if (components.size() == 2 && std::isfinite(result))
                return add_two(coordinate, result, components);
        }
        right_ = right_ && is_rounded_sum(result, components);
        const std::uint64_t h = multiplier(coordinate, seed_);
        for (const double component : components) sketch_.add(h, component);
        sketch_.add(h, -nearest_finite(result));
    }

    Residues total() const { return sketch_.total(); }

    /// Every result was its sum correctly rounded.
    bool right() const { return right_; }

  private:
    /// The common case: an addition in IEEE arithmetic is correctly rounded, and what it rounds off is a
    /// float.
    template <class K>
    void add_two(const K& coordinate, double result, std::span<const double> components) {
        const double a = components[0];
        const double b = components[1];
        const double part = result - a;
        right_ = right_ && result == a + b;
        sketch_.add(multiplier(coordinate, seed_), (a - (result - part)) + (b - part));
    }

    std::uint64_t seed_;
    Sketch sketch_;
    bool right_ = true;
};

}  // namespace collective
