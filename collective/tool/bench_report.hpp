#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "collective/tool/arguments.hpp"

namespace collective::tool {

/// One size and method. Times are seconds of the slowest rank.
struct BenchRow {
    int ranks = 1;
    std::int64_t pairs = 0;   ///< of each rank
    std::int64_t united = 0;  ///< of the result
    std::string method, kind, chosen, transport;
    std::string check;    ///< of the last call: `passed`, `FAILED`, `off`, or empty: the method has none
    std::string skipped;  ///< why it was; then what follows means nothing
    std::vector<double> seconds;  ///< of each timed call, sorted
    double wire_bytes = 0;        ///< mean of the ranks
    double wire_bytes_max = 0;
    double load = 0;       ///< pairs that the busiest rank combined, over the mean of the ranks; 0: not known
    double predicted = 0;  ///< seconds of the rounds, by the cost model; 0: not known
    double peak_bytes = 0;  ///< the most that a rank held at once for this method: input, buffers, result
    std::int64_t wrong = 0;
    double limit_seconds = 0;  ///< median of `memory-limit` at this size; 0: it did not run

    double median() const { return (seconds[(seconds.size() - 1) / 2] + seconds[seconds.size() / 2]) / 2; }
};

/// What the numbers depend on.
class BenchHeader {
  public:
    /// Of the machine that rank 0 runs on.
    BenchHeader(const Arguments& arguments, int ranks, int nodes);

    std::string text() const;
    std::string json() const;

  private:
    std::string date_, machine_, mpi_;
    std::vector<std::pair<std::string, std::string>> settings_;  // values as JSON
    int ranks_, nodes_;
};

/// A line of the table with its end; lines of one table fit each other and a terminal of 120 columns.
std::string bench_head();
std::string bench_line(const BenchRow& row);

/// `{"header": {...}, "rows": [...]}`, seconds and bytes.
std::string bench_json(const BenchHeader& header, const std::vector<BenchRow>& rows,
                       const Arguments& arguments);

}  // namespace collective::tool
