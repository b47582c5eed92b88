#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"
#include "collective/tool/arguments.hpp"

namespace collective::tool {

template <class V>
using Pairs = std::span<const Entry<V>>;

/// One size of a benchmark, as all ranks know it.
struct BenchSize {
    MPI_Comm comm;
    int ranks;
    std::int64_t range;  ///< coordinates are from 0 to below it
    std::size_t pairs;   ///< of each rank
    std::size_t united;  ///< of the result
    std::size_t width;   ///< of rows, or 1

    /// What a pair takes, with its row's numbers.
    template <class V>
    double pair_bytes() const {
        return static_cast<double>(sizeof(Entry<V>) + (is_row<V> ? width * sizeof(NumberOf<V>) : 0));
    }
};

/// What a method tells of its last call.
struct BenchNote {
    double wire_bytes = 0;  ///< that this rank handed to others
    double combined = 0;    ///< pairs that this rank combined in the rounds
    double predicted = 0;   ///< seconds of the rounds, by the cost model
    std::string chosen;     ///< the schedule that was carried out
    std::string transport;
    std::string check;  ///< `passed`, `FAILED` or `off`; empty: has none
};

/// A way to merge. Its buffers are part of it and stay warm from call to call.
template <class V>
struct Method {
    std::string name;
    std::string kind;      ///< `schedule`, `baseline` or `limit`
    double memory;         ///< bytes that it needs on a rank, about
    std::string obstacle;  ///< why it can't run at this size; empty: it can

    /// What is timed. **Collective**; the view is valid until any method's next call.
    std::function<Pairs<V>(Pairs<V> mine)> reduce;
    std::function<BenchNote()> note;
};

/// Plans, one for each schedule named; `all` is every schedule beside `auto`. **Collective**.
template <class V>
std::vector<Method<V>> bench_schedules(const BenchSize& size, const Arguments& arguments);

struct BaselineRow {
    std::string_view name, meaning;
};

/// What people do without this library, and the limit.
std::span<const BaselineRow> baseline_rows();

/// What people write with Boost.MPI; nothing where the build had none.
template <class V>
std::function<Pairs<V>(Pairs<V>)> boost_mpi(MPI_Comm comm);

/// This library's own call with additions that round: what exact sums cost. Nothing for integers.
template <class V>
Method<V> bench_plain_sum(const BenchSize& size, const Arguments& arguments);

/// A baseline for rows: there are the limit, and what is simplest.
Method<Row<double>> bench_baseline_of_rows(std::string_view name, const BenchSize& size);

/// The baselines named; `all` is every one, `none` none.
template <class V>
std::vector<Method<V>> bench_baselines(const BenchSize& size, const Arguments& arguments);

/// Whether `name` is in a list of names, or the list is `all`.
bool is_named(const std::vector<std::string>& names, std::string_view name);

}  // namespace collective::tool
