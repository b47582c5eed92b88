#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "collective/format/document.hpp"
#include "collective/integer.hpp"

namespace collective::tool {

/// What the values of a job are.
enum class ValueType : std::int32_t {
    bigint,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    complex64,
    complex128,
};

/// A type's row, for people; in the order of the types.
struct ValueTypeRow {
    std::string_view name, meaning;
};
inline constexpr std::array value_type_rows{
    ValueTypeRow{"bigint", "integers, sums of any size"},
    ValueTypeRow{"int8", "integers from -128 to 127, the result too"},
    ValueTypeRow{"int16", "the same of 16 bits"},
    ValueTypeRow{"int32", "the same of 32 bits"},
    ValueTypeRow{"int64", "the same of 64 bits"},
    ValueTypeRow{"uint8", "integers from 0 to 255, the result too"},
    ValueTypeRow{"uint16", "the same of 16 bits"},
    ValueTypeRow{"uint32", "the same of 32 bits"},
    ValueTypeRow{"uint64", "the same of 64 bits"},
    ValueTypeRow{"float32", "floats, summed exactly and rounded once to 24 bits"},
    ValueTypeRow{"float64", "the same to 53 bits"},
    ValueTypeRow{"complex64", "rows of real and imaginary part, each a float32"},
    ValueTypeRow{"complex128", "rows of real and imaginary part, each a float64"},
};

constexpr std::string_view name_of(ValueType type) {
    return value_type_rows[static_cast<std::size_t>(type)].name;
}

constexpr bool is_complex(ValueType type) { return type >= ValueType::complex64; }
constexpr bool is_integer(ValueType type) { return type < ValueType::float32; }
constexpr bool is_single(ValueType type) {
    return type == ValueType::float32 || type == ValueType::complex64;
}

/// The type of that name. **Throws** Error where there is none.
ValueType value_type_named(std::string_view name);

/// The type of values of which this is known.
ValueType type_of(ValueHint hint, bool has_floats);

/// What a file can say of the type.
ValueHint hint_of(ValueType type);

/// The values of an integer type.
struct IntegerRange {
    Int128 lowest, highest;
    int bits;
};

/// Of all integers: nothing.
std::optional<IntegerRange> range_of(ValueType type);

/// Makes each value one of the type. **Throws** InputError that names the worker and the pair which has none:
/// a float or an integer beyond an integer type, a number beyond the largest float32; or complex numbers that
/// have not two parts. `source` is where the document is from, for the message.
void take_as(ValueType type, Document& document, std::string_view source);

}  // namespace collective::tool
