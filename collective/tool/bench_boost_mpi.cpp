#include "collective/tool/bench_method.hpp"

#ifdef COLLECTIVE_HAS_BOOST_MPI
#include <algorithm>

#include <boost/mpi/collectives.hpp>
#include <boost/serialization/vector.hpp>
#endif

namespace collective::tool {

#ifdef COLLECTIVE_HAS_BOOST_MPI
namespace {

/// Sorted lists into one, values of one coordinate added.
template <class V>
struct Merge {
    std::vector<Entry<V>> operator()(const std::vector<Entry<V>>& a, const std::vector<Entry<V>>& b) const {
        std::vector<Entry<V>> merged;
        merged.reserve(a.size() + b.size());
        auto left = a.begin();
        auto right = b.begin();
        while (left != a.end() && right != b.end()) {
            if (left->coordinate == right->coordinate) {
                merged.push_back({left->coordinate, left->value + right->value});
                ++left;
                ++right;
            } else {
                merged.push_back(left->coordinate < right->coordinate ? *left++ : *right++);
            }
        }
        merged.insert(merged.end(), left, a.end());
        merged.insert(merged.end(), right, b.end());
        return merged;
    }
};

}  // namespace

template <class V>
std::function<Pairs<V>(Pairs<V>)> boost_mpi(MPI_Comm comm) {
    return [world = boost::mpi::communicator(comm, boost::mpi::comm_attach),
            merged = std::vector<Entry<V>>()](Pairs<V> mine) mutable -> Pairs<V> {
        std::vector<Entry<V>> sorted(mine.begin(), mine.end());
        std::sort(sorted.begin(), sorted.end(),
                  [](const Entry<V>& a, const Entry<V>& b) { return a.coordinate < b.coordinate; });
        std::vector<Entry<V>> single;
        for (const Entry<V>& pair : sorted) {
            if (single.empty() || single.back().coordinate != pair.coordinate) {
                single.push_back(pair);
            } else {
                single.back().value += pair.value;
            }
        }
        boost::mpi::all_reduce(world, single, merged, Merge<V>{});
        return merged;
    };
}
#else
template <class V>
std::function<Pairs<V>(Pairs<V>)> boost_mpi(MPI_Comm) {
    return nullptr;
}
#endif

template std::function<Pairs<std::int64_t>(Pairs<std::int64_t>)> boost_mpi(MPI_Comm);
template std::function<Pairs<float>(Pairs<float>)> boost_mpi(MPI_Comm);
template std::function<Pairs<double>(Pairs<double>)> boost_mpi(MPI_Comm);

}  // namespace collective::tool
