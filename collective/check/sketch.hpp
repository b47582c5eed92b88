#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <memory>

#include "collective/check/residues.hpp"

namespace collective {

/// The exact sum of h * value over pairs, for multipliers h below 2^61, known in the end by its residues.
///
/// A value of mantissa m and exponent e adds h * m to the bin of its sign and exponent. The bins are too wide
/// to overflow, so nothing is rounded and nothing depends on the order; only `total` reduces them.
/// **Cost** about two nanoseconds a value.
class Sketch {
  public:
    template <Integer T>
    void add(std::uint64_t h, T value) {
        const auto factor = static_cast<Int128>(h);
        if constexpr (sizeof value <= 8) {
            words_[0].add(factor * static_cast<Int128>(value));
        } else {
            words_[0].add(factor * static_cast<std::uint64_t>(value));
            words_[1].add(factor * static_cast<Int128>(value >> 64));
        }
    }

    // Always inline: in a template as large as a call the compiler else leaves calls that cost more than they
    // do.

    /// A NaN or an infinity adds nothing but shows in `saw_non_finite`.
    [[gnu::always_inline]] void add(std::uint64_t h, std::same_as<double> auto value) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const auto bin = static_cast<unsigned>(bits >> 52);  // sign and exponent field
        const std::uint64_t leading = std::uint64_t{(bin & exponent_mask) != 0} << 52;
        Bins* bins = bins_[bin / group_size].get();
        if (bins == nullptr) bins = make_bins(bin / group_size);
        (*bins)[bin % group_size].add(static_cast<UInt128>(h) * ((bits & mantissa_mask) | leading));
    }

    void add(std::uint64_t h, std::same_as<float> auto value) { add(h, static_cast<double>(value)); }

    /// A value that the caller maps to residues, see `add_to_sketch`.
    void add(std::uint64_t h, std::same_as<Residues> auto value) { mapped_ = mapped_ + Residues(h) * value; }

    Residues total() const;
    bool saw_non_finite() const;

  private:
    // A signed integer of 192 bits: room for 2^64 products of 125 bits.
    class Bin {
      public:
        void add(UInt128 term) {
            low_ += term;
            high_ += low_ < term ? 1 : 0;
        }
        void add(Int128 term) {
            low_ += static_cast<UInt128>(term);
            high_ += static_cast<std::int64_t>(term >> 127) + (low_ < static_cast<UInt128>(term));
        }
        bool empty() const { return low_ == 0 && high_ == 0; }
        Residues residues() const;

      private:
        UInt128 low_ = 0;
        std::int64_t high_ = 0;
    };

    static constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << 52) - 1;
    static constexpr unsigned exponent_mask = 0x7ff;
    static constexpr unsigned groups = 64, group_size = 64;
    using Bins = std::array<Bin, group_size>;
    Bins* make_bins(unsigned group);

    std::array<Bin, 2> words_;                        // of integers, in units of 1 and of 2^64
    std::array<std::unique_ptr<Bins>, groups> bins_;  // few groups of exponents are ever in use
    Residues mapped_;
};

/// A value type that sums can be checked for: integers, float, double, and any type with a function
/// `void add_to_sketch(collective::Sketch&, std::uint64_t h, const V&)` in its namespace. The function may
/// call `sketch.add(h, ...)` with whatever represents the value exactly, `Residues` for one.
template <class V>
concept HasSketch = requires(Sketch& sketch, std::uint64_t h, const V& value) {
    add_to_sketch(sketch, h, value);
};
template <class V>
concept Sketchable = HasSketch<V> or requires(Sketch& sketch, std::uint64_t h, const V& value) {
    sketch.add(h, value);
};

template <Sketchable V>
[[gnu::always_inline]] inline void add_value(Sketch& sketch, std::uint64_t h, const V& value) {
    if constexpr (HasSketch<V>)
        add_to_sketch(sketch, h, value);
    else
        sketch.add(h, value);
}

}  // namespace collective
