#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <span>

#include "collective/check/residues.hpp"

namespace collective::testing {

using Big =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;

/// A finite double, exactly, in units of 2^-1074.
inline Big units(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    const auto digits = static_cast<std::int64_t>(std::ldexp(mantissa, 53));
    const int shift = exponent - 53 + 1074;
    return shift >= 0 ? Big(digits) << shift : Big(digits) / (Big(1) << -shift);
}

inline Big units(std::span<const double> values) {
    Big sum = 0;
    for (const double value : values) sum += units(value);
    return sum;
}

/// The nearest number of `digits` bits and an exponent above `lowest`, ties to even; infinite from 2^`top`
/// on.
inline double nearest(const Big& sum, int digits = 53, int lowest = -1074, int top = 1024) {
    if (sum == 0) return 0;
    const Big magnitude = abs(sum);
    const int bits = static_cast<int>(msb(magnitude)) + 1;
    const int shift = std::max(bits - digits, lowest + 1074);
    Big kept = magnitude >> shift;
    const Big cut = magnitude - (kept << shift), whole = Big(1) << shift;
    if (2 * cut > whole || (2 * cut == whole && kept % 2 == 1)) ++kept;
    double value = std::ldexp(kept.convert_to<double>(), shift - 1074);
    if (std::isinf(value) || value >= std::ldexp(1.0, top - 1) * 2) value = INFINITY;
    return sum < 0 ? -value : value;
}
inline float nearest_float(const Big& sum) { return static_cast<float>(nearest(sum, 24, -149, 128)); }

inline Residues residues(const Big& number) {
    const auto modulo = [&](std::uint64_t modulus) {
        const Big rest = number % modulus;
        return static_cast<std::uint64_t>(rest < 0 ? rest + modulus : rest);
    };
    return {modulo(Mersenne<61>::modulus), modulo(Mersenne<31>::modulus)};
}

}  // namespace collective::testing
