#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "collective/entry.hpp"
#include "collective/error.hpp"

namespace collective {

/// A row of values that lie side by side somewhere else: what a pair carries in place of one value, such as
/// the gradient of a word's embedding. Operators apply to each column by itself. All rows of a job are of one
/// width.
template <class V>
struct Row : std::span<const V> {
    Row() = default;
    Row(std::span<const V> values) : std::span<const V>(values) {}     // NOLINT(google-explicit-constructor)
    Row(const std::vector<V>& values) : std::span<const V>(values) {}  // NOLINT(google-explicit-constructor)
    Row(std::vector<V>&&) = delete;                                    // which would be gone before the row
    Row(const V* values, std::size_t size) : std::span<const V>(values, size) {}

    friend bool operator==(const Row& a, const Row& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
};

/// A flat matrix that lies somewhere else: `values[i * width]` up to below `values[(i + 1) * width]` are the
/// row of `coordinates[i]`.
template <class V, class K = std::int64_t>
struct Rows {
    std::span<const K> coordinates;
    std::span<const V> values;
    std::size_t width;
};

/// Of vectors and spans alike.
template <class Coordinates, class Values>
Rows(const Coordinates&, const Values&, std::size_t)
    -> Rows<std::ranges::range_value_t<Values>, std::ranges::range_value_t<Coordinates>>;

/// The same with memory of its own.
template <class V, class K = std::int64_t>
struct Matrix {
    std::vector<K> coordinates;
    std::vector<V> values;
    std::size_t width;
};

/// The rows of a matrix as pairs.
/// **Throws** InputError if it has other than `width` values for each coordinate.
template <class V, class K>
std::vector<Entry<Row<V>, K>> pairs_of(const Rows<V, K>& matrix) {
    if (matrix.values.size() != matrix.coordinates.size() * matrix.width) {
        throw InputError("a matrix of " + std::to_string(matrix.values.size()) + " values for " +
                         std::to_string(matrix.coordinates.size()) + " rows of " +
                         std::to_string(matrix.width) + ": give that many for each coordinate");
    }
    std::vector<Entry<Row<V>, K>> pairs;
    pairs.reserve(matrix.coordinates.size());
    for (std::size_t i = 0; i < matrix.coordinates.size(); ++i) {
        pairs.push_back({matrix.coordinates[i], matrix.values.subspan(i * matrix.width, matrix.width)});
    }
    return pairs;
}

/// Pairs with rows of one width as a matrix; without pairs its width is 0.
template <class V, class K>
Matrix<V, K> matrix_of(std::span<const Entry<Row<V>, K>> pairs) {
    Matrix<V, K> matrix{{}, {}, pairs.empty() ? 0 : pairs[0].value.size()};
    matrix.coordinates.reserve(pairs.size());
    matrix.values.reserve(pairs.size() * matrix.width);
    for (const auto& [coordinate, row] : pairs) {
        matrix.coordinates.push_back(coordinate);
        matrix.values.insert(matrix.values.end(), row.begin(), row.end());
    }
    return matrix;
}

/// What numbers a value is made of: itself, or those of a row.
template <class V>
struct NumberIn {
    using type = V;
};
template <class V>
struct NumberIn<Row<V>> {
    using type = V;
};
template <class V>
using NumberOf = typename NumberIn<V>::type;

template <class V>
inline constexpr bool is_row = !std::is_same_v<NumberOf<V>, V>;

/// It refers to memory that it does not hold.
template <class T>
inline constexpr bool is_view = is_row<T>;
template <class V, class K>
inline constexpr bool is_view<Entry<V, K>> = is_row<V>;

/// Calls `sink(column, number)` for each number of a value; column 0 for one that is no row.
template <class V, class Sink>
[[gnu::always_inline]] inline void for_each_number(const V& value, Sink&& sink) {
    if constexpr (is_row<V>) {
        for (std::size_t column = 0; column < value.size(); ++column) sink(column, value[column]);
    } else {
        sink(std::size_t{0}, value);
    }
}

}  // namespace collective
