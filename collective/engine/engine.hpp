#pragma once

#include <span>

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

    /// The transfer's slices as they travel; the parcel stays as it is until the next `begin_round`.
    virtual Parcel outgoing(const Transfer& transfer) = 0;

    /// A parcel that arrived; it stays as it is until `end_round` returns.
    virtual void incoming(const Transfer& transfer, const Parcel& parcel) = 0;

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

    virtual void sent(const Transfer& transfer, const Parcel& parcel) = 0;
};

/// Carries out a schedule on the members of this process, given in the order of `transport.members()`.
/// **Collective** over all ranks, with the same schedule and topology.
void run(const Schedule& schedule, const Topology& topology, Transport& transport,
         std::span<Member* const> members, Observer& observer);

}  // namespace collective
