#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collective/options.hpp"

namespace collective {

/// The kinds of coordinates; those after uint64 are numbered.
enum class CoordinateKind : std::uint8_t {
    int64,
    uint64,
    integer,  ///< of a row of values, of either type, where some are too large to be told apart by value
    tuple,    ///< of int64, ordered by the first, then the second, ...
    text,     ///< in UTF-8, ordered by its bytes
};

/// The longest tuple.
inline constexpr std::size_t most_parts = 8;

/// How the int64s that a `Document` keeps stand for its coordinates, in the same order.
///
/// An int64 c is itself, or, where a pair has a row of values, `c * columns + column` each of them; a uint64
/// has its top bit flipped. Others are numbered: `least + i`, or `least + i * columns + column`, is the i-th
/// name. These are below zero, so that a strategy that makes coordinates of its own, from 0, hits none.
struct CoordinateSpace final : CoordinateNames {
    CoordinateKind kind = CoordinateKind::int64;
    std::int64_t columns = 0;        ///< of a pair's row of values; 0: it has a number alone
    std::vector<std::string> names;  ///< of numbered coordinates, see `name_from`, ascending
    std::string worker;              ///< one that has such coordinates, for messages; empty: none has any

    bool numbered() const { return kind > CoordinateKind::uint64; }
    bool is_plain() const { return kind == CoordinateKind::int64 && columns == 0; }

    /// How many int64s a coordinate has.
    std::int64_t width() const { return columns == 0 ? 1 : columns; }

    /// How a strategy's own coordinate, made from 0, is stored beside those of the document.
    std::int64_t own(std::int64_t made) const;

    /// Which value of its row an int64 stands for.
    std::int64_t column_of(std::int64_t stored) const;

    /// Appends the coordinate as JSON.
    void append(std::string& text, std::int64_t stored) const;

    /// The same, and which value of a row it is.
    std::string name(std::int64_t stored) const override;

    friend bool operator==(const CoordinateSpace& a, const CoordinateSpace& b) {
        return a.kind == b.kind && a.columns == b.columns && a.names == b.names;
    }
};

/// Makes what is stored of integers, given for each value in turn. They become numbered where they are too
/// large for rows, or `always`.
void store_integers(std::span<std::int64_t> integers, bool are_uint64, bool always, CoordinateSpace& space);

/// The space of two documents' coordinates together, both numbered or none. **Throws** InputError that names
/// a worker of each, or the two coordinates, where they can't be one job's.
CoordinateSpace joined(const CoordinateSpace& a, const CoordinateSpace& b);

/// A tuple as a name whose bytes have the order of tuples. A text is its own name.
std::string name_from(std::span<const std::int64_t> tuple);

}  // namespace collective
