#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective {

using Bytes = std::vector<std::byte>;

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

    /// A member that is the transfer's source offers the run; it stays as it is until `end_round`.
    virtual void offer(const Transfer& transfer, std::span<const std::byte> run) = 0;

    /// A member that is the transfer's target waits for it and looks at it; the view holds until `end_round`.
    /// The bytes are aligned for any fundamental type.
    virtual std::span<const std::byte> view(const Transfer& transfer) = 0;

    /// All members are done with this round's runs.
    virtual void end_round() = 0;

    /// Every rank's block of bytes, in rank order, from this process's members' blocks. Blocks may differ in size.
    /// **Collective** over all ranks.
    virtual std::vector<Bytes> allgather(std::span<const Bytes> blocks) = 0;

    /// Replaces each member's words by the bitwise or over all ranks. All have the same number of words.
    /// **Collective** over all ranks.
    virtual void allreduce_or(std::span<const std::span<std::uint64_t>> words) = 0;
};

}  // namespace collective
