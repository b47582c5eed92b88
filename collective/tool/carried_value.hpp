#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "collective/format/number.hpp"
#include "collective/integer.hpp"
#include "collective/tool/big_number.hpp"
#include "collective/tool/job.hpp"
#include "collective/tool/value_type.hpp"

namespace collective::tool {

// The values of a document as one type, and back to text.

template <class V>
V value_of(const Job& job, std::size_t i) {
    using boost::multiprecision::cpp_int;
    const Document& document = job.document;
    const std::int64_t bits = document.bits[i];
    const auto wide = [&] { return cpp_int(document.wide[static_cast<std::size_t>(bits)]); };
    const Kind kind = document.kinds[i];
    if constexpr (std::same_as<V, BigInteger>) {
        return BigInteger{kind == Kind::wide ? wide() : cpp_int(bits)};
    } else if constexpr (std::same_as<V, FixedPoint>) {
        if (is_integer(job.type)) {
            return FixedPoint::whole(kind == Kind::wide ? wide() : cpp_int(bits));
        }
        if (kind == Kind::float64) return FixedPoint(std::bit_cast<double>(bits));
        return FixedPoint(kind == Kind::wide ? wide() : cpp_int(bits));
    } else if constexpr (std::floating_point<V>) {
        return static_cast<V>(kind == Kind::float64 ? std::bit_cast<double>(bits)
                                                    : static_cast<double>(bits));
    } else {
        return static_cast<V>(bits);
    }
}

/// `single`: the value is a float32, whatever carries it.
template <class V>
void append_value_of(std::string& text, const V& value, bool single) {
    if constexpr (std::same_as<V, BigInteger>) {
        text += value.value.str();
    } else if constexpr (std::same_as<V, FixedPoint>) {
        if (value.scale == 0) {
            text += value.units.str();
        } else if (single) {
            append_number(text, value.rounded_to_float());
        } else {
            append_number(text, value.rounded());
        }
    } else if constexpr (std::same_as<V, double>) {
        if (single) return append_number(text, static_cast<float>(value));
        append_number(text, value);
    } else {
        append_number(text, value);
    }
}

template <class V>
bool is_zero_value(const V& value) {
    if constexpr (std::same_as<V, BigInteger>) {
        return value.value == 0;
    } else if constexpr (std::same_as<V, FixedPoint>) {
        return value.units == 0;
    } else {
        return value == 0;
    }
}

/// A NaN is the same as another.
template <class V>
bool is_same_value(const V& a, const V& b) {
    if constexpr (std::floating_point<V>) {
        if (std::isnan(a) && std::isnan(b)) return true;
    }
    return a == b;
}

template <class V>
bool is_printable(const V& value, bool single) {
    if constexpr (std::floating_point<V>) {
        return std::isfinite(value);
    } else if constexpr (std::same_as<V, FixedPoint>) {
        return value.scale == 0 || std::isfinite(single ? value.rounded_to_float() : value.rounded());
    } else {
        return true;
    }
}

/// Whether an integer fits the range; where it `wraps` it is made to.
template <class V>
bool fit(V& value, const IntegerRange& range, bool wraps) {
    if constexpr (std::floating_point<V>) {
        return true;
    } else if constexpr (std::same_as<V, BigInteger>) {
        return fit(value.value, range, wraps);
    } else if constexpr (std::same_as<V, FixedPoint>) {
        return fit(value.units, range, wraps);
    } else {
        using Wide = std::conditional_t<std::same_as<V, std::int64_t>, Int128, V>;
        const Wide lowest(range.lowest), size = Wide(1) << range.bits, above = Wide(value) - lowest;
        if (above >= 0 && above < size) return true;
        if (wraps) value = static_cast<V>((above % size + size) % size + lowest);
        return wraps;
    }
}

}  // namespace collective::tool
