#include "collective/tool/value_type.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/text_cursor.hpp"
#include "collective/tool/big_number.hpp"

namespace collective::tool {
namespace {

[[noreturn]] void fail(std::string_view source, const Document& document, std::size_t i,
                       std::string_view what) {
    std::size_t worker = 0;
    while (document.begin[worker + 1] <= i) ++worker;
    const auto pair = (i - document.begin[worker]) / static_cast<std::size_t>(document.space.width()) + 1;
    throw InputError(fmt::format("{}: worker {}, pair {}, coordinate {}: value {} {}", source,
                                 document.names[worker], pair, document.space.name(document.coordinates[i]),
                                 shorten(value_text(document, i)), what));
}

float single_of(const Document& document, std::size_t i) {
    switch (document.kinds[i]) {
        case Kind::int64:
            return static_cast<float>(document.bits[i]);
        case Kind::float64:
            return static_cast<float>(std::bit_cast<double>(document.bits[i]));
        case Kind::wide:
            break;
    }
    const auto place = static_cast<std::size_t>(document.bits[i]);
    return FixedPoint(boost::multiprecision::cpp_int(document.wide[place])).rounded_to_float();
}

void take_as_single(Document& document, std::string_view source) {
    for (std::size_t i = 0; i < document.pairs(); ++i) {
        const float single = single_of(document, i);
        if (!std::isfinite(single) && !is_non_finite(document, i))
            fail(source, document, i,
                 "is beyond the largest float32, 3.4028235e+38; take a --value-type of 64 bits");
        document.kinds[i] = Kind::float64;
        document.bits[i] = std::bit_cast<std::int64_t>(static_cast<double>(single));
    }
    document.wide.clear();
}

}  // namespace

ValueType value_type_named(std::string_view name) {
    for (std::size_t i = 0; i < value_type_rows.size(); ++i)
        if (value_type_rows[i].name == name) return static_cast<ValueType>(i);
    throw Error("a value type that is in no table: " + std::string(name));
}

ValueType type_of(ValueHint hint, bool has_floats) {
    for (const ValueType type : {ValueType::float32, ValueType::complex64, ValueType::complex128})
        if (hint == hint_of(type)) return type;
    return has_floats ? ValueType::float64 : ValueType::bigint;
}

ValueHint hint_of(ValueType type) {
    switch (type) {
        case ValueType::float32:
            return ValueHint::float32;
        case ValueType::complex64:
            return ValueHint::complex64;
        case ValueType::complex128:
            return ValueHint::complex128;
        default:
            return ValueHint::none;
    }
}

std::optional<IntegerRange> range_of(ValueType type) {
    if (!is_integer(type) || type == ValueType::bigint) return std::nullopt;
    const bool is_signed = type <= ValueType::int64;
    const int step =
        static_cast<int>(type) - static_cast<int>(is_signed ? ValueType::int8 : ValueType::uint8);
    const int bits = 8 << step;
    const Int128 size = Int128{1} << bits;
    return is_signed ? IntegerRange{-size / 2, size / 2 - 1, bits} : IntegerRange{0, size - 1, bits};
}

void take_as(ValueType type, Document& document, std::string_view source) {
    if (is_complex(type) && document.pairs() > 0 && document.space.columns != 2) {
        throw InputError(
            fmt::format("{}: worker {}: a {} is a row of two numbers, its real and its imaginary part",
                        source, document.space.worker, name_of(type)));
    }
    if (is_single(type)) return take_as_single(document, source);
    if (!is_integer(type)) return;
    const auto range = range_of(type);
    for (std::size_t i = 0; i < document.pairs(); ++i) {
        const bool is_wide = document.kinds[i] == Kind::wide;
        bool fits = document.kinds[i] != Kind::float64;
        if (fits && range) {
            // A wide integer is beyond int64: only a uint64 can be one.
            const std::string text = is_wide ? value_text(document, i) : "";
            fits = is_wide
                       ? type == ValueType::uint64 && text.front() != '-' && text.size() <= 20 &&
                             boost::multiprecision::cpp_int(text) <= std::numeric_limits<std::uint64_t>::max()
                       : document.bits[i] >= range->lowest && document.bits[i] <= range->highest;
        }
        if (fits) continue;
        fail(source, document, i,
             fmt::format("is no {}; take another --value-type, or leave it out", name_of(type)));
    }
}

}  // namespace collective::tool
