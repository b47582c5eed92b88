#include "collective/tool/big_number.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "collective/check/residues.hpp"

namespace collective::tool {
namespace {

using boost::multiprecision::cpp_int;

/// The number's 61-bit digits, from the highest down, by Horner's rule.
Residues residues(const cpp_int& number) {
    std::vector<std::uint64_t> digits;
    export_bits(cpp_int(abs(number)), std::back_inserter(digits), 61);
    Residues total;
    for (std::uint64_t digit : digits) total = total.scaled(61) + Residues(digit);
    return number < 0 ? Residues() - total : total;
}

}  // namespace

FixedPoint::FixedPoint(double value) : negative_zero(value == 0 && std::signbit(value)) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    // value = mantissa * 2^(exponent - 53); a subnormal's mantissa ends in as many zeros as are shifted out.
    const int shift = exponent - 53 + 1074;
    units = mantissa;
    if (shift >= 0) {
        units <<= shift;
    } else {
        units /= cpp_int(1) << -shift;
    }
}

FixedPoint FixedPoint::whole(cpp_int integer) {
    FixedPoint number;
    number.units = std::move(integer);
    number.scale = 0;
    return number;
}

FixedPoint& FixedPoint::operator*=(const FixedPoint& other) {
    const bool negative = is_negative() != other.is_negative();
    units *= other.units;
    scale += other.scale;
    negative_zero = units == 0 && negative && scale > 0;
    return *this;
}

double FixedPoint::rounded(std::int64_t divisor) const { return rounded_to(53, -1074, divisor); }

float FixedPoint::rounded_to_float() const { return static_cast<float>(rounded_to(24, -149, 1)); }

double FixedPoint::rounded_to(int digits, int least, std::int64_t divisor) const {
    if (units == 0) return negative_zero ? -0.0 : 0.0;
    cpp_int magnitude = abs(units);
    std::int64_t exponent = -1074 * std::int64_t{scale};
    if (divisor > 1) {
        constexpr unsigned more = 128;  // bits, of which the last then tells whether there was a rest
        cpp_int rest;
        divide_qr(cpp_int(magnitude << more), cpp_int(divisor), magnitude, rest);
        exponent -= more;
        if (rest != 0) bit_set(magnitude, 0);
    }
    const std::int64_t excess =
        std::max(static_cast<std::int64_t>(msb(magnitude)) - (digits - 1), std::int64_t{least} - exponent);
    if (excess > 0) {
        const auto bits = static_cast<std::size_t>(excess);
        const bool half = bit_test(magnitude, static_cast<unsigned>(bits - 1));
        const bool below = static_cast<std::size_t>(lsb(magnitude)) < bits - 1;
        magnitude >>= bits;
        exponent += excess;
        if (half && (below || bit_test(magnitude, 0))) ++magnitude;
    }
    const int power = static_cast<int>(std::min<std::int64_t>(exponent, 1 << 20));
    const double result = std::ldexp(static_cast<double>(magnitude.convert_to<std::uint64_t>()), power);
    return units < 0 ? -result : result;
}

void add_to_sketch(Sketch& sketch, std::uint64_t h, const BigInteger& number) {
    sketch.add(h, residues(number.value));
}

void add_to_sketch(Sketch& sketch, std::uint64_t h, const FixedPoint& number) {
    sketch.add(h, residues(number.units));
}

}  // namespace collective::tool
