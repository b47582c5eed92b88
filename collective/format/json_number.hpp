#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace collective {

/// A number as JSON spells it. No value is lost: the text is kept, whatever its length.
struct JsonNumber {
    std::string_view text;
    std::size_t digits;       ///< how many stand before a point or an exponent
    std::uint64_t magnitude;  ///< of an integer of at most 19 digits, without its sign
    bool negative;            ///< there is a minus sign (also in `-0`)
    bool integer;             ///< neither a point nor an exponent
};

/// The number that `text` begins with, strictly by the grammar of JSON, or nothing: `01`, `+1`, `.5`, `1.`,
/// `0x10` and `1x` are none.
std::optional<JsonNumber> scan_number(std::string_view text);

/// An integer literal's value, or nothing where it lies beyond the type.
std::optional<std::int64_t> to_int64(const JsonNumber& integer);
std::optional<std::uint64_t> to_uint64(const JsonNumber& integer);

/// The nearest double; zero with the number's sign below the smallest; nothing above the largest.
std::optional<double> to_double(const JsonNumber& number);

/// One spelling for each exact value, so that `10`, `1e1` and `100.0e-1` are equal; nothing where the
/// exponent has more than 17 digits.
std::optional<std::string> canonical(const JsonNumber& number);

}  // namespace collective
