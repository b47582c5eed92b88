#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <unordered_map>

#include "collective/local/buffer.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/tool/bench_method.hpp"

namespace collective::tool {
namespace {

template <class V>
constexpr auto below = [](const Entry<V>& a, const Entry<V>& b) { return a.coordinate < b.coordinate; };

/// Every rank's pairs on every rank, in rank order.
template <class V>
class Gathered {
  public:
    explicit Gathered(const BenchSize& size)
        : comm_(size.comm), counts_(static_cast<std::size_t>(size.ranks)), begins_(counts_.size()) {}

    Buffer<Entry<V>>& operator()(Pairs<V> mine) {
        constexpr std::size_t words = sizeof(Entry<V>) / sizeof(std::int64_t);  // what MPI is told it sends
        const int count = static_cast<int>(mine.size() * words);
        check_mpi(MPI_Allgather(&count, 1, MPI_INT, counts_.data(), 1, MPI_INT, comm_), "MPI_Allgather");
        int total = 0;
        for (std::size_t rank = 0; rank < counts_.size(); ++rank) {
            begins_[rank] = total;
            total += counts_[rank];
        }
        all_.resize(static_cast<std::size_t>(total) / words);
        check_mpi(MPI_Allgatherv(mine.data(), count, MPI_INT64_T, all_.data(), counts_.data(), begins_.data(),
                                 MPI_INT64_T, comm_),
                  "MPI_Allgatherv");
        return all_;
    }

  private:
    MPI_Comm comm_;
    std::vector<int> counts_, begins_;
    Buffer<Entry<V>> all_;
};

template <class V>
auto allgatherv_sort(const BenchSize& size) {
    return [gather = Gathered<V>(size), merged = std::vector<Entry<V>>()](Pairs<V> mine) mutable -> Pairs<V> {
        Buffer<Entry<V>>& all = gather(mine);
        std::stable_sort(all.begin(), all.end(), below<V>);
        merged.clear();
        for (const Entry<V>& pair : all) {
            if (merged.empty() || merged.back().coordinate != pair.coordinate) {
                merged.push_back(pair);
            } else {
                merged.back().value += pair.value;
            }
        }
        return merged;
    };
}

template <class V>
auto allgatherv_hash(const BenchSize& size) {
    return [gather = Gathered<V>(size), sums = std::unordered_map<std::int64_t, V>(),
            merged = std::vector<Entry<V>>()](Pairs<V> mine) mutable -> Pairs<V> {
        sums.clear();
        for (const Entry<V>& pair : gather(mine)) sums[pair.coordinate] += pair.value;
        merged.clear();
        for (const auto& [coordinate, sum] : sums) merged.push_back({coordinate, sum});
        std::sort(merged.begin(), merged.end(), below<V>);
        return merged;
    };
}

template <class V>
auto dense_allreduce(const BenchSize& size) {
    return [comm = size.comm, range = static_cast<std::size_t>(size.range), sums = std::vector<V>(),
            present = std::vector<unsigned char>(),
            merged = std::vector<Entry<V>>()](Pairs<V> mine) mutable -> Pairs<V> {
        const MPI_Datatype type = std::is_same_v<V, double>  ? MPI_DOUBLE
                                  : std::is_same_v<V, float> ? MPI_FLOAT
                                                             : MPI_INT64_T;
        sums.assign(range, V{});
        present.assign(range, 0);
        for (const Entry<V>& pair : mine) {
            const auto place = static_cast<std::size_t>(pair.coordinate);
            sums[place] += pair.value;
            present[place] = 1;
        }
        const int count = static_cast<int>(range);
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), count, type, MPI_SUM, comm), "MPI_Allreduce");
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, present.data(), count, MPI_UNSIGNED_CHAR, MPI_BOR, comm),
                  "MPI_Allreduce");
        merged.clear();
        for (std::size_t place = 0; place < range; ++place) {
            if (present[place] != 0) merged.push_back({static_cast<std::int64_t>(place), sums[place]});
        }
        return merged;
    };
}

