#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "collective/entry.hpp"

namespace collective {

/// Values of which one can be the smallest: not complex numbers, for one.
template <class V>
concept Ordered = requires(const V& a, const V& b) {
    { a < b } -> std::convertible_to<bool>;
};

/// A total order but for NaNs: -0.0 is below +0.0.
template <class V>
bool is_below(const V& a, const V& b) {
    if constexpr (std::floating_point<V>) {
        return a < b || (a == b && std::signbit(a) && !std::signbit(b));
    } else {
        return a < b;
    }
}

/// What becomes of a NaN among numbers.
enum class Nan { wins, ignored };

/// What `Min` and `Max` share. `Which::beats(a, b)` says that a is to be kept rather than b.
///
/// Of floats a NaN wins wherever it stands, and it is always the same one. If NaNs are ignored every
/// number beats them: a coordinate with nothing else stays NaN.
template <class Which>
struct Extreme {
    static constexpr bool commutative = true;

    Nan nan;

    explicit Extreme(Nan of_nan = Nan::wins) : nan(of_nan) {}

    std::string_view setting() const { return nan == Nan::ignored ? "ignore-nan" : ""; }

    template <Ordered V>
    V lift(const V& value, Origin) const {
        return value;
    }

    template <class V>
    std::size_t combine(std::span<V> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) {
            if (replaces(same[i], same[0])) same[0] = same[i];
        }
        return 1;
    }

    template <class V>
    V finish(std::span<const V> same) const {
        if constexpr (std::floating_point<V>) {
            if (std::isnan(same[0])) return std::numeric_limits<V>::quiet_NaN();
        }
        return same[0];
    }

  private:
    template <class V>
    bool replaces(const V& a, const V& b) const {
        if constexpr (std::floating_point<V>) {
            if (std::isnan(a) || std::isnan(b)) return std::isnan(nan == Nan::ignored ? b : a);
        }
        return Which::beats(a, b);
    }
};

}  // namespace collective
