#include "collective/transport/window.hpp"

#include <algorithm>
#include <cstring>

namespace collective {
namespace {

constexpr std::size_t alignment = Window::alignment;

std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

WindowTransport::WindowTransport(Communicator& communicator, std::size_t message_limit)
    : communicator_(communicator),
      messages_(communicator, message_limit),
      me_(local(communicator.rank)),
      node_size_(communicator.topology.members(communicator.topology.node_of(communicator.rank)).size()) {}

bool WindowTransport::is_local(int rank) const {
    return topology().node_of(rank) == topology().node_of(communicator_.rank);
}

// A rank's part of the control window: what it wanted in even and in odd calls, then its slots of even and
// odd rounds.

WindowTransport::Wanted& WindowTransport::wanted(std::size_t local_rank, std::uint64_t call) const {
    return reinterpret_cast<Wanted*>(communicator_.node->control.base(local_rank))[call % 2];
}

WindowTransport::Slot& WindowTransport::slot(std::size_t source, std::size_t target) const {
    auto* slots = reinterpret_cast<Slot*>(communicator_.node->control.base(source) + 2 * sizeof(Wanted));
    return slots[round_ % 2 * node_size_ + target];
}

void WindowTransport::prepare(std::span<const ArenaBytes> of_ranks) {
    Node& node = *communicator_.node;
    const auto& ranks = topology().members(topology().node_of(communicator_.rank));
    if (node.control.capacity(me_) == 0) {
        const std::size_t size = aligned(2 * sizeof(Wanted) + 2 * node_size_ * sizeof(Slot));
        lacks_room_ = !node.control.allocate(node.handle, std::vector<std::size_t>(node_size_, size));
        if (lacks_room_) return;
    }
    // Every rank reads the same: what the last call wanted was written before its last barrier, and this
    // call's wants go to the other place.
    lacks_room_ = false;
    for (std::size_t arena = 0; arena < node.arenas.size(); ++arena) {
        std::vector<std::size_t> needed(node_size_);
        for (std::size_t i = 0; i < node_size_; ++i) {
            const ArenaBytes& told = of_ranks[static_cast<std::size_t>(ranks[i])];
            const std::size_t foreseen = arena == runs ? told.runs : arena == values ? told.values : 0;
            needed[i] = aligned(std::max<std::size_t>(foreseen, wanted(i, node.calls)[arena]));
        }
        if (!node.arenas[arena].provide(node.handle, needed)) lacks_room_ = true;
    }
    ++node.calls;
    wanted(me_, node.calls) = {};
    used_ = {};
    round_ = 0;
}

std::span<std::byte> WindowTransport::take(std::uint64_t arena, std::size_t bytes) {
    Node& node = *communicator_.node;
    if (node.control.capacity(me_) == 0) return {};
    const std::size_t begin = used_[arena];
    const std::size_t end = aligned(begin + bytes);
    used_[arena] = end;
    std::uint64_t& wanted_now = wanted(me_, node.calls)[arena];
    wanted_now = std::max<std::uint64_t>(wanted_now, end);
    if (bytes == 0 || end > node.arenas[arena].capacity(me_)) return {};  // no bytes may mean no window yet
    return {node.arenas[arena].base(me_) + begin, bytes};
}

std::span<std::byte> WindowTransport::keep(Arena arena, std::size_t bytes) {
    return take(arena == Arena::runs ? runs : values, bytes);
}

void WindowTransport::offer(const Transfer& transfer, const Parcel& parcel) {
    if (is_local(transfer.target) && communicator_.node->control.capacity(me_) > 0) {
        Slot& mine = slot(me_, local(transfer.target));
        mine.in_window = place(parcel.head, mine.head) && place(parcel.body, mine.body) ? 1 : 0;
        if (mine.in_window != 0) return;
    }
    messages_.offer(transfer, parcel);
}

bool WindowTransport::find(std::span<const std::byte> bytes, Place& place) const {
    for (std::uint64_t arena = 0; arena < communicator_.node->arenas.size(); ++arena) {
        const Window& window = communicator_.node->arenas[arena];
        if (window.capacity(me_) == 0) continue;
        const std::byte* base = window.base(me_);
        if (bytes.data() < base || bytes.data() + bytes.size() > base + window.capacity(me_)) continue;
        place = {arena, static_cast<std::uint64_t>(bytes.data() - base), bytes.size()};
        return true;
    }
    return false;
}

bool WindowTransport::place(std::span<const std::byte> bytes, Place& place) {
    if (bytes.empty()) {
        place = {runs, 0, 0};
        return true;
    }
    if (find(bytes, place)) return true;
    const auto room = take(rounds + round_ % 2, bytes.size());
    if (room.empty()) return false;
    std::memcpy(room.data(), bytes.data(), bytes.size());
    return find(room, place);
}

void WindowTransport::publish() {
    Node& node = *communicator_.node;
    if (node.control.capacity(me_) == 0) return;
    node.control.sync();
    for (const Window& arena : node.arenas) arena.sync();
    check_mpi(MPI_Barrier(node.handle), "MPI_Barrier");
    node.control.sync();
    for (const Window& arena : node.arenas) arena.sync();
}

const WindowTransport::Slot* WindowTransport::slot_of(const Transfer& transfer) const {
    if (!is_local(transfer.source) || communicator_.node->control.capacity(me_) == 0) return nullptr;
    const Slot& offered = slot(local(transfer.source), me_);
    return offered.in_window != 0 ? &offered : nullptr;
}

std::size_t WindowTransport::next_arrival(std::span<const Transfer> expected) {
    const auto here = std::find_if(expected.begin(), expected.end(),
                                   [&](const Transfer& transfer) { return slot_of(transfer) != nullptr; });
    if (here != expected.end()) return static_cast<std::size_t>(here - expected.begin());
    return messages_.next_arrival(expected);
}

Parcel WindowTransport::view(const Transfer& transfer) {
    const Slot* offered = slot_of(transfer);
    if (offered == nullptr) return messages_.view(transfer);
    const auto at = [&](const Place& place) {
        if (place.size == 0) return std::span<const std::byte>();
        return std::span<const std::byte>(
            communicator_.node->arenas[place.arena].base(local(transfer.source)) + place.offset, place.size);
    };
    return {at(offered->head), at(offered->body)};
}

void WindowTransport::end_round() {
    messages_.end_round();
    ++round_;
    used_[rounds + round_ % 2] = 0;
}

}  // namespace collective
