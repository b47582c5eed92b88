#include "collective/tool/carrier.hpp"

#include <bit>

namespace collective::tool {
namespace {

bool fits_double(std::int64_t integer) {
    const auto nearest = static_cast<double>(integer);
    return nearest < 0x1p63 && static_cast<std::int64_t>(nearest) == integer;
}

}  // namespace

ValueSurvey& ValueSurvey::operator+=(const ValueSurvey& other) {
    if (has_values && other.has_values) {
        hint = joined(hint, other.hint);
    } else if (other.has_values || (!has_values && hint == ValueHint::none)) {
        hint = other.hint;
    }
    has_values = has_values || other.has_values;
    has_floats = has_floats || other.has_floats;
    has_non_finite = has_non_finite || other.has_non_finite;
    has_wide = has_wide || other.has_wide;
    all_fit_double = all_fit_double && other.all_fit_double;
    magnitudes += other.magnitudes;
    factor_bits += other.factor_bits;
    return *this;
}

ValueSurvey survey_values(const Document& document) {
    ValueSurvey survey;
    survey.has_values = document.pairs() > 0;
    survey.hint = document.hint;
    survey.has_wide = !document.wide.empty();
    survey.all_fit_double = !survey.has_wide;
    for (std::size_t i = 0; i < document.pairs(); ++i) {
        if (document.kinds[i] == Kind::float64) {
            survey.has_floats = true;
            survey.has_non_finite = survey.has_non_finite || is_non_finite(document, i);
        }
        if (document.kinds[i] != Kind::int64) continue;
        const std::int64_t integer = document.bits[i];
        const auto pattern = static_cast<std::uint64_t>(integer);
        const std::uint64_t magnitude = integer < 0 ? 0 - pattern : pattern;
        survey.magnitudes += magnitude;
        if (magnitude > 0) survey.factor_bits += static_cast<std::uint64_t>(std::bit_width(magnitude - 1));
        survey.all_fit_double = survey.all_fit_double && fits_double(integer);
    }
    return survey;
}

Carrier choose_carrier(const ValueSurvey& survey, const Operation& operation, ValueType type) {
    if (operation.name == "count") return Carrier::int64;  // whatever the values are
    if (is_single(type) && operation.name == "sum") return Carrier::float32;
    if (is_single(type) && operation.name == "product") return Carrier::fixed_point;  // rounded once
    if (!is_integer(type)) return survey.all_fit_double ? Carrier::float64 : Carrier::fixed_point;
    if (survey.has_wide) return Carrier::big_integer;
    if (operation.name == "sum") {
        const bool wraps_below_zero = type == ValueType::uint64 && operation.wrap;
        return survey.magnitudes >> 63 == 0 && !wraps_below_zero ? Carrier::int64 : Carrier::int128;
    }
    if (operation.name == "product" && survey.factor_bits > 62) return Carrier::big_integer;
    return Carrier::int64;
}

}  // namespace collective::tool
