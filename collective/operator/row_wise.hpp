#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "collective/operator/row_sum.hpp"
#include "collective/row.hpp"

namespace collective {

// An operator on the partials of a coordinate, each one of a value or a row of those of its numbers. What
// these return lies in their own memory, up to the next call.

/// How partials are combined that go on as partials.
template <class Operator, class P>
class Combining {
  public:
    explicit Combining(const Operator& op) : op_(op) {}

    std::size_t combine(std::span<P> same) const { return op_.combine(same); }

  private:
    const Operator& op_;
};

/// How values are made of partials: `combine` comes first.
template <class Operator, class P>
class Finishing : public Combining<Operator, P> {
  public:
    using Combining<Operator, P>::Combining;

    /// The value that `finish_number(partials, column)` makes.
    template <class FinishNumber>
    auto operator()(std::span<const P> same, bool /*watched*/, const FinishNumber& finish_number) const {
        return finish_number(same, std::size_t{0});
    }
};

/// The partials of one column of rows.
template <class P, class AnyRow>
std::span<P> column_of(std::span<AnyRow> rows, std::size_t column, std::vector<P>& memory) {
    memory.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) memory[i] = rows[i][column];
    return memory;
}

template <class Operator, class P>
class Combining<Operator, Row<P>> {
  public:
    explicit Combining(const Operator& op) : op_(op) {}

    /// A column that comes to fewer partials than others is filled up with what changes nothing. Where an
    /// operator has no such thing the rows stay side by side as they are.
    std::size_t combine(std::span<Row<P>> same) const {
        const std::size_t width = same[0].size();
        rows_.resize(same.size() * width);
        std::size_t left = 1;
        for (std::size_t column = 0; column < width; ++column) {
            const std::span<P> parts = column_of(same, column, column_);
            std::size_t count = op_.combine(parts);
            for (std::size_t i = 0; i < count; ++i) rows_[i * width + column] = parts[i];
            left = std::max(left, count);
            if constexpr (requires { op_.nothing(parts[0]); }) {
                for (; count < same.size(); ++count) rows_[count * width + column] = op_.nothing(parts[0]);
            } else if (left > 1) {
                return same.size();
            }
        }
        for (std::size_t i = 0; i < left; ++i) same[i] = Row<P>(rows_.data() + i * width, width);
        return left;
    }

  private:
    const Operator& op_;
    mutable std::vector<P> column_, rows_;
};

template <class Operator, class P>
class Finishing<Operator, Row<P>> {
    using Value = decltype(std::declval<const Operator&>().finish(std::declval<std::span<const P>>()));

  public:
    explicit Finishing(const Operator& op) : op_(op) {}

    /// Leaves the rows as they are.
    std::size_t combine(std::span<Row<P>> same) const { return same.size(); }

    /// `watched`: `finish_number` does more than finish numbers, where several partials make one.
    template <class FinishNumber>
    Row<Value> operator()(std::span<const Row<P>> same, bool watched,
                          const FinishNumber& finish_number) const {
        values_.resize(same[0].size());
        const bool unseen = !watched || (same.size() == 1 && std::same_as<Value, double>);
        if (unseen && finish_at_once(op_, same, std::span<Value>(values_), scratch_)) {
            return std::span<const Value>(values_);
        }
        for (std::size_t column = 0; column < values_.size(); ++column) {
            std::span<P> parts = column_of(same, column, column_);
            if (parts.size() > 1) parts = parts.first(op_.combine(parts));
            values_[column] = finish_number(std::span<const P>(parts), column);
        }
        return std::span<const Value>(values_);
    }

  private:
    const Operator& op_;
    mutable std::vector<P> column_;
    mutable std::vector<Value> values_;
    mutable std::vector<double> scratch_;
};

}  // namespace collective
