#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/buffer.hpp"
#include "collective/local/grid.hpp"
#include "collective/transport/codec.hpp"

namespace collective {

/// How a list of pairs is written for a wire. Sorted coordinates need far less than their own bytes.
enum class Form : std::uint64_t {
    pairs,   ///< as they lie in memory
    deltas,  ///< the values, then the differences of neighbouring coordinates, one to five bytes each
    bitmap,  ///< the values, then a bit for each coordinate of the range
    dense    ///< the values of all coordinates of the range
};

/// A list of pairs as it travels.
struct Wire {
    Form form = Form::pairs;
    std::uint64_t lowest = 0;  ///< coordinate, as `ordered`
    std::span<const std::byte> body;
};

/// Pairs that can be coded.
template <class P, class K>
constexpr bool has_wire_form = GridCoordinate<K>&& TravelsAsIs<P>;

/// Bytes that a sorted coordinate takes, about, where a range is neither dense nor nearly empty.
inline constexpr double coded_coordinate = 1.5;

/// What a list of coordinates, as `ordered`, would take in each form.
class WireSizes {
  public:
    void add(std::uint64_t coordinate) {
        if (count_++ == 0) lowest_ = highest_ = coordinate;
        if (coordinate < highest_) sorted_ = false;
        const std::uint64_t delta = coordinate - highest_;
        if (delta == 0 && count_ > 1) strict_ = false;
        if (delta > ~std::uint32_t{0}) near_ = false;
        const auto bits = static_cast<std::size_t>(std::bit_width(delta | 1));
        delta_bytes_ += (bits + 7) / 8;
        highest_ = coordinate;
    }

    /// The form that is smallest, for pairs and values of these sizes in bytes.
    Form smallest(std::size_t pair_bytes, std::size_t value_bytes) const;
    std::uint64_t lowest() const { return lowest_; }
    std::uint64_t range() const { return highest_ - lowest_ + 1; }  ///< of sorted coordinates; 0: all

  private:
    std::size_t count_ = 0;
    std::uint64_t lowest_ = 0, highest_ = 0;
    std::size_t delta_bytes_ = 0;
    bool sorted_ = true, strict_ = true, near_ = true;
};

/// Appends numbers to coded bytes, each with as few bytes as it needs.
/// **Source** Lemire, Kurz, Rupp: 'Stream VByte: Faster Byte-Oriented Integer Compression' (2018).
void append_small(std::span<const std::uint32_t> numbers, Buffer<std::byte>& out);

/// Reads as many as `numbers` has room for, and returns what comes after them.
std::span<const std::byte> read_small(std::span<const std::byte> coded, std::span<std::uint32_t> numbers);

/// What follows the last number in a body: the library reads ahead.
inline constexpr std::size_t wire_padding = 16;

/// Numbers are coded in blocks of so many, which stay in the first-level cache.
inline constexpr std::size_t wire_block = 2048;

/// The pairs in their smallest form; `scratch` then holds it, unless that is the pairs themselves.
/// **Cost** a pass to choose, about 1 ns a pair, and one to write.
template <TravelsAsIs P, GridCoordinate K>
Wire to_wire(std::span<const Entry<P, K>> pairs, Buffer<std::byte>& scratch) {
    WireSizes sizes;
    for (const auto& pair : pairs) sizes.add(ordered(pair.coordinate));
    const Form form = sizes.smallest(sizeof(Entry<P, K>), sizeof(P));
    if (form == Form::pairs) return {form, 0, std::as_bytes(pairs)};

    scratch.resize(pairs.size() * sizeof(P));
    std::byte* values = scratch.data();
    for (const auto& pair : pairs) {
        std::memcpy(values, &pair.value, sizeof(P));
        values += sizeof(P);
    }
    if (form == Form::deltas) {
        std::uint32_t deltas[wire_block];
        std::uint64_t last = sizes.lowest();
        for (std::size_t first = 0; first < pairs.size(); first += wire_block) {
            const auto block = pairs.subspan(first, std::min(wire_block, pairs.size() - first));
            for (std::size_t i = 0; i < block.size(); ++i) {
                const std::uint64_t coordinate = ordered(block[i].coordinate);
                deltas[i] = static_cast<std::uint32_t>(coordinate - last);
                last = coordinate;
            }
            append_small(std::span(deltas, block.size()), scratch);
        }
        scratch.resize(scratch.size() + wire_padding);
    } else if (form == Form::bitmap) {
        std::vector<std::uint64_t> marks((sizes.range() + 63) / 64);
        for (const auto& pair : pairs) {
            const std::uint64_t place = ordered(pair.coordinate) - sizes.lowest();
            marks[place / 64] |= std::uint64_t{1} << place % 64;
        }
        const auto bytes = std::as_bytes(std::span(marks));
        scratch.insert(scratch.end(), bytes.begin(), bytes.end());
    }
    return {form, sizes.lowest(), scratch};
}

/// Writes the pairs that a wire carried to `out`, which has room for just as many.
template <TravelsAsIs P, GridCoordinate K>
void from_wire(const Wire& wire, std::span<Entry<P, K>> out) {
    if (out.empty()) return;
    if (wire.form == Form::pairs) {
        std::memcpy(static_cast<void*>(out.data()), wire.body.data(), out.size_bytes());
        return;
    }
    const std::byte* values = wire.body.data();
    for (auto& pair : out) {
        std::memcpy(static_cast<void*>(&pair.value), values, sizeof(P));
        values += sizeof(P);
    }
    auto rest = wire.body.subspan(out.size() * sizeof(P));
    if (wire.form == Form::deltas) {
        std::uint32_t deltas[wire_block];
        std::uint64_t last = wire.lowest;
        for (std::size_t first = 0; first < out.size(); first += wire_block) {
            const auto block = out.subspan(first, std::min(wire_block, out.size() - first));
            rest = read_small(rest, std::span(deltas, block.size()));
            for (std::size_t i = 0; i < block.size(); ++i) {
                last += deltas[i];
                block[i].coordinate = from_ordered<K>(last);
            }
        }
    } else if (wire.form == Form::bitmap) {
        auto pair = out.begin();
        for (std::uint64_t base = wire.lowest; !rest.empty(); base += 64, rest = rest.subspan(8)) {
            std::uint64_t word;
            std::memcpy(&word, rest.data(), sizeof word);
            for (; word != 0; word &= word - 1) {
                const auto place = static_cast<std::uint64_t>(std::countr_zero(word));
                pair->coordinate = from_ordered<K>(base + place);
                ++pair;
            }
        }
    } else {
        for (std::size_t i = 0; i < out.size(); ++i) out[i].coordinate = from_ordered<K>(wire.lowest + i);
    }
}

}  // namespace collective
