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
    /// The grid over `lowest` to `highest`, or nothing where too few of these coordinates carry pairs or
    /// where there would be more buckets than a processor can write to side by side.
    static std::optional<Grid> over(K lowest, K highest, std::int64_t pairs, std::span<const K> splitters,
                                    int slices) {
        if (pairs <= 0 || lowest > highest) return std::nullopt;
        const std::uint64_t range = distance(lowest, highest);
        if (range / most_coordinates_a_pair > static_cast<std::uint64_t>(pairs)) return std::nullopt;
        unsigned bits = narrowest;
        while (bits < widest && range >> bits >= good_blocks) ++bits;
        if (range >> bits >= most_blocks) return std::nullopt;
        return Grid(lowest, static_cast<std::size_t>(range >> bits) + 1, bits, splitters, slices);
    }

    std::size_t buckets() const { return origins_.size(); }

    std::size_t bucket_of(K coordinate) const {
        const Block& block = blocks_[distance(lowest_, coordinate) >> bits_];
        std::size_t bucket = block.first_bucket;
        for (std::uint32_t i = 0; i < block.splitters; ++i) {
            bucket += coordinate >= splitters_[block.first_splitter + i] ? 1 : 0;
        }
        return bucket;
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

    // Measured on one core with 1 MiB of second-level cache: from 2^14 to 2^16 places of 16 bytes are alike,
    // and up to some 2,000 buckets a pair costs 3 ns to move.
    static constexpr unsigned narrowest = 14, widest = 16;
    static constexpr std::uint64_t good_blocks = 2048, most_blocks = 4096;
    static constexpr std::uint64_t most_coordinates_a_pair = 1024;

    struct Block {
        std::uint32_t first_bucket;
        std::uint32_t first_splitter;
        std::uint32_t splitters;
    };

    static std::uint64_t distance(K from, K to) {
        return static_cast<Unsigned>(static_cast<Unsigned>(to) - static_cast<Unsigned>(from));
    }

    Grid(K lowest, std::size_t blocks, unsigned bits, std::span<const K> splitters, int slices)
        : lowest_(lowest), bits_(bits), splitters_(splitters.begin(), splitters.end()) {
        std::size_t next = 0;
        slice_begin_.push_back(0);
        for (std::size_t block = 0; block < blocks; ++block) {
            const K origin =
                static_cast<K>(static_cast<Unsigned>(lowest) + static_cast<Unsigned>(block << bits));
            if (next < splitters_.size() && splitters_[next] == origin) {  // the slice starts with the block
                slice_begin_.push_back(origins_.size());
                ++next;
            }
            Block& made = blocks_.emplace_back();
            made = {static_cast<std::uint32_t>(origins_.size()), static_cast<std::uint32_t>(next), 0};
            origins_.push_back(origin);
            while (next < splitters_.size() && distance(lowest, splitters_[next]) >> bits == block) {
                slice_begin_.push_back(origins_.size());
                origins_.push_back(origin);
                ++made.splitters;
                ++next;
            }
        }
        slice_begin_.resize(static_cast<std::size_t>(slices) + 1, origins_.size());
    }

    K lowest_;
    unsigned bits_;
    std::vector<K> splitters_;
    std::vector<Block> blocks_;
    std::vector<K> origins_;                // of each bucket: the first coordinate of its block
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
