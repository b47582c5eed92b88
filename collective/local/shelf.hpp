#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "collective/entry.hpp"
#include "collective/local/buffer.hpp"
#include "collective/row.hpp"

namespace collective {

/// Buffers for pairs; for pairs with rows, buffers for the numbers too.
template <class E>
struct Stock : BufferPool<E> {};
template <class T, class K>
struct Stock<Entry<Row<T>, K>> : BufferPool<Entry<Row<T>, K>> {
    BufferPool<T> numbers;
};

/// Where pairs are put down one after another.
template <class E>
class Shelf;

template <class P, class K>
class Shelf<Entry<P, K>> {
  public:
    using Pair = Entry<P, K>;

    /// `room` is for all pairs that are to come.
    Shelf(std::span<Pair> room) : room_(room) {}  // NOLINT(google-explicit-constructor): it is no more

    std::size_t size() const { return size_; }

    void put(const K& coordinate, P value) { room_[size_++] = {coordinate, std::move(value)}; }

    void append(std::span<const Pair> pairs) {
        std::copy(pairs.begin(), pairs.end(), room_.begin() + static_cast<std::ptrdiff_t>(size_));
        size_ += pairs.size();
    }

    /// What was put from the `begin`-th on.
    std::span<const Pair> from(std::size_t begin) const { return room_.subspan(begin, size_ - begin); }

  private:
    std::span<Pair> room_;
    std::size_t size_ = 0;
};

/// Of rows the numbers are copied, and lie side by side.
template <class T, class K>
class Shelf<Entry<Row<T>, K>> {
  public:
    using Pair = Entry<Row<T>, K>;

    Shelf(std::span<Pair> room, std::span<T> numbers, std::size_t width)
        : room_(room), numbers_(numbers), width_(width) {}

    std::size_t size() const { return size_; }

    /// The row of a new pair, to be filled.
    std::span<T> add(const K& coordinate) {
        const auto row = numbers_.subspan(size_ * width_, width_);
        room_[size_++] = {coordinate, std::span<const T>(row)};
        return row;
    }

    void put(const K& coordinate, Row<T> row) {
        const auto place = add(coordinate);
        std::copy(row.begin(), row.end(), place.begin());
    }

    void append(std::span<const Pair> pairs) {
        for (const auto& [coordinate, row] : pairs) put(coordinate, row);
    }

    std::span<const Pair> from(std::size_t begin) const { return room_.subspan(begin, size_ - begin); }

  private:
    std::span<Pair> room_;
    std::span<T> numbers_;
    std::size_t width_;
    std::size_t size_ = 0;
};

}  // namespace collective
