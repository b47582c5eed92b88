#include "collective/operator/exact_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <boost/multiprecision/cpp_int.hpp>

#include "collective/error.hpp"

namespace collective {
namespace {

using boost::multiprecision::cpp_int;

/// Halves that are multiplied have about equal length, which is fast where numbers grow long.
template <class T>
cpp_int product_of(std::span<const T> factors) {
    if (factors.size() == 1) return cpp_int(factors[0]);
    const std::size_t half = factors.size() / 2;
    return product_of(factors.first(half)) * product_of(factors.subspan(half));
}

/// The exact product, rounded once to `precision` bits whose last one counts at least 2^lowest; infinite
/// from 2^`beyond` on. The factors are finite and not zero.
double rounded(std::span<const double> factors, int precision, int lowest, int beyond) {
    bool negative = false;
    std::int64_t exponent = 0;
    std::vector<std::int64_t> mantissas;
    mantissas.reserve(factors.size());
    for (const double factor : factors) {
        int power = 0;
        mantissas.push_back(static_cast<std::int64_t>(std::ldexp(std::frexp(std::abs(factor), &power), 53)));
        exponent += power - 53;
        negative ^= std::signbit(factor);
    }
    // Each mantissa has 53 bits, so the highest bit of the product is known but for one a factor.
    const auto count = static_cast<std::int64_t>(factors.size());
    double magnitude = 0;
    if (exponent + 52 * count >= beyond) {
        magnitude = INFINITY;
    } else if (exponent + 53 * count >= lowest) {
        cpp_int product = product_of(std::span<const std::int64_t>(mantissas));
        const std::int64_t top = static_cast<std::int64_t>(msb(product)) + exponent;
        const std::int64_t last = std::max<std::int64_t>(top - precision + 1, lowest);
        if (const std::int64_t cut = last - exponent; cut > 0) {
            const auto bits = static_cast<std::size_t>(cut);
            const bool half = bit_test(product, static_cast<unsigned>(bits - 1));
            const bool below = static_cast<std::size_t>(lsb(product)) < bits - 1;
            product >>= bits;
            if (half && (below || bit_test(product, 0))) ++product;
            exponent = last;
        }
        magnitude = std::ldexp(product.convert_to<double>(), static_cast<int>(exponent));
    }
    return negative ? -magnitude : magnitude;
}

bool is_exact(double a, double b, double product) {
    // Far above the smallest number, so that what rounding cuts off is a number too.
    constexpr double least = 0x1p-900;
    return std::isfinite(product) && std::abs(product) >= least && std::fma(a, b, -product) == 0;
}

}  // namespace

std::size_t multiply_where_exact(std::span<double> factors) {
    bool negative = false, nan = false, infinite = false, zero = false;
    for (const double factor : factors) {
        negative ^= std::signbit(factor);
        nan |= std::isnan(factor);
        infinite |= std::isinf(factor);
        zero |= factor == 0;
    }
    if (nan || infinite || zero) {
        const double magnitude = infinite ? INFINITY : 0;
        factors[0] = nan || (infinite && zero) ? std::numeric_limits<double>::quiet_NaN()
                                               : std::copysign(magnitude, negative ? -1 : 1);
        return 1;
    }
    std::size_t kept = 0;
    for (const double factor : factors) {
        const double product = kept > 0 ? factors[kept - 1] * factor : 0;
        if (kept > 0 && is_exact(factors[kept - 1], factor, product)) {
            factors[kept - 1] = product;
        } else {
            factors[kept++] = factor;
        }
    }
    return kept;
}

double round_product_to_double(std::span<const double> factors) {
    if (factors.size() == 1) {
        return std::isnan(factors[0]) ? std::numeric_limits<double>::quiet_NaN() : factors[0];
    }
    if (factors.size() == 2) return factors[0] * factors[1];
    return rounded(factors, std::numeric_limits<double>::digits, -1074, 1024);
}

float round_product_to_float(std::span<const double> factors) {
    // Multiplying two in double first would round twice.
    if (factors.size() == 1) return static_cast<float>(round_product_to_double(factors));
    return static_cast<float>(rounded(factors, std::numeric_limits<float>::digits, -149, 128));
}

Int128 product_between(Int128 lowest, Int128 highest, std::string_view type,
                       std::span<const Int128> factors) {
    constexpr double most_digits = 10'000;  // that anyone would read, and that are quickly made
    double digits = 0;
    for (const Int128 factor : factors) {
        if (factor == 0) return 0;
        digits += std::log10(std::abs(static_cast<double>(factor)));
    }
    std::string text = "of about " + std::to_string(std::llround(digits)) + " digits";
    if (digits <= most_digits) {
        const cpp_int product = product_of(factors);
        if (cpp_int(lowest) <= product && product <= cpp_int(highest)) return static_cast<Int128>(product);
        text = product.str();
    }
    throw InputError("the product " + text + " does not fit " + std::string(type));
}

}  // namespace collective
