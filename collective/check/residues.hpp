#pragma once

#include <cstdint>

#include "collective/integer.hpp"

namespace collective {

/// An integer modulo the Mersenne prime 2^bits - 1, where multiplying by a power of two is a rotation.
template <int bits>
class Mersenne {
  public:
    static constexpr std::uint64_t modulus = (std::uint64_t{1} << bits) - 1;

    constexpr Mersenne(std::uint64_t value = 0) : value_(value % modulus) {}

    constexpr std::uint64_t value() const { return value_; }

    /// This times 2^exponent; the exponent may be negative.
    constexpr Mersenne scaled(int exponent) const {
        const int turn = (exponent % bits + bits) % bits;
        return ((value_ << turn) & modulus) | (value_ >> (bits - turn));
    }

    friend constexpr Mersenne operator+(Mersenne a, Mersenne b) { return a.value_ + b.value_; }
    friend constexpr Mersenne operator-(Mersenne a, Mersenne b) { return a.value_ + (modulus - b.value_); }
    friend constexpr Mersenne operator*(Mersenne a, Mersenne b) {
        const UInt128 product = UInt128{a.value_} * b.value_;
        return static_cast<std::uint64_t>(product & modulus) + static_cast<std::uint64_t>(product >> bits);
    }
    friend constexpr bool operator==(Mersenne, Mersenne) = default;

  private:
    std::uint64_t value_;
};

/// A number (an integer, or an integer times a power of two) modulo 2^61 - 1 and modulo 2^31 - 1. One modulus
/// is not enough: modulo 2^61 - 1 the numbers 1 and 2^61 are equal.
struct Residues {
    Mersenne<61> mod61;
    Mersenne<31> mod31;

    constexpr Residues(std::uint64_t number = 0) : mod61(number), mod31(number) {}
    constexpr Residues(Mersenne<61> a, Mersenne<31> b) : mod61(a), mod31(b) {}

    constexpr Residues scaled(int exponent) const { return {mod61.scaled(exponent), mod31.scaled(exponent)}; }

    friend constexpr Residues operator+(Residues a, Residues b) {
        return {a.mod61 + b.mod61, a.mod31 + b.mod31};
    }
    friend constexpr Residues operator-(Residues a, Residues b) {
        return {a.mod61 - b.mod61, a.mod31 - b.mod31};
    }
    friend constexpr Residues operator*(Residues a, Residues b) {
        return {a.mod61 * b.mod61, a.mod31 * b.mod31};
    }
    friend constexpr bool operator==(const Residues&, const Residues&) = default;
};

}  // namespace collective
