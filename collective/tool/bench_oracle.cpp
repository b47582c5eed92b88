#include "collective/tool/bench_oracle.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "collective/mpi/communicator.hpp"
#include "collective/tool/big_number.hpp"

namespace collective::tool {
namespace {

std::int64_t sum_over_ranks(MPI_Comm comm, std::int64_t mine) {
    std::int64_t sum = 0;
    check_mpi(MPI_Allreduce(&mine, &sum, 1, MPI_INT64_T, MPI_SUM, comm), "MPI_Allreduce");
    return sum;
}

/// Shows every rank the pairs of `source`, piece by piece: `look(first, piece)`.
template <class V, class Look>
void broadcast(MPI_Comm comm, int source, int rank, Pairs<V> mine, Look look) {
    std::int64_t size = static_cast<std::int64_t>(mine.size());
    check_mpi(MPI_Bcast(&size, 1, MPI_INT64_T, source, comm), "MPI_Bcast");
    std::vector<Entry<V>> piece;
    for (std::size_t first = 0; first < static_cast<std::size_t>(size); first += piece.size()) {
        piece.resize(std::min(std::size_t{1} << 16, static_cast<std::size_t>(size) - first));
        if (rank == source) std::copy_n(&mine[first], piece.size(), piece.begin());
        check_mpi(MPI_Bcast(piece.data(), static_cast<int>(piece.size() * sizeof(Entry<V>)), MPI_BYTE, source,
                            comm),
                  "MPI_Bcast");
        look(first, Pairs<V>(piece));
    }
}

template <class V>
bool same_bits(const Entry<V>& a, const Entry<V>& b) {
    using Bits = std::conditional_t<sizeof(V) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    return a.coordinate == b.coordinate && std::bit_cast<Bits>(a.value) == std::bit_cast<Bits>(b.value);
}

template <class V>
bool below(const Entry<V>& a, const Entry<V>& b) {
    return a.coordinate < b.coordinate;
}

/// The sum of values as pairs, exact before it is rounded once.
template <class V>
V sum_of(Pairs<V> pairs) {
    if (pairs.size() == 1) return pairs[0].value;
    if constexpr (std::is_same_v<V, double>) {
        FixedPoint sum(pairs[0].value);
        for (const Entry<V>& pair : pairs.subspan(1)) sum += FixedPoint(pair.value);
        return sum.rounded();
    } else {  // exact in any order
        V sum = pairs[0].value;
        for (const Entry<V>& pair : pairs.subspan(1)) sum += pair.value;
        return sum;
    }
}

/// Sorts, and sums what has one coordinate.
template <class V>
void sum_up(std::vector<Entry<V>>& pairs) {
    std::sort(pairs.begin(), pairs.end(), below<V>);
    std::size_t size = 0;
    for (std::size_t first = 0; first < pairs.size();) {
        std::size_t last = first;
        while (last < pairs.size() && pairs[last].coordinate == pairs[first].coordinate) ++last;
        pairs[size++] = {pairs[first].coordinate, sum_of(Pairs<V>(&pairs[first], last - first))};
        first = last;
    }
    pairs.resize(size);
}

}  // namespace

template <class V>
bool Oracle<V>::is_mine(std::int64_t coordinate) const {
    const std::uint64_t hash = static_cast<std::uint64_t>(coordinate) * 0x9e3779b97f4a7c15;
    return static_cast<int>((hash >> 32) % static_cast<std::uint64_t>(ranks_)) == rank_;
}

template <class V>
Oracle<V>::Oracle(MPI_Comm comm, Pairs<V> mine) : comm_(comm) {
    check_mpi(MPI_Comm_rank(comm, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm, &ranks_), "MPI_Comm_size");
    for (int source = 0; source < ranks_; ++source) {
        broadcast(comm, source, rank_, mine, [&](std::size_t, Pairs<V> piece) {
            for (const Entry<V>& pair : piece) {
                if (is_mine(pair.coordinate)) expected_.push_back(pair);
            }
        });
    }
    sum_up(expected_);
    united_ = static_cast<std::size_t>(sum_over_ranks(comm, static_cast<std::int64_t>(expected_.size())));
}

template <class V>
std::int64_t Oracle<V>::wrong(Pairs<V> copy) const {
    std::size_t wrong = 0;
    std::size_t size_of_first = 0;
    broadcast(comm_, 0, rank_, copy, [&](std::size_t first, Pairs<V> piece) {
        size_of_first = first + piece.size();
        for (std::size_t i = first; i < size_of_first; ++i) {
            wrong += i < copy.size() && same_bits(copy[i], piece[i - first]) ? 0 : 1;
        }
    });
    if (copy.size() > size_of_first) wrong += copy.size() - size_of_first;
    for (std::size_t i = 1; i < copy.size(); ++i) wrong += below(copy[i - 1], copy[i]) ? 0 : 1;

    auto right = expected_.begin();
    for (const Entry<V>& pair : copy) {
        if (!is_mine(pair.coordinate)) continue;
        for (; right != expected_.end() && below(*right, pair); ++right) ++wrong;  // missing
        if (right == expected_.end() || below(pair, *right)) {
            ++wrong;  // extra
        } else {
            wrong += same_bits(pair, *right) ? 0 : 1;
            ++right;
        }
    }
    wrong += static_cast<std::size_t>(expected_.end() - right);
    return sum_over_ranks(comm_, static_cast<std::int64_t>(wrong));
}

template class Oracle<std::int64_t>;
template class Oracle<float>;
template class Oracle<double>;

}  // namespace collective::tool
