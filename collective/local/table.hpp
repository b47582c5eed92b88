#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collective/local/buffer.hpp"
#include "collective/operator/sum.hpp"

namespace collective {

// A table has a place for each coordinate of a bucket: what it holds of an operator is a *cell*. A cell takes
// in one partial after another, in order; `exact()` tells afterwards whether all of them went in without
// loss. If not, the bucket is combined by sorting instead.

/// Any operator: a cell is the partial itself.
template <class Operator, class P>
class Cells {
  public:
    Cells(const Operator& op, std::size_t places) : op_(op), cells_(places) {}

    void add(std::size_t place, bool is_first, const P& partial) {
        if (is_first) {
            cells_[place] = partial;
            return;
        }
        P both[2] = {cells_[place], partial};
        if (op_.combine(std::span<P>(both)) != 1) exact_ = false;
        cells_[place] = both[0];
    }
    void add_if(bool wanted, std::size_t place, bool is_first, const P& partial) {
        if (wanted) add(place, is_first, partial);
    }
    bool exact() const { return exact_; }

    /// Hands `sink` the partials of a place and makes it as new.
    template <class Sink>
    void take(std::size_t place, Sink&& sink) {
        sink(std::span<P>(&cells_[place], 1));
    }
    void restart() { exact_ = true; }

  private:
    const Operator& op_;
    Buffer<P> cells_;
    bool exact_ = true;
};

/// Sums of integers: zero to start with, so that the first contribution is like any other.
template <Integer V>
class Cells<Sum, Sum::Part<V>> {
    using Part = Sum::Part<V>;

  public:
    Cells(const Sum&, std::size_t places) : cells_(places, Part{0}) {}

    void add(std::size_t place, bool, const Part& part) {
        overflow_ |= __builtin_add_overflow(cells_[place].value, part.value, &cells_[place].value);
    }
    void add_if(bool wanted, std::size_t place, bool is_first, const Part& part) {
        add(place, is_first, Part{wanted ? part.value : 0});
    }
    bool exact() const { return !overflow_; }

    template <class Sink>
    void take(std::size_t place, Sink&& sink) {
        sink(std::span<Part>(&cells_[place], 1));
        cells_[place] = Part{0};
    }
    void restart() { overflow_ = false; }

  private:
    std::vector<Part> cells_;
    bool overflow_ = false;
};

/// Sums of floats: a cell is two floats whose exact sum is that of its contributions. Where a third would be
/// needed, or a term is not finite, the lost part is not zero and tells so.
template <std::floating_point V>
class Cells<Sum, Sum::Part<V>> {
    using Part = Sum::Part<V>;

  public:
    Cells(const Sum&, std::size_t places) : cells_(places, empty) {}

    void add(std::size_t place, bool, const Part& part) {
        Cell& cell = cells_[place];
        const auto [high, error] = two_sum(cell.high, part.value);
        const auto [low, lost] = two_sum(cell.low, error);
        cell = {high, low};
        lost_ |= std::bit_cast<std::uint64_t>(lost) << 1;  // the sign of zero falls out; NaN stays
    }
    void add_if(bool wanted, std::size_t place, bool is_first, const Part& part) {
        const auto none = std::bit_cast<std::uint64_t>(-0.0);
        const auto mask = std::uint64_t{0} - static_cast<std::uint64_t>(wanted);
        const auto bits = std::bit_cast<std::uint64_t>(part.value);
        add(place, is_first, Part{std::bit_cast<double>((bits & mask) | (none & ~mask))});
    }
    bool exact() const { return lost_ == 0; }

    template <class Sink>
    void take(std::size_t place, Sink&& sink) {
        const Cell cell = cells_[place];
        Part parts[2] = {{cell.high}, {cell.low}};
        sink(std::span<Part>(parts, cell.low == 0 ? 1 : 2));
        cells_[place] = empty;
    }
    void restart() { lost_ = 0; }

  private:
    struct Cell {
        double high, low;
    };
    static constexpr Cell empty{-0.0, 0.0};  // -0.0 + x is x for every x, also for -0.0

    std::vector<Cell> cells_;
    std::uint64_t lost_ = 0;
};

/// The coordinates of one bucket, by place.
template <class Operator, class P>
class Table {
  public:
    Table(const Operator& op, std::size_t places) : cells_(op, places), marks_((places + 63) / 64) {}

    void add(std::size_t place, const P& partial) {
        std::uint64_t& word = marks_[place / 64];
        const std::uint64_t mark = std::uint64_t{1} << place % 64;
        cells_.add(place, (word & mark) == 0, partial);
        word |= mark;
    }

    /// The same if it is `wanted`, at one cost either way: no branch that a processor would have to guess.
    void add_if(bool wanted, std::size_t place, const P& partial) {
        std::uint64_t& word = marks_[place / 64];
        const std::uint64_t mark = std::uint64_t{wanted} << place % 64;
        cells_.add_if(wanted, place, (word & mark) == 0, partial);
        word |= mark;
    }

    bool exact() const { return cells_.exact(); }

    /// Hands `sink(place, partials)` each place that has any, ascending, and empties the table.
    template <class Sink>
    void drain(Sink&& sink) {
        for (std::size_t i = 0; i < marks_.size(); ++i) {
            std::uint64_t word = marks_[i];
            marks_[i] = 0;
            for (; word != 0; word &= word - 1) {
                const std::size_t place = 64 * i + static_cast<std::size_t>(std::countr_zero(word));
                cells_.take(place, [&](std::span<P> partials) { sink(place, partials); });
            }
        }
        cells_.restart();
    }

  private:
    Cells<Operator, P> cells_;
    std::vector<std::uint64_t> marks_;
};

}  // namespace collective
