#pragma once

#include <cstdint>
#include <span>

#include "collective/result.hpp"
#include "collective/schedule/cost.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What a member holds of one slice between two rounds.
struct Holding {
    int contributors;    ///< ranks whose pairs are in it
    bool finished;       ///< values, no partials any more
    std::int64_t pairs;  ///< as they are kept: a coordinate may still have several
};

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

    // What an observer may ask between two rounds.

    virtual int rank() const = 0;
    virtual Holding holding(int slice) = 0;

    /// The values that a slice would come to if no other pairs arrived: entries, encoded; of rows nothing.
    virtual Bytes values(int slice) = 0;
};

/// Sees what the members of this process do. It changes nothing, and throws nothing.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    /// What is known before the first round, the same on all ranks.
    virtual void expects(const Expected& /*expected*/) {}
    virtual void begins(const Schedule& /*schedule*/, const Topology& /*topology*/) {}
    virtual void round_begins(int /*round*/, std::span<Member* const> /*members*/) {}
    virtual void sent(const Transfer& transfer, const Parcel& parcel) = 0;
    virtual void received(const Transfer& /*transfer*/, const Parcel& /*parcel*/) {}
    virtual void round_ends(int /*round*/, std::span<Member* const> /*members*/) {}

    /// A step of the call is over, which may have had rounds in it.
    virtual void phase_ends(const Phase& /*phase*/) {}
};

/// Carries out a schedule on the members of this process, given in the order of `transport.members()`.
/// **Collective** over all ranks, with the same schedule and topology.
void run(const Schedule& schedule, const Topology& topology, Transport& transport,
         std::span<Member* const> members, std::span<Observer* const> observers);

}  // namespace collective
