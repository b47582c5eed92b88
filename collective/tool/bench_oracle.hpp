#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collective/tool/bench_method.hpp"

namespace collective::tool {

/// Knows the right result from the inputs, by broadcasts and a sort, with nothing of the library's merge.
///
/// Each rank answers for the coordinates that a hash assigns to it: so it keeps no more than its share of the
/// pairs, and together they look at every one.
template <class V>
class Oracle {
  public:
    /// **Collective**. Sums of values other than double must be exact in any order.
    Oracle(MPI_Comm comm, Pairs<V> mine);

    /// How many pairs the result has.
    std::size_t united() const { return united_; }

    /// How many pairs are wrong, missing, extra, or out of order on any rank, or differ from rank 0's by a
    /// bit. **Collective**.
    std::int64_t wrong(Pairs<V> copy) const;

  private:
    bool is_mine(std::int64_t coordinate) const;

    MPI_Comm comm_;
    int rank_ = 0;
    int ranks_ = 1;
    std::vector<Entry<V>> expected_;  // of this rank's coordinates
    std::size_t united_ = 0;
};

/// The same for rows: of each number by itself.
template <class V>
class Oracle<Row<V>> {
  public:
    Oracle(MPI_Comm comm, Pairs<Row<V>> mine)
        : width_(mine.empty() ? 1 : mine[0].value.size()), numbers_(comm, flat(mine)) {}

    std::size_t united() const { return numbers_.united() / width_; }
    std::int64_t wrong(Pairs<Row<V>> copy) const { return numbers_.wrong(flat(copy)); }

  private:
    /// The number in a row's column has a coordinate of its own.
    static std::vector<Entry<V>> flat(Pairs<Row<V>> rows) {
        std::vector<Entry<V>> numbers;
        for (const auto& [coordinate, row] : rows) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                numbers.push_back(
                    {coordinate * static_cast<std::int64_t>(row.size()) + static_cast<std::int64_t>(column),
                     row[column]});
            }
        }
        return numbers;
    }

    std::size_t width_;
    Oracle<V> numbers_;
};

}  // namespace collective::tool
