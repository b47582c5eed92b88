#include "collective/format/number.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

using namespace collective;

namespace {

template <class T>
std::string printed(T value) {
    std::string text;
    append_number(text, value);
    return text;
}

}  // namespace

TEST_CASE("integers") {
    CHECK(printed(std::int64_t{0}) == "0");
    CHECK(printed(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
    CHECK(printed(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    std::mt19937_64 random(5);
    for (int trial = 0; trial < 1000; ++trial) {
        const auto high = static_cast<std::int64_t>(random()) >> (random() % 64);
        const std::uint64_t low = random();
        const Int128 value =
            static_cast<Int128>(high) * (static_cast<Int128>(1) << 64) + static_cast<Int128>(low);
        const auto expected = (boost::multiprecision::cpp_int(high) << 64) + low;
        REQUIRE((boost::multiprecision::cpp_int(printed(value)) == expected));
    }
}

TEST_CASE("floats always look like floats") {
    for (const auto& [value, text] : {std::pair{1.0, "1.0"},
                                      {-0.0, "-0.0"},
                                      {0.0, "0.0"},
                                      {1e23, "1e+23"},
                                      {123456789.125, "123456789.125"},
                                      {0.1 + 0.2, "0.30000000000000004"},
                                      {1e15, "1000000000000000.0"},
                                      {1e16, "1e+16"},
                                      {5e-324, "5e-324"},
                                      {-1.7976931348623157e308, "-1.7976931348623157e+308"}})
        CHECK(printed(value) == text);
    CHECK(printed(std::nan("")) == "\"NaN\"");
    CHECK(printed(std::numeric_limits<double>::infinity()) == "\"Infinity\"");
    CHECK(printed(-std::numeric_limits<double>::infinity()) == "\"-Infinity\"");
}

TEST_CASE("floats read back to the same bits, and no fewer digits would") {
    std::mt19937_64 random(11);
    for (int trial = 0; trial < 100'000; ++trial) {
        const double value = trial % 2 == 0 ? std::bit_cast<double>(random())
                                            : static_cast<double>(random() % 1'000'000) / 1000;
        if (!std::isfinite(value)) continue;
        const std::string text = printed(value);
        CAPTURE(text);
        REQUIRE(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)) ==
                std::bit_cast<std::uint64_t>(value));
        REQUIRE(text.find_first_of(".e") != text.npos);

        int digits = 0;  // significant ones: from the first to the last that is not zero
        std::string mantissa = text.substr(0, text.find('e'));
        std::erase_if(mantissa, [](char c) { return c == '.' || c == '-'; });
        mantissa.erase(0, mantissa.find_first_not_of('0'));
        digits = static_cast<int>(mantissa.find_last_not_of('0') + 1);
        if (digits < 2) continue;
        char shorter[40];
        std::snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
        REQUIRE(std::strtod(shorter, nullptr) != value);
    }
}
