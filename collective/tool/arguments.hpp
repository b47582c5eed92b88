#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collective/error.hpp"
#include "collective/options.hpp"

namespace collective::tool {

/// The command line can't be used: exit status 2.
class UsageError : public Error {
  public:
    using Error::Error;
};

/// What `bench` alone takes.
struct BenchArguments {
    std::string pairs = "1000:100000:10";
    std::int64_t range = 10'000'000;
    std::string distribution = "uniform";
    std::string value_type = "float64";
    int width = 1;
    std::string values = "small";
    std::vector<std::string> schedules{"auto"};
    std::vector<std::string> baselines{"all"};
    int iterations = 10;
    int warmup = 2;
    std::uint64_t seed = 1;
    bool check = false;
    std::string json;
};

/// What becomes of the values of one coordinate: an operator of the table, and what it is told.
struct Operation {
    std::string name = "sum";
    bool ignore_nan = false;            ///< of min and max
    std::string over = "contributors";  ///< of mean: those, or `all` workers
    std::string value_type;             ///< of the result; empty: by the data
    bool wrap = false;                  ///< sums and products that don't fit it count modulo its size
    bool fast = false;                  ///< sums of floats are plain, each addition rounds
};

/// How many ranks go inside one process: its memory grows with their square, up to some 500 MB; with schedule
/// `gather` with their cube, up to some 1 GB.
inline constexpr int most_ranks_inside = 1024, most_ranks_to_gather = 256;

/// How many ranks a pitfall is shown on unless said: alone, a rank has nobody to wrong.
inline constexpr int ranks_of_pitfall = 2;

/// The command line, understood.
struct Arguments {
    std::string command;  ///< empty: only `text` is to be printed
    std::string text;     ///< of `--help` and `--version`

    std::string file;
    std::string worker_files;  ///< instead: a pattern, one file a worker
    std::string input_format;  ///< empty: by the file's suffix
    std::optional<int> index_base;
    std::string strategy = "coordinate";
    Operation operation;
    std::string transport;  ///< empty: memory without a launcher, else what suits
    std::optional<int> ranks;
    std::optional<int> expect_ranks;
    Options options;

    std::string format;  ///< of the result; empty: by the suffix of `output`
    std::string output = "-";
    std::string page;   ///< a file for it; empty: none
    std::string trace;  ///< a file for it; empty: none
    bool quiet = false;
    bool timings = false;
    bool progress = false;
    bool color = false;
    bool drop_zeros = false;
    bool all = false;       ///< `compare` with the gallery of pitfalls
    std::string pitfall;    ///< of `pitfalls`; empty: lists them
    std::size_t rows = 20;  ///< that `compare` shows of the coordinates that differ; 0: all

    std::int64_t variant = 1;
    bool json = false;

    std::string schedule = "auto";
    std::optional<int> rank;
    bool slices = false;
    std::int64_t pairs = 1'000'000;
    std::int64_t entry_bytes = 16;
    std::string overlap = "same";

    BenchArguments bench;
};

/// Where the workers' pairs come from, for people.
std::string source_of(const Arguments& arguments);

/// Understands a command line; prints nothing.
/// **Throws** UsageError.
Arguments parse(int argc, const char* const* argv);

}  // namespace collective::tool
