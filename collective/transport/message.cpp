#include "collective/transport/message.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <utility>

#include "collective/error.hpp"

namespace collective {
namespace {

/// Messages between two ranks are matched in the order in which both ends name their transfers.
constexpr int tag = 0;

/// A body up to this size, in bytes, goes into its head's message.
constexpr std::size_t small_body = 1 << 16;

/// What the first message of a parcel starts with.
struct Sizes {
    std::uint64_t head;
    std::uint64_t body;

    /// Where the body stands in the first message, aligned for any fundamental type.
    std::size_t body_place() const { return (sizeof(Sizes) + head + 15) / 16 * 16; }
};

Sizes sizes_in(std::span<const std::byte> first_message) {
    Sizes sizes{};
    std::memcpy(&sizes, first_message.data(), sizeof sizes);
    return sizes;
}

int as_count(std::size_t bytes) { return static_cast<int>(bytes); }

void copy(std::span<const std::byte> from, std::byte* to) {
    if (!from.empty()) std::memcpy(to, from.data(), from.size());
}

}  // namespace

std::vector<int> side_by_side(std::span<const std::uint64_t> sizes) {
    std::vector<int> places{0};
    places.reserve(sizes.size() + 1);
    std::uint64_t end = 0;
    for (const std::uint64_t size : sizes) {
        if (size > INT_MAX - end) throw BrokenError("more than 2^31 bytes in a handshake or a check");
        end += size;
        places.push_back(static_cast<int>(end));
    }
    return places;
}

MessageTransport::MessageTransport(const Communicator& communicator, std::size_t limit)
    : communicator_(communicator), limit_(std::clamp<std::size_t>(limit, 1, std::size_t{1} << 30)) {}

/// Travels with its head.
bool MessageTransport::is_small(std::size_t body) const { return body <= std::min(small_body, limit_); }

void MessageTransport::offer(const Transfer& transfer, const Parcel& parcel) {
    const auto send = [&](std::span<const std::byte> bytes) {
        sends_.emplace_back();
        check_mpi(MPI_Isend(bytes.data(), as_count(bytes.size()), MPI_BYTE, transfer.target, tag,
                            communicator_.handle, &sends_.back()),
                  "MPI_Isend");
    };
    const Sizes sizes{parcel.head.size(), parcel.body.size()};
    const bool small = is_small(parcel.body.size());
    const auto first = pool_.lend(sizes.body_place() + (small ? parcel.body.size() : 0));
    in_use_.push_back(first);
    std::memcpy(first->data(), &sizes, sizeof sizes);
    copy(parcel.head, first->data() + sizeof sizes);
    if (small) copy(parcel.body, first->data() + sizes.body_place());
    send(*first);
    if (small) return;
    for (auto rest = parcel.body; !rest.empty();) {
        const auto piece = rest.first(std::min(limit_, rest.size()));
        send(piece);
        rest = rest.subspan(piece.size());
    }
}

/// Whether all of the next parcel of a source is there. What can go on without waiting does.
bool MessageTransport::has_arrived(int source) {
    Arrival& arrival = arrivals_[source];
    int done = 0;
    if (arrival.first == nullptr) {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Status status;
        check_mpi(MPI_Improbe(source, tag, communicator_.handle, &done, &message, &status), "MPI_Improbe");
        if (done == 0) return false;
        receive(source, arrival, message, status);
    }
    if (arrival.pieces.empty()) return true;
    check_mpi(MPI_Testall(as_count(arrival.pieces.size()), arrival.pieces.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    if (done != 0) arrival.pieces.clear();
    return done != 0;
}

/// Takes the first message of a parcel, and makes room for the pieces of its body.
void MessageTransport::receive(int source, Arrival& arrival, MPI_Message& message, const MPI_Status& status) {
    int count = 0;
    check_mpi(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
    const auto first = pool_.lend(static_cast<std::size_t>(count));
    check_mpi(MPI_Mrecv(first->data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
    arrival.first = first;
    const Sizes sizes = sizes_in(*first);
    if (is_small(sizes.body)) return;
    arrival.body = pool_.lend(sizes.body);
    for (std::span<std::byte> rest(*arrival.body); !rest.empty();) {
        const auto piece = rest.first(std::min(limit_, rest.size()));
        arrival.pieces.emplace_back();
        check_mpi(MPI_Irecv(piece.data(), as_count(piece.size()), MPI_BYTE, source, tag, communicator_.handle,
                            &arrival.pieces.back()),
                  "MPI_Irecv");
        rest = rest.subspan(piece.size());
    }
}

std::size_t MessageTransport::next_arrival(std::span<const Transfer> expected) {
    for (;;) {
        std::vector<bool> asked(static_cast<std::size_t>(communicator_.size));
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const int source = expected[i].source;
            if (asked[static_cast<std::size_t>(source)]) continue;
            asked[static_cast<std::size_t>(source)] = true;
            if (has_arrived(source)) return i;
        }
    }
}

Parcel MessageTransport::view(const Transfer& transfer) {
    while (!has_arrived(transfer.source)) continue;
    const Arrival arrival = std::move(arrivals_.extract(transfer.source).mapped());
    in_use_.push_back(arrival.first);
    const std::span<const std::byte> whole(*arrival.first);
    const Sizes sizes = sizes_in(whole);
    const auto head = whole.subspan(sizeof sizes, sizes.head);
    if (arrival.body == nullptr) return {head, whole.subspan(sizes.body_place(), sizes.body)};
    in_use_.push_back(arrival.body);
    return {head, *arrival.body};
}

void MessageTransport::end_round() {
    check_mpi(MPI_Waitall(static_cast<int>(sends_.size()), sends_.data(), MPI_STATUSES_IGNORE),
              "MPI_Waitall");
    sends_.clear();
    in_use_.clear();
}

std::vector<Bytes> MessageTransport::allgather(std::span<const Bytes> blocks) {
    const Bytes& mine = blocks.front();
    const auto ranks = static_cast<std::size_t>(communicator_.size);
    // Small blocks travel whole with their sizes.
    struct Frame {
        std::uint64_t size;
        std::array<std::byte, 504> first;

        std::size_t in_frame() const { return std::min<std::size_t>(size, first.size()); }
        std::uint64_t beyond() const { return size - in_frame(); }
    };
    Frame frame{mine.size(), {}};
    copy(std::span(mine).first(frame.in_frame()), frame.first.data());
    std::vector<Frame> frames(ranks);
    check_mpi(MPI_Allgather(&frame, sizeof frame, MPI_BYTE, frames.data(), sizeof frame, MPI_BYTE,
                            communicator_.handle),
              "MPI_Allgather");

    std::vector<std::uint64_t> beyond(ranks);
    std::transform(frames.begin(), frames.end(), beyond.begin(),
                   [](const Frame& one) { return one.beyond(); });
    const std::vector<int> places = side_by_side(beyond);  // every rank sees the same sizes
    Bytes rest(static_cast<std::size_t>(places.back()));
    if (!rest.empty()) {
        std::vector<int> counts(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) counts[rank] = places[rank + 1] - places[rank];
        const auto my_rest = std::span(mine).subspan(frame.in_frame());
        check_mpi(MPI_Allgatherv(my_rest.data(), as_count(my_rest.size()), MPI_BYTE, rest.data(),
                                 counts.data(), places.data(), MPI_BYTE, communicator_.handle),
                  "MPI_Allgatherv");
    }
    std::vector<Bytes> result(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto first = std::span(frames[rank].first).first(frames[rank].in_frame());
        result[rank].reserve(frames[rank].size);
        result[rank].assign(first.begin(), first.end());
        result[rank].insert(result[rank].end(), rest.begin() + places[rank], rest.begin() + places[rank + 1]);
    }
    return result;
}

void MessageTransport::allreduce_or(std::span<const std::span<std::uint64_t>> words) {
    // In pieces, since counts are ints.
    constexpr std::size_t most = std::size_t{1} << 27;
    for (auto mine = words.front(); !mine.empty();) {
        const auto piece = mine.first(std::min(most, mine.size()));
        // NOLINTNEXTLINE(mpi-type-mismatch): as above
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, piece.data(), as_count(piece.size()), MPI_UINT64_T, MPI_BOR,
                                communicator_.handle),
                  "MPI_Allreduce");
        mine = mine.subspan(piece.size());
    }
}

}  // namespace collective
