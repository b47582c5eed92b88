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
/// and every integer is. It becomes a float once, when it is printed.
struct FixedPoint {
    boost::multiprecision::cpp_int units;
    bool negative_zero = false;  ///< every contribution was -0.0

    FixedPoint() = default;
    explicit FixedPoint(double value);
    explicit FixedPoint(const boost::multiprecision::cpp_int& integer) : units(integer << 1074) {}

    FixedPoint& operator+=(const FixedPoint& other) {
        units += other.units;
        negative_zero = negative_zero && other.negative_zero;
        return *this;
    }
    friend bool operator==(const FixedPoint&, const FixedPoint&) = default;
    friend bool operator<(const FixedPoint& a, const FixedPoint& b) { return a.units < b.units; }

    /// The nearest double, ties to even; beyond the largest: infinity.
    double rounded() const;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& units& negative_zero;
    }
};

// How the fingerprint takes them.
void add_to_sketch(Sketch& sketch, std::uint64_t h, const BigInteger& number);
void add_to_sketch(Sketch& sketch, std::uint64_t h, const FixedPoint& number);

}  // namespace collective::tool