/// What no method can be faster than, about: each rank reads its input once and writes a result once.
template <class V>
auto memory_limit(const BenchSize& size) {
    return [source = std::vector<Entry<V>>(size.united), input = std::vector<Entry<V>>(size.pairs),
            result = std::vector<Entry<V>>(size.united)](Pairs<V> mine) mutable -> Pairs<V> {
        if (!mine.empty()) std::memcpy(input.data(), mine.data(), mine.size_bytes());
        if (!source.empty()) std::memcpy(result.data(), source.data(), source.size() * sizeof(Entry<V>));
        return result;
    };
}

constexpr std::array rows{
    BaselineRow{"memory-limit", "every rank copies its input once and a result once; not a merge"},
    BaselineRow{"allgatherv-sort", "MPI_Allgatherv of all pairs, a stable sort, a linear sum"},
    BaselineRow{"allgatherv-hash", "MPI_Allgatherv of all pairs, sums in std::unordered_map, a sort"},
    BaselineRow{"boost-mpi",
                "boost::mpi::all_reduce of sorted lists, merged by two; where Boost.MPI is there"},
    BaselineRow{"plain-sum", "this library's call with additions that round, in place of exact ones"},
    BaselineRow{"dense-allreduce", "MPI_Allreduce of an array over the whole range, and of who is present"},
};

template <class V>
Method<V> make(std::string_view name, const BenchSize& size) {
    constexpr double pair = sizeof(Entry<V>);
    const double all = static_cast<double>(size.pairs) * pair * size.ranks;
    const double result = static_cast<double>(size.united) * pair;
    const double dense = static_cast<double>(size.range) * (sizeof(V) + 1);
    const double others = size.ranks - 1;
    Method<V> method{std::string(name), "baseline", 0, "", {}, {}};
    double wire = others / size.ranks * all;                  // every rank's pairs go to each of the others
    constexpr double most = std::numeric_limits<int>::max();  // that MPI can count
    if (name == "memory-limit") {
        method.kind = "limit";
        method.memory = all / size.ranks + 2 * result;
        wire = 0;
        method.reduce = memory_limit<V>(size);
    } else if (name == "allgatherv-sort") {
        method.memory = 1.5 * all + result;
        method.reduce = allgatherv_sort<V>(size);
    } else if (name == "allgatherv-hash") {
        method.memory = all + 4 * result;
        method.reduce = allgatherv_hash<V>(size);
    } else if (name == "boost-mpi") {
        method.memory = 6 * result;
        method.reduce = boost_mpi<V>(size.comm);
        if (!method.reduce) method.obstacle = "built without Boost.MPI (libboost-mpi-dev)";
    } else {
        method.memory = 2 * dense + result;
        wire = 2 * others / size.ranks * dense;  // as a reduce-scatter and an allgather
        if (size.range > std::numeric_limits<int>::max())
            method.obstacle = "the range is beyond MPI's counts";
        method.reduce = dense_allreduce<V>(size);
    }
    if (name.starts_with("allgatherv") && all / sizeof(std::int64_t) > most) {
        method.obstacle = "the pairs are beyond MPI's counts";
    }
    method.note = [wire] { return BenchNote{wire, 0, 0, "", "", ""}; };
    return method;
}

}  // namespace

std::span<const BaselineRow> baseline_rows() { return rows; }

bool is_named(const std::vector<std::string>& names, std::string_view name) {
    return names == std::vector<std::string>{"all"} ||
           std::find(names.begin(), names.end(), name) != names.end();
}

template <class V>
std::vector<Method<V>> bench_baselines(const BenchSize& size, const Arguments& arguments) {
    std::vector<Method<V>> methods;
    for (const BaselineRow& row : rows) {
        if (!is_named(arguments.bench.baselines, row.name)) continue;
        if constexpr (is_row<V>) {
            methods.push_back(bench_baseline_of_rows(row.name, size));
        } else {
            methods.push_back(row.name == "plain-sum" ? bench_plain_sum<V>(size, arguments)
                                                      : make<V>(row.name, size));
        }
    }
    return methods;
}

template std::vector<Method<std::int64_t>> bench_baselines(const BenchSize&, const Arguments&);
template std::vector<Method<float>> bench_baselines(const BenchSize&, const Arguments&);
template std::vector<Method<Row<double>>> bench_baselines(const BenchSize&, const Arguments&);
template std::vector<Method<double>> bench_baselines(const BenchSize&, const Arguments&);

}  // namespace collective::tool
