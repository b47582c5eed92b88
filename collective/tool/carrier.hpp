#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "collective/format/document.hpp"
#include "collective/integer.hpp"
#include "collective/tool/arguments.hpp"
#include "collective/tool/value_type.hpp"

namespace collective::tool {

/// What carries the values of a job; the smallest that keeps every result exact.
enum class Carrier : std::int32_t { int64, int128, big_integer, float32, float64, fixed_point };

/// How a carrier is called in lists and accounts.
constexpr std::string_view name_of(Carrier carrier) {
    constexpr std::string_view names[] = {"int64", "int128", "bigint", "float32", "float64", "float64+wide"};
    return names[static_cast<std::size_t>(carrier)];
}

/// What is to be known of the values of some workers to choose what carries them.
struct ValueSurvey {
    bool has_values = false;
    bool has_floats = false;
    bool has_non_finite = false;
    bool has_wide = false;       ///< an integer beyond 64 bits
    bool all_fit_double = true;  ///< each integer is a double
    ValueHint hint = ValueHint::none;
    UInt128 magnitudes = 0;         ///< of the integers of 64 bits, added up: 2^64 of them can't overflow it
    std::uint64_t factor_bits = 0;  ///< the product of their magnitudes, but for zeros, is at most 2^this

    /// Takes in what is known of other workers.
    ValueSurvey& operator+=(const ValueSurvey& other);
};

/// **Cost** a pass over the values.
ValueSurvey survey_values(const Document& document);

/// The carrier of a job, from all its values and their type.
Carrier choose_carrier(const ValueSurvey& survey, const Operation& operation, ValueType type);

}  // namespace collective::tool
