#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collective/transport/message.hpp"

namespace collective {

/// Ranks of one node look into each other's memory, through windows that all of them see; what goes to
/// another node, or finds no room in a window, travels by message. Room is made at the next call's `prepare`
/// for what this call missed, and kept as long as it serves (`WindowSizes`).
///
/// A round needs one barrier of the node, at `publish`. Nothing else is needed since what a round reads is
/// not written again before a later barrier: what is offered in rounds lies in two arenas by turns, and so do
/// the slots that tell of it; runs are written between a handshake and the first round, values after it.
class WindowTransport final : public Transport {
  public:
    WindowTransport(Communicator& communicator, std::size_t message_limit);

    /// Tells from the last call on also if messages had to do.
    std::string_view name() const override {
        return lacks_room_ ? "window, and message since /dev/shm is full" : "window";
    }
    const Topology& topology() const override { return communicator_.topology; }
    std::span<const int> members() const override { return messages_.members(); }
    bool shares_memory() const override { return true; }
    bool looks_in(int peer) const override { return is_local(peer); }
    void prepare(std::span<const ArenaBytes> of_ranks) override;
    std::span<std::byte> keep(Arena arena, std::size_t bytes) override;
    void offer(const Transfer& transfer, const Parcel& parcel) override;
    void publish() override;
    std::size_t next_arrival(std::span<const Transfer> expected) override;
    Parcel view(const Transfer& transfer) override;
    void end_round() override;
    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override {
        return messages_.allgather(blocks);
    }
    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override {
        messages_.allreduce_or(words);
    }

  private:
    /// Where something lies in a rank's part of an arena.
    struct Place {
        std::uint64_t arena, offset, size;
    };
    /// What one rank offers to another in a round.
    struct Slot {
        std::uint64_t in_window;  ///< 0: it comes by message
        Place head, body;
    };
    /// How much of each arena a rank would have needed in a call.
    using Wanted = std::array<std::uint64_t, 4>;

    static constexpr std::uint64_t runs = 0, values = 1, rounds = 2;

    bool is_local(int rank) const;
    std::size_t local(int rank) const { return static_cast<std::size_t>(topology().local_index(rank)); }
    Slot& slot(std::size_t source, std::size_t target) const;
    Wanted& wanted(std::size_t local_rank, std::uint64_t call) const;
    const Slot* slot_of(const Transfer& transfer) const;  // nullptr: it comes by message
    std::span<std::byte> take(std::uint64_t arena, std::size_t bytes);
    bool find(std::span<const std::byte> bytes, Place& place) const;
    bool place(std::span<const std::byte> bytes, Place& place);

    Communicator& communicator_;
    MessageTransport messages_;
    std::size_t me_;  // in the node
    std::size_t node_size_;
    std::uint64_t round_ = 0;
    bool lacks_room_ = false;  // the node has less memory to share than this call needs
    std::array<std::size_t, 4> used_{};
};

}  // namespace collective
