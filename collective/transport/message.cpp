#include "collective/transport/message.hpp"

#include <algorithm>
#include <climits>
#include <numeric>

#include "collective/error.hpp"

namespace collective {
namespace {

/// Messages between two ranks are matched in the order in which both ends name their transfers.
constexpr int tag = 0;

int as_count(std::size_t bytes) { return static_cast<int>(bytes); }

}  // namespace

MessageTransport::MessageTransport(const Communicator& communicator, std::size_t limit)
    : communicator_(communicator), limit_(std::clamp<std::size_t>(limit, 1, std::size_t{1} << 30)) {}

void MessageTransport::offer(const Transfer& transfer, std::span<const std::byte> run) {
    for (bool more = true; more;) {
        const auto piece = run.first(std::min(limit_, run.size()));
        sends_.emplace_back();
        check_mpi(MPI_Isend(piece.data(), as_count(piece.size()), MPI_BYTE, transfer.target, tag,
                            communicator_.handle, &sends_.back()),
                  "MPI_Isend");
        run = run.subspan(piece.size());
        more = piece.size() == limit_;
    }
}

std::span<const std::byte> MessageTransport::view(const Transfer& transfer) {
    Bytes& run = received_.emplace_back();
    for (bool more = true; more;) {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        check_mpi(MPI_Mprobe(transfer.source, tag, communicator_.handle, &message, &status), "MPI_Mprobe");
        int count = 0;
        check_mpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
        const std::size_t before = run.size();
        run.resize(before + static_cast<std::size_t>(count));
        check_mpi(MPI_Mrecv(run.data() + before, count, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
        more = static_cast<std::size_t>(count) == limit_;
    }
    return run;
}

void MessageTransport::end_round() {
    check_mpi(MPI_Waitall(static_cast<int>(sends_.size()), sends_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    sends_.clear();
    received_.clear();
}

std::vector<Bytes> MessageTransport::allgather(std::span<const Bytes> blocks) {
    const Bytes& mine = blocks.front();
    const auto ranks = static_cast<std::size_t>(communicator_.size);
    auto size = static_cast<std::uint64_t>(mine.size());
    std::vector<std::uint64_t> sizes(ranks);
    check_mpi(MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, communicator_.handle),
              "MPI_Allgather");
    if (std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) > INT_MAX) {
        throw BrokenError("more than 2^31 bytes in a handshake or a check");  // every rank sees the same sizes
    }
    std::vector<int> counts(ranks), places(ranks);
    std::transform(sizes.begin(), sizes.end(), counts.begin(), [](std::uint64_t n) { return static_cast<int>(n); });
    std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
    Bytes all(static_cast<std::size_t>(places.back() + counts.back()));
    check_mpi(MPI_Allgatherv(mine.data(), as_count(mine.size()), MPI_BYTE, all.data(), counts.data(), places.data(),
                             MPI_BYTE, communicator_.handle),
              "MPI_Allgatherv");
    std::vector<Bytes> result;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto begin = all.begin() + places[rank];
        result.emplace_back(begin, begin + counts[rank]);
    }
    return result;
}

void MessageTransport::allreduce_or(std::span<const std::span<std::uint64_t>> words) {
    // In pieces, since counts are ints.
    constexpr std::size_t most = std::size_t{1} << 27;
    for (auto mine = words.front(); !mine.empty();) {
        const auto piece = mine.first(std::min(most, mine.size()));
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, piece.data(), as_count(piece.size()), MPI_UINT64_T, MPI_BOR,
                                communicator_.handle),
                  "MPI_Allreduce");
        mine = mine.subspan(piece.size());
    }
}

}  // namespace collective
