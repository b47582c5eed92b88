#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "collective/schedule/schedule.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What the engine asks of a member: one rank's pairs, cut into slices.
class Member {
  public:
    Member() = default;
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;
    virtual ~Member() = default;

    /// A round begins: nobody looks any more at what the rounds before replaced.
    virtual void begin_round() = 0;

    /// The run of these slices as it travels; it stays as it is until the next `begin_round`.
    virtual std::span<const std::byte> outgoing(SliceRange slices, Action action) = 0;

    /// A run that arrived; it stays as it is until `end_round` returns.
    virtual void incoming(const Transfer& transfer, std::span<const std::byte> run) = 0;

    /// Takes in all that arrived since `begin_round`.
    virtual void end_round() = 0;
};

/// Sees each transfer that a member of this process sends.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    virtual void sent(const Transfer& transfer, std::size_t bytes) = 0;
};

/// Carries out a schedule on the members of this process, given in the order of `transport.members()`.
/// **Collective** over all ranks, with the same schedule and topology.
void run(const Schedule& schedule, const Topology& topology, Transport& transport,
         std::span<Member* const> members, Observer& observer);

}  // namespace collective
