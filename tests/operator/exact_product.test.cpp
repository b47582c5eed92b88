#include "collective/operator/exact_product.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/operator/oracle.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

std::vector<double> shrunk(std::vector<double> factors) {
    factors.resize(multiply_where_exact(std::span(factors)));
    return factors;
}

double product(const std::vector<double>& factors) { return round_product_to_double(shrunk(factors)); }

std::string refusal(const std::vector<std::int64_t>& factors) {
    try {
        narrow_product<std::int64_t>(std::span<const std::int64_t>(factors));
    } catch (const InputError& error) {
        return error.what();
    }
    return "fits";
}

}  // namespace

TEST_CASE("exact products: what overflows or underflows half-way does not show") {
    CHECK(product({1e300, 0x1p900, 0x1p-900}) == 1e300);
    CHECK(product({1e-300, 0x1p-900, 0x1p900}) == 1e-300);
    CHECK(product({0x1p1000, 0x1p1000, 0x1p-1000, 0x1p-1000, 3}) == 3);
    CHECK(product({0x1p-1074, 0x1p-1074, 0x1p1023, 0x1p1023, 0x1p102}) == 1);
    CHECK(product({1e200, 1e200, -1e200}) == -INFINITY);
    CHECK(bits_of(product({1e-200, 1e-200, -1e-200})) == bits_of(-0.0));
    // Half of the smallest number is a tie, and goes to even; a bit more goes up.
    CHECK(product({0x1p-1000, 0x1p-50, 0x1p-25}) == 0);
    CHECK(product({0x1p-1000, 0x1p-50, 0x1p-25, 1 + 0x1p-52}) == 0x1p-1074);
    CHECK(product({0x1p-1000, 0x1p-50, 0x1p-25, 3}) == 0x1p-1073);
}

TEST_CASE("exact products: small factors become one, and factors with all bits in use stay side by side") {
    CHECK(shrunk({2, 3, -0.5, 1e10}).size() == 1);
    CHECK(shrunk(std::vector<double>(33, 3)).size() == 1);
    CHECK(shrunk({1 / 3.0, 1 / 3.0, 1 / 3.0}).size() == 3);
    CHECK(shrunk({1 / 3.0, INFINITY, 1 / 3.0}) == std::vector<double>{INFINITY});
    CHECK(bits_of(shrunk({1 / 3.0, 0.0, -1 / 3.0})[0]) == bits_of(-0.0));
}

TEST_CASE("exact products: thousands of factors") {
    std::mt19937_64 random(5);
    std::vector<double> factors;
    Rational exactly = 1;
    for (int i = 0; i < 1'000; ++i) {
        const double factor = std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, i % 2 - 1);
        factors.push_back(factor);
        exactly *= exact(factor);
    }
    CHECK(bits_of(product(factors)) == bits_of(rounded<double>(exactly)));
    CHECK(product(std::vector<double>(100'000, 1.1)) == INFINITY);
    CHECK(product(std::vector<double>(100'000, 0.9)) == 0);
}

TEST_CASE("exact products: of integers, what does not fit is named") {
    constexpr std::int64_t big = std::int64_t{1} << 32;
    CHECK(refusal({big, big}) == "the product 18446744073709551616 does not fit a signed 64-bit integer");
    CHECK(refusal({big, big / 2}) == "the product 9223372036854775808 does not fit a signed 64-bit integer");
    CHECK(refusal({big, -big / 2}) == "fits");
    CHECK(refusal({big, big, 0}) == "fits");
    const std::string huge = refusal(std::vector<std::int64_t>(100'000, 10));
    CHECK(huge == "the product of about 100000 digits does not fit a signed 64-bit integer");
}
