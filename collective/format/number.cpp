#include "collective/format/number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace collective {

void append_number(std::string& text, std::int64_t value) {
    const fmt::format_int digits(value);
    text.append(digits.data(), digits.size());
}

void append_number(std::string& text, std::uint64_t value) {
    const fmt::format_int digits(value);
    text.append(digits.data(), digits.size());
}

void append_number(std::string& text, Int128 value) { fmt::format_to(std::back_inserter(text), "{}", value); }

namespace {

template <class Float>
void append_float(std::string& text, Float value) {
    if (std::isnan(value)) {
        text += "\"NaN\"";
    } else if (std::isinf(value)) {
        text += value < 0 ? "\"-Infinity\"" : "\"Infinity\"";
    } else {
        const std::size_t start = text.size();
        fmt::format_to(std::back_inserter(text), "{}", value);
        if (text.find_first_of(".e", start) == std::string::npos) text += ".0";
    }
}

}  // namespace

void append_number(std::string& text, double value) { append_float(text, value); }
void append_number(std::string& text, float value) { append_float(text, value); }

}  // namespace collective
