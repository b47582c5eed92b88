#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tests/plan/job.hpp"

namespace collective::testing {

/// A job whose values are rows, with the job that each column is by itself. The columns have the same
/// coordinates at the same places.
template <class V>
class RowJob {
  public:
    explicit RowJob(std::vector<Workers<V>> of_columns) : columns(std::move(of_columns)) {
        const std::size_t width = columns.size();
        for (std::size_t worker = 0; worker < columns[0].size(); ++worker) {
            const std::size_t size = columns[0][worker].size();
            auto& flat = numbers_.emplace_back();
            for (std::size_t i = 0; i < size; ++i) {
                for (const auto& column : columns) flat.push_back(column[worker][i].value);
            }
            auto& list = rows.emplace_back();
            for (std::size_t i = 0; i < size; ++i) {
                list.push_back(
                    {columns[0][worker][i].coordinate, std::span<const V>(flat).subspan(i * width, width)});
            }
        }
    }

    std::vector<Workers<V>> columns;
    Workers<Row<V>> rows;

  private:
    std::vector<std::vector<V>> numbers_;
};

/// Columns that have the coordinates of `first`; `number()` makes the values of the others.
template <class V, class Number>
std::vector<Workers<V>> columns_like(const Workers<V>& first, std::size_t width, Number&& number) {
    std::vector<Workers<V>> columns(width, first);
    for (std::size_t column = 1; column < width; ++column) {
        for (auto& list : columns[column]) {
            for (auto& pair : list) pair.value = number();
        }
    }
    return columns;
}

/// What a rank's copy holds in one column.
template <class R>
std::vector<Entry<R>> column_of(std::span<const Entry<Row<R>>> copy, std::size_t column) {
    std::vector<Entry<R>> pairs;
    for (const auto& [coordinate, row] : copy) pairs.push_back({coordinate, row[column]});
    return pairs;
}

}  // namespace collective::testing
