#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/integer.hpp"

namespace collective {

/// Coordinates that arithmetic can address.
template <class K>
concept GridCoordinate = Integer<K> && sizeof(K) <= 8;

/// A coordinate as an unsigned number in the same order, and back.
template <GridCoordinate K>
std::uint64_t ordered(K coordinate) {
    constexpr std::uint64_t flip = std::is_signed_v<K> ? std::uint64_t{1} << (8 * sizeof(K) - 1) : 0;
    return static_cast<std::make_unsigned_t<K>>(coordinate) ^ flip;
}
template <GridCoordinate K>
K from_ordered(std::uint64_t number) {
    constexpr std::uint64_t flip = std::is_signed_v<K> ? std::uint64_t{1} << (8 * sizeof(K) - 1) : 0;
    return static_cast<K>(number ^ flip);
}

/// A dense range of coordinates cut into *buckets* so narrow that a table of one fits a core's cache. Blocks
/// of 2^bits coordinates lie side by side; a splitter inside a block cuts it into two buckets, so that each
/// bucket belongs to one slice.
template <GridCoordinate K>
class Grid {
  public:
    /// Whether there is a grid over `lowest` to `highest`: not where too few of these coordinates carry
    /// pairs, nor where there would be more buckets than a processor can write to side by side.
    static bool exists_over(K lowest, K highest, std::int64_t pairs) {
        if (pairs <= 0 || lowest > highest) return false;
        const std::uint64_t range = distance(lowest, highest);
        return range / most_coordinates_a_pair <= static_cast<std::uint64_t>(pairs) &&
               range >> bits_over(range, pairs) < most_blocks;
    }

    /// That grid, if it exists.
    static std::optional<Grid> over(K lowest, K highest, std::int64_t pairs, std::span<const K> splitters,
                                    int slices) {
        if (!exists_over(lowest, highest, pairs)) return std::nullopt;
        const std::uint64_t range = distance(lowest, highest);
        const unsigned bits = bits_over(range, pairs);
        return Grid(lowest, static_cast<std::size_t>(range >> bits) + 1, bits, splitters, slices);
    }

    std::size_t buckets() const { return origins_.size(); }

    std::size_t bucket_of(K coordinate) const {
        const std::uint64_t at = distance(lowest_, coordinate);
        const std::uint32_t bucket = parts_[at >> part_bits_];
        return bucket != is_cut ? bucket : bucket_at(at);
    }

    /// The buckets of a slice, first and one past last.
    std::pair<std::size_t, std::size_t> buckets_of(int slice) const {
        const auto s = static_cast<std::size_t>(slice);
        return {slice_begin_[s], slice_begin_[s + 1]};
    }

    /// A table for any bucket has this many places.
    std::size_t places() const { return std::size_t{1} << bits_; }

    /// Where a coordinate of this bucket stands in a table.
    std::size_t place(std::size_t bucket, K coordinate) const {
        return static_cast<std::size_t>(distance(origins_[bucket], coordinate));
    }
    K coordinate(std::size_t bucket, std::size_t place) const {
        return static_cast<K>(static_cast<Unsigned>(origins_[bucket]) + static_cast<Unsigned>(place));
    }

  private:
    using Unsigned = std::make_unsigned_t<K>;

    // Measured on one core with 1 MiB of second-level cache: up to 2^16 places of 16 bytes are alike, and up
    // to some 2,000 buckets a pair costs 3 ns to move. With less than a hundred it takes up to twice as long:
    // pairs wait for the counter of a bucket that one shortly before them has moved on. Narrow ones are for
    // many pairs.
    static constexpr unsigned narrowest = 8, usual = 14, widest = 16;
    static constexpr std::uint64_t good_blocks = 768, most_blocks = 4096, enough_pairs = 16;
    static constexpr std::uint64_t most_coordinates_a_pair = 1024;

    static unsigned bits_over(std::uint64_t range, std::int64_t pairs) {
        const auto worthwhile = static_cast<std::uint64_t>(pairs) / enough_pairs;
        unsigned bits = narrowest;
        while (bits < usual && range >> bits > worthwhile) ++bits;
        while (bits < widest && range >> bits >= good_blocks) ++bits;
        return bits;
    }

    static std::uint64_t distance(K from, K to) {
        return static_cast<Unsigned>(static_cast<Unsigned>(to) - static_cast<Unsigned>(from));
    }

    Grid(K lowest, std::size_t blocks, unsigned bits, std::span<const K> splitters, int slices)
        : lowest_(lowest), bits_(bits), part_bits_(bits) {
        for (const K& splitter : splitters) {
            const std::uint64_t at = distance(lowest, splitter);
            if (at >> bits << bits != at) cuts_.push_back(at);
        }
        std::size_t cut = 0;
        for (std::size_t block = 0; block < blocks; ++block) {
            const auto origin =
                static_cast<K>(static_cast<Unsigned>(lowest) + static_cast<Unsigned>(block << bits));
            origins_.push_back(origin);
            for (; cut < cuts_.size() && cuts_[cut] >> bits == block; ++cut) origins_.push_back(origin);
        }
        slice_begin_.push_back(0);
        for (const K& splitter : splitters) slice_begin_.push_back(bucket_at(distance(lowest, splitter)));
        slice_begin_.resize(static_cast<std::size_t>(slices) + 1, buckets());

        while (bits_ - part_bits_ < 3 && blocks << (bits_ - part_bits_ + 1) <= most_blocks) --part_bits_;
        for (std::uint64_t part = 0; part < blocks << (bits_ - part_bits_); ++part) {
            const std::size_t first = bucket_at(part << part_bits_);
            const std::size_t last = bucket_at(((part + 1) << part_bits_) - 1);
            parts_.push_back(first == last ? static_cast<std::uint32_t>(first) : is_cut);
        }
    }

    /// The bucket at a distance from the lowest coordinate: there is one for each block, and one more for
    /// each cut.
    std::size_t bucket_at(std::uint64_t at) const {
        const auto cut = std::upper_bound(cuts_.begin(), cuts_.end(), at);
        return static_cast<std::size_t>(at >> bits_) + static_cast<std::size_t>(cut - cuts_.begin());
    }

    static constexpr std::uint32_t is_cut = ~std::uint32_t{0};

    K lowest_;
    unsigned bits_;                     // of a block
    unsigned part_bits_;                // of a part: a block has up to 8, as many as fit a first-level cache
    std::vector<std::uint64_t> cuts_;   // splitters inside blocks, as distances
    std::vector<std::uint32_t> parts_;  // the bucket of each part, or that there are several
    std::vector<K> origins_;            // of each bucket: the first coordinate of its block
    std::vector<std::size_t> slice_begin_;  // the first bucket of each slice
};

/// Stands for a grid where coordinates have none.
struct NoGrid {};

template <class K>
struct GridOf {
    using type = NoGrid;
};
template <GridCoordinate K>
struct GridOf<K> {
    using type = Grid<K>;
};

}  // namespace collective
