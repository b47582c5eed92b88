#include "collective/format/number_text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace collective {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// What can't follow a number without being meant as a part of it.
bool clings(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
           c == '.' || c == '_';
}

/// Beyond this an exponent is not told from a larger one; far above any text's length.
constexpr std::int64_t largest_exponent = 100'000'000'000'000'000;

/// The value 0.DIGITS * 10^exponent, with neither leading nor trailing zeros; no digits: zero.
struct Decimal {
    std::string digits;
    std::int64_t exponent;
    bool exact;  ///< the exponent was in range
};

Decimal decimal(const NumberText& number) {
    std::string_view text = number.text;
    if (number.negative) text.remove_prefix(1);

    Decimal result{{}, 0, true};
    const std::size_t mark = text.find_first_of("eE");
    if (mark != std::string_view::npos) {
        std::string_view exponent = text.substr(mark + 1);
        text = text.substr(0, mark);
        if (exponent.front() == '+') exponent.remove_prefix(1);
        const bool negative = exponent.front() == '-';
        const auto read =
            std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
        result.exact = read.ec == std::errc{} && result.exponent >= -largest_exponent &&
                       result.exponent <= largest_exponent;
        if (!result.exact) result.exponent = negative ? -largest_exponent : largest_exponent;
    }
    result.exponent += static_cast<std::int64_t>(number.digits);

    for (const char c : text)
        if (c != '.') result.digits += c;
    const std::size_t zeros = result.digits.find_first_not_of('0');
    if (zeros == std::string::npos) return {{}, 0, true};
    result.digits.erase(0, zeros);
    result.exponent -= static_cast<std::int64_t>(zeros);
    result.digits.erase(result.digits.find_last_not_of('0') + 1);
    return result;
}

}  // namespace

std::optional<NumberText> scan_number(std::string_view text, Spelling spelling) {
    const bool plain = spelling == Spelling::plain;
    const char* const end = text.data() + text.size();
    const char* at = text.data();
    const auto digit = [&] { return at != end && is_digit(*at); };
    const auto skip_digits = [&] {
        const char* const first = at;
        while (digit()) ++at;
        return at != first;
    };

    if (plain && at != end && *at == '+') ++at;
    const char* const start = at;
    NumberText number{{}, 0, 0, 0, at == text.data() && at != end && *at == '-', true};
    if (number.negative) ++at;
    const char* const first = at;
    if (digit() && *at == '0') {
        ++at;
    } else {
        while (digit()) {
            number.magnitude = 10 * number.magnitude + static_cast<std::uint64_t>(*at - '0');
            ++at;
        }
    }
    number.digits = static_cast<std::size_t>(at - first);
    if (number.digits == 0 && !plain) return {};
    if (at != end && *at == '.') {
        number.integer = false;
        ++at;
        if (!skip_digits() && (!plain || number.digits == 0)) return {};
    } else if (number.digits == 0) {
        return {};
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        number.integer = false;
        ++at;
        if (at != end && (*at == '+' || *at == '-')) ++at;
        if (!skip_digits()) return {};
    }
    if (at != end && clings(*at)) return {};
    number.text = std::string_view(start, static_cast<std::size_t>(at - start));
    number.bytes = static_cast<std::size_t>(at - text.data());
    return number;
}

std::optional<NonFiniteText> scan_non_finite(std::string_view text) {
    const bool negative = text.starts_with('-');
    const std::size_t sign = negative || text.starts_with('+') ? 1 : 0;
    const std::string_view rest = text.substr(sign);
    const auto is = [&](std::string_view word) {
        const auto alike = [](char letter, char lower) { return (letter | 0x20) == lower; };
        return rest.size() >= word.size() &&
               std::equal(word.begin(), word.end(), rest.begin(),
                          [&](char a, char b) { return alike(b, a); }) &&
               (rest.size() == word.size() || !clings(rest[word.size()]));
    };
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (is("nan")) return NonFiniteText{std::numeric_limits<double>::quiet_NaN(), sign + 3};
    for (const std::string_view word : {"inf", "infinity"})
        if (is(word)) return NonFiniteText{negative ? -infinity : infinity, sign + word.size()};
    return {};
}

std::optional<std::uint64_t> to_uint64(const NumberText& integer) {
    if (integer.negative && integer.magnitude != 0) return {};
    if (integer.digits < 20) return integer.magnitude;
    std::uint64_t value;
    const std::string_view text = integer.text;
    if (integer.negative || std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
        return {};
    return value;
}

std::optional<std::int64_t> to_int64(const NumberText& integer) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    if (integer.digits >= 20 || integer.magnitude > most + (integer.negative ? 1 : 0)) return {};
    return static_cast<std::int64_t>(integer.negative ? -integer.magnitude : integer.magnitude);
}

namespace {

template <class Float>
std::optional<Float> nearest(const NumberText& number) {
    Float value;
    const char* const end = number.text.data() + number.text.size();
    if (std::from_chars(number.text.data(), end, value).ec == std::errc{}) return value;
    // from_chars does not say on which side a number is out of range.
    if (decimal(number).exponent > 0) return {};
    return number.negative ? -Float{0} : Float{0};
}

}  // namespace

std::optional<double> to_double(const NumberText& number) { return nearest<double>(number); }
std::optional<float> to_float(const NumberText& number) { return nearest<float>(number); }

std::optional<std::string> canonical(const NumberText& number) {
    const Decimal value = decimal(number);
    if (!value.exact) return {};
    if (value.digits.empty()) return "0";
    return (number.negative ? "-." : ".") + value.digits + "e" + std::to_string(value.exponent);
}

}  // namespace collective
