#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace collective {

/// How numbers may be written.
enum class Spelling {
    json,   ///< strictly by the grammar of JSON
    plain,  ///< also as other programs print them: `+1`, `.5`, `1.`
};

/// A number as it is written. No value is lost: the text is kept, whatever its length.
struct NumberText {
    std::string_view text;    ///< without a leading plus
    std::size_t bytes;        ///< that it takes
    std::size_t digits;       ///< how many stand before a point or an exponent
    std::uint64_t magnitude;  ///< of an integer of at most 19 digits, without its sign
    bool negative;            ///< there is a minus sign (also in `-0`)
    bool integer;             ///< neither a point nor an exponent
};

/// The number that `text` begins with, or nothing: `01`, `0x10`, `1x` and `NaN` are none, in JSON neither are
/// `+1`, `.5` and `1.`.
std::optional<NumberText> scan_number(std::string_view text, Spelling spelling = Spelling::json);

/// A value that is no number to JSON: a NaN or an infinity as other programs print them, `nan`, `inf` or
/// `infinity` in any case, perhaps with a sign.
struct NonFiniteText {
    double value;
    std::size_t bytes;  ///< that it takes
};

/// The one that `text` begins with, or nothing.
std::optional<NonFiniteText> scan_non_finite(std::string_view text);

/// An integer literal's value, or nothing where it lies beyond the type.
std::optional<std::int64_t> to_int64(const NumberText& integer);
std::optional<std::uint64_t> to_uint64(const NumberText& integer);

/// The nearest double; zero with the number's sign below the smallest; nothing above the largest.
std::optional<double> to_double(const NumberText& number);
/// The same for float: not by way of a double, which may round twice.
std::optional<float> to_float(const NumberText& number);

/// One spelling for each exact value, so that `10`, `1e1` and `100.0e-1` are equal; nothing where the
/// exponent has more than 17 digits.
std::optional<std::string> canonical(const NumberText& number);

}  // namespace collective
