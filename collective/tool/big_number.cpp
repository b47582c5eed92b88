#include "collective/tool/big_number.hpp"

#include <cmath>

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

double FixedPoint::rounded() const {
    if (units == 0) return negative_zero ? -0.0 : 0.0;
    cpp_int magnitude = abs(units);
    const int excess = static_cast<int>(msb(magnitude)) - 52;
    int exponent = -1074;
    if (excess > 0) {
        const cpp_int half = cpp_int(1) << (excess - 1);
        const cpp_int rest = magnitude & ((cpp_int(1) << excess) - 1);
        magnitude >>= excess;
        exponent += excess;
        if (rest > half || (rest == half && bit_test(magnitude, 0))) ++magnitude;
    }
    const double result = std::ldexp(static_cast<double>(magnitude.convert_to<std::uint64_t>()), exponent);
    return units < 0 ? -result : result;
}

void add_to_sketch(Sketch& sketch, std::uint64_t h, const BigInteger& number) {
    sketch.add(h, residues(number.value));
}

void add_to_sketch(Sketch& sketch, std::uint64_t h, const FixedPoint& number) {
    sketch.add(h, residues(number.units));
}

}  // namespace collective::tool
