#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective {

using Bytes = std::vector<std::byte>;

/// What travels in one transfer: a few bytes that describe it, and the pairs themselves.
struct Parcel {
    std::span<const std::byte> head;
    std::span<const std::byte> body;
    std::size_t pairs_bytes = 0;  ///< what the pairs take in memory; known to the sender only
};

/// What a member keeps in memory that its peers can look into.
enum class Arena { runs, values };

/// How many bytes of each.
struct ArenaBytes {
    std::size_t runs, values;
};

/// How transfers are carried out. A transport names its *members*, the ranks that live in this process: one
/// under MPI, all of them in memory. One thread steps all members, round by round.
class Transport {
  public:
    Transport() = default;
    Transport(const Transport&) = delete;
    Transport& operator=(const Transport&) = delete;
    virtual ~Transport() = default;

    virtual std::string_view name() const = 0;
    virtual const Topology& topology() const = 0;
    virtual std::span<const int> members() const = 0;

    /// Whether a view of a peer's run is the peer's own memory: then nothing is saved by combining before
    /// sending.
    virtual bool shares_memory() const = 0;

    /// The same for one peer: whether what a member offers to it need not be coded.
    virtual bool looks_in(int /*peer*/) const { return shares_memory(); }

    /// A call begins in which each rank will want to keep about so much. **Collective**.
    virtual void prepare(std::span<const ArenaBytes> /*of_ranks*/) {}

    /// Memory of this process's member that peers can look into without a copy, for the rest of the call;
    /// empty where there is none to spare, then the member's own memory must do. Aligned for any fundamental
    /// type.
    virtual std::span<std::byte> keep(Arena, std::size_t /*bytes*/) { return {}; }

    /// A member that is the transfer's source offers the parcel; it stays as it is until `end_round`.
    virtual void offer(const Transfer& transfer, const Parcel& parcel) = 0;

    /// All members have offered what this round asks of them. **Collective**.
    virtual void publish() {}

    /// Which of these, all to one member, to view next: one that has arrived, and waits until there is one.
    /// Of one source's the earlier comes first.
    virtual std::size_t next_arrival(std::span<const Transfer> /*expected*/) { return 0; }

    /// A member that is the transfer's target waits for it and looks at it; the view holds until `end_round`.
    /// Head and body are aligned for any fundamental type.
    virtual Parcel view(const Transfer& transfer) = 0;

    /// All members are done with this round's parcels. **Collective**.
    virtual void end_round() = 0;

    /// Every rank's block of bytes, in rank order, from this process's members' blocks. Blocks may differ in
    /// size.
    /// **Collective** over all ranks.
    virtual std::vector<Bytes> allgather(std::span<const Bytes> blocks) = 0;

    /// Replaces each member's words by the bitwise or over all ranks. All have the same number of words.
    /// **Collective** over all ranks.
    virtual void allreduce_or(std::span<const std::span<std::uint64_t>> words) = 0;
};

}  // namespace collective
