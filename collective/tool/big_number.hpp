#pragma once

#include <cstdint>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/cpp_int/serialize.hpp>

#include "collective/check/sketch.hpp"

namespace collective::tool {

/// An integer of any size.
struct BigInteger {
    boost::multiprecision::cpp_int value;

    BigInteger& operator+=(const BigInteger& other) {
        value += other.value;
        return *this;
    }
    friend bool operator==(const BigInteger&, const BigInteger&) = default;
    friend bool operator<(const BigInteger& a, const BigInteger& b) { return a.value < b.value; }

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& value;
    }
};

/// Carries a job with floats and with integers that no float holds: a multiple of 2^-1074, as every double
/// and every integer is, or a product of such. It becomes a float once, when it is printed.
///
/// It also carries integers of any size through operators other than sum: then it is a multiple of 1.
struct FixedPoint {
    boost::multiprecision::cpp_int units;  ///< of 2^(-1074 scale)
    int scale = 1;                         ///< that of contributions is 1, or in a job without floats 0
    bool negative_zero = false;            ///< what a float's -0.0 is

    FixedPoint() = default;
    explicit FixedPoint(double value);
    explicit FixedPoint(const boost::multiprecision::cpp_int& integer) : units(integer << 1074) {}
    static FixedPoint whole(boost::multiprecision::cpp_int integer);

    FixedPoint& operator+=(const FixedPoint& other) {
        units += other.units;
        negative_zero = negative_zero && other.negative_zero;
        return *this;
    }
    FixedPoint& operator*=(const FixedPoint& other);
    friend bool operator==(const FixedPoint&, const FixedPoint&) = default;
    friend bool operator<(const FixedPoint& a, const FixedPoint& b) {
        return a.units < b.units || (a.units == b.units && a.negative_zero && !b.negative_zero);
    }

    bool is_negative() const { return units < 0 || negative_zero; }

    /// The nearest double to this over `divisor`, ties to even; beyond the largest: infinity.
    double rounded(std::int64_t divisor = 1) const;
    float rounded_to_float() const;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& units& scale& negative_zero;
    }

  private:
    /// Rounded to a float of so many bits, the lowest of which is never below 2^least.
    double rounded_to(int digits, int least, std::int64_t divisor) const;
};

/// For `mean`.
inline double operator/(const FixedPoint& sum, std::int64_t workers) { return sum.rounded(workers); }

// How the fingerprint takes them.
void add_to_sketch(Sketch& sketch, std::uint64_t h, const BigInteger& number);
void add_to_sketch(Sketch& sketch, std::uint64_t h, const FixedPoint& number);

}  // namespace collective::tool
