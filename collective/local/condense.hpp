#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/table.hpp"

namespace collective {

/// Makes a stream of pairs shorter where a few coordinates make up most of it: their partials are added up in
/// cells that fit a core's cache, the other pairs pass.
template <class Operator, class P, GridCoordinate K>
class Condenser {
  public:
    using Pair = Entry<P, K>;

    /// `samples` are of the coordinates to come. Each cell serves the coordinates of one hash, and is kept
    /// for the one that most of the samples name, if there is one.
    /// **Source** Boyer and Moore, 'MJRTY - A Fast Majority Vote Algorithm' (1981).
    Condenser(const Operator& op, std::span<const K> samples) : table_(op, cells), owners_(cells) {
        std::vector<std::uint32_t> votes(cells);
        for (const K& coordinate : samples) {
            const std::size_t cell = cell_of(coordinate);
            if (votes[cell] == 0) owners_[cell] = coordinate;
            votes[cell] += owners_[cell] == coordinate ? 1U : ~0U;
        }
    }

    /// Takes a pair in, or writes it to `out`; returns where the next one goes. `out` must be writable in any
    /// case.
    Pair* put(const K& coordinate, const P& partial, Pair* out) {
        const std::size_t cell = cell_of(coordinate);
        const bool owned = owners_[cell] == coordinate;
        table_.add_if(owned, cell, partial);
        *out = {coordinate, partial};
        return out + (owned ? 0 : 1);
    }

    /// Writes what the cells hold to `out` if it is exact; returns where that ends, and whether it is. No
    /// more pairs are written than were put.
    std::pair<Pair*, bool> finish(Pair* out) {
        if (!table_.exact()) return {out, false};  // one infinity may have left two partials in its cell
        table_.drain([&](std::size_t cell, std::span<P> partials) {
            for (const P& partial : partials) *out++ = {owners_[cell], partial};
        });
        return {out, true};
    }

  private:
    // Measured with zipf-distributed coordinates: 2^12 cells catch less, 2^14 cost more.
    static constexpr unsigned bits = 13;
    static constexpr std::size_t cells = std::size_t{1} << bits;

    static std::size_t cell_of(const K& coordinate) {
        return static_cast<std::size_t>(ordered(coordinate) * 0x9e3779b97f4a7c15U >> (64 - bits));
    }

    Table<Operator, P> table_;
    std::vector<K> owners_;
};

}  // namespace collective
