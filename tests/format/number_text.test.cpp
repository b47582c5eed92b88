#include "collective/format/number_text.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

using namespace collective;
using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

namespace {

std::uint64_t bits_of(const std::string& text) {
    const auto number = scan_number(text);
    REQUIRE(number);
    const auto value = to_double(*number);
    REQUIRE(value);
    return std::bit_cast<std::uint64_t>(*value);
}

}  // namespace

TEST_CASE("a number ends where JSON ends it") {
    for (const auto& [text, number] : {std::pair{"12,3", "12"},
                                       {"-0]", "-0"},
                                       {"1.50 ", "1.50"},
                                       {"0e-5\n", "0e-5"},
                                       {"1E+05", "1E+05"},
                                       {"7\"", "7"}}) {
        const auto found = scan_number(text);
        REQUIRE(found);
        CHECK(found->text == number);
    }
    for (const char* const text :
         {"", "-", "a", "01", "1.", "1.,", ".1", "1e", "1e+", "+1", "1x", "1_0", "0-", "0.0.0"})
        CHECK_FALSE(scan_number(text));
}

TEST_CASE("integers at the edges of 64 bits") {
    const auto as_int64 = [](const char* text) { return to_int64(*scan_number(text)); };
    const auto as_uint64 = [](const char* text) { return to_uint64(*scan_number(text)); };
    CHECK(as_int64("-0") == 0);
    CHECK(as_int64("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
    CHECK(as_int64("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
    for (const char* const text : {"9223372036854775808", "-9223372036854775809", "9999999999999999999",
                                   "18446744073709551616", "18446744073709551617", "100000000000000000000"})
        CHECK_FALSE(as_int64(text));
    CHECK(as_uint64("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
    CHECK(as_uint64("-0") == 0);
    for (const char* const text : {"18446744073709551616", "99999999999999999999", "36893488147419103233",
                                   "-1", "-18446744073709551615"})
        CHECK_FALSE(as_uint64(text));
}

TEST_CASE("random doubles come back from 17 digits, bit by bit, subnormals among them") {
    std::mt19937_64 random(17);
    for (int trial = 0; trial < 200'000; ++trial) {
        std::uint64_t bits = random();
        if (trial % 4 == 0) bits &= 0x800FFFFFFFFFFFFF;  // subnormal
        const double value = std::bit_cast<double>(bits);
        if (!std::isfinite(value)) continue;
        char text[40];
        std::snprintf(text, sizeof text, "%.16e", value);
        CAPTURE(text);
        REQUIRE(bits_of(text) == bits);
    }
}

TEST_CASE("halfway cases and the ends of the range") {
    CHECK(bits_of("9007199254740993.0") ==
          std::bit_cast<std::uint64_t>(9007199254740992.0));  // a tie, to even
    CHECK(bits_of("9007199254740993.0" + std::string(1000, '0') + "1") ==
          std::bit_cast<std::uint64_t>(9007199254740994.0));
    CHECK(bits_of("1.7976931348623158e308") ==
          std::bit_cast<std::uint64_t>(std::numeric_limits<double>::max()));
    CHECK(bits_of("5e-324") == 1);
    CHECK(bits_of("2.4703282292062328e-324") == 1);  // just above half of the smallest
    CHECK(bits_of("2.4703282292062327e-324") == 0);  // just below
    for (const char* const text : {"1e-400", "0e999999999999999999999", "1e-99999999999999999999", "0.0"}) {
        CHECK(bits_of(text) == 0);
        CHECK(bits_of(std::string("-") + text) == std::uint64_t{1} << 63);
    }
    CHECK(bits_of("1" + std::string(400, '0') + "e-400") == std::bit_cast<std::uint64_t>(1.0));
    CHECK(bits_of("0." + std::string(400, '0') + "1e401") == std::bit_cast<std::uint64_t>(1.0));
    CHECK(bits_of("0." + std::string(400, '0') + "1") == 0);
    CHECK_FALSE(to_double(*scan_number("1" + std::string(400, '0') + ".0")));
}

TEST_CASE("canonical spellings are equal exactly where the values are") {
    std::mt19937 random(3);
    std::vector<std::pair<std::string, Rational>> numbers;
    for (int i = 0; i < 400; ++i) {
        const std::string sign = random() % 3 == 0 ? "-" : "";
        const std::string whole = std::vector<std::string>{"0", "1", "10", "100", "1010"}[random() % 5];
        const std::string fraction = std::vector<std::string>{"", "0", "1", "01", "10", "00"}[random() % 6];
        const int exponent = static_cast<int>(random() % 7) - 3;
        const std::string text = sign + whole + (fraction.empty() ? "" : "." + fraction) +
                                 (exponent == 0 ? "" : "e" + std::to_string(exponent));
        std::string digits = whole + fraction;
        digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));  // else read as octal
        Rational value{Integer(digits)};
        for (int e = exponent - static_cast<int>(fraction.size()); e < 0; ++e) value /= 10;
        for (int e = exponent - static_cast<int>(fraction.size()); e > 0; --e) value *= 10;
        if (!sign.empty()) value = -value;
        numbers.emplace_back(text, value);
    }
    for (const auto& [a, a_value] : numbers)
        for (const auto& [b, b_value] : numbers) {
            CAPTURE(a);
            CAPTURE(b);
            REQUIRE((canonical(*scan_number(a)) == canonical(*scan_number(b))) == (a_value == b_value));
        }
    CHECK(canonical(*scan_number("1e000000000000000000000000000002")) == canonical(*scan_number("100")));
    CHECK(canonical(*scan_number("0e99999999999999999999")) == canonical(*scan_number("0")));
    CHECK_FALSE(canonical(*scan_number("1e99999999999999999999")));
    CHECK_FALSE(canonical(*scan_number("1e-99999999999999999999")));
}
