#include <algorithm>
#include <cstring>
#include <limits>

#include "collective/mpi/communicator.hpp"
#include "collective/tool/bench_method.hpp"

namespace collective::tool {
namespace {

/// What no method can be faster than, about: numbers of the input and of a result are read and written once.
auto memory_limit_of_rows(const BenchSize& size) {
    return [source = std::vector<double>(size.united * size.width),
            input = std::vector<double>(size.pairs * size.width),
            result = std::vector<double>(size.united * size.width)](
               Pairs<Row<double>> mine) mutable -> Pairs<Row<double>> {
        if (!mine.empty()) {
            std::memcpy(input.data(), mine[0].value.data(), input.size() * sizeof(double));
        }
        if (!source.empty()) std::memcpy(result.data(), source.data(), source.size() * sizeof(double));
        return {};
    };
}

/// Coordinates and numbers of all ranks, sorted by place and added up, a row at a time.
auto allgatherv_sort_of_rows(const BenchSize& size) {
    struct Place {
        std::int64_t coordinate;
        std::size_t row;
    };
    return
        [comm = size.comm, width = size.width, ranks = static_cast<std::size_t>(size.ranks),
         own = std::vector<std::int64_t>(), coordinates = std::vector<std::int64_t>(),
         numbers = std::vector<double>(), places = std::vector<Place>(), sums = std::vector<double>(),
         merged = std::vector<Entry<Row<double>>>()](Pairs<Row<double>> mine) mutable -> Pairs<Row<double>> {
            own.clear();
            for (const auto& pair : mine) own.push_back(pair.coordinate);
            const std::size_t rows = mine.size();  // the same on every rank
            coordinates.resize(rows * ranks);
            numbers.resize(rows * ranks * width);
            check_mpi(MPI_Allgather(own.data(), static_cast<int>(rows), MPI_INT64_T, coordinates.data(),
                                    static_cast<int>(rows), MPI_INT64_T, comm),
                      "MPI_Allgather");
            const int count = static_cast<int>(rows * width);
            check_mpi(MPI_Allgather(mine.empty() ? nullptr : mine[0].value.data(), count, MPI_DOUBLE,
                                    numbers.data(), count, MPI_DOUBLE, comm),
                      "MPI_Allgather");
            places.clear();
            for (std::size_t row = 0; row < coordinates.size(); ++row)
                places.push_back({coordinates[row], row});
            std::stable_sort(places.begin(), places.end(),
                             [](const Place& a, const Place& b) { return a.coordinate < b.coordinate; });
            sums.resize(numbers.size());
            merged.clear();
            for (const auto& [coordinate, row] : places) {
                const double* from = &numbers[row * width];
                const bool repeats = !merged.empty() && merged.back().coordinate == coordinate;
                double* to = &sums[(merged.size() - (repeats ? 1 : 0)) * width];
                for (std::size_t i = 0; i < width; ++i) to[i] = repeats ? to[i] + from[i] : from[i];
                if (!repeats) merged.push_back({coordinate, std::span<const double>(to, width)});
            }
            return merged;
        };
}

}  // namespace

Method<Row<double>> bench_baseline_of_rows(std::string_view name, const BenchSize& size) {
    const double all = static_cast<double>(size.pairs) * size.pair_bytes<Row<double>>() * size.ranks;
    const double result = static_cast<double>(size.united) * size.pair_bytes<Row<double>>();
    Method<Row<double>> method{std::string(name), "baseline", 0, "", {}, {}};
    double wire = 0;
    if (name == "memory-limit") {
        method.kind = "limit";
        method.memory = all / size.ranks + 2 * result;
        method.reduce = memory_limit_of_rows(size);
    } else if (name == "allgatherv-sort") {
        method.memory = 2 * all;
        method.reduce = allgatherv_sort_of_rows(size);
        wire = all * (size.ranks - 1) / size.ranks;
        if (all / sizeof(double) > std::numeric_limits<int>::max())
            method.obstacle = "the rows are beyond MPI's counts";
    } else {
        method.obstacle = "not for rows";
    }
    method.note = [wire] { return BenchNote{wire, 0, 0, "", "", ""}; };
    return method;
}

}  // namespace collective::tool
