#pragma once

#include <cstdint>
#include <string>

#include "collective/integer.hpp"

namespace collective {

/// Appends a number as JSON spells it, the same in every locale.
///
/// A double takes the fewest digits that read back to the same bits and always shows `.` or `e` (`1.0`,
/// `-0.0`, `1e+23`), which an integer never does. What JSON has no number for becomes a string: `"NaN"`,
/// `"Infinity"`,
/// `"-Infinity"`.
void append_number(std::string& text, std::int64_t value);
void append_number(std::string& text, std::uint64_t value);
void append_number(std::string& text, Int128 value);
void append_number(std::string& text, double value);
void append_number(std::string& text, float value);

}  // namespace collective
