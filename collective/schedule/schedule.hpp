#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "collective/schedule/topology.hpp"

namespace collective {

/// Slices `first`, `first + 1`, ..., `last - 1`. Slice s lies below slice s + 1 in the order of coordinates.
struct SliceRange {
    int first;
    int last;

    int size() const { return last - first; }
    friend auto operator<=>(const SliceRange&, const SliceRange&) = default;
};

/// What the target does with what arrives: *reduce* combines partials into its own, *copy* takes finished
/// values in place of its own.
enum class Action { reduce, copy };

constexpr std::string_view to_string(Action action) { return action == Action::reduce ? "reduce" : "copy"; }

/// One message of a schedule: in `round`, `source` sends `slices` to `target`.
struct Transfer {
    int round;
    int source;
    int target;
    SliceRange slices;
    Action action;
    int contributors;  ///< how many ranks' pairs are combined in what travels

    friend bool operator==(const Transfer&, const Transfer&) = default;
};

using Sink = std::function<void(const Transfer&)>;

/// A schedule is pure data: no values, no MPI. All sends of a round read the state at its start; everything
/// that a rank receives for a slice in a round is combined together, in the order of the sources.
///
/// The whole picture is the union over ranks; both ends name each transfer. A round has at most one transfer
/// from one rank to another, and the ranges that a rank receives to reduce are equal or disjoint.
struct Schedule {
    std::string_view name;
    std::string_view summary;    ///< what it does, in one line
    std::string_view good_when;  ///< when to choose it
    bool keeps_order;            ///< only neighbouring blocks of ranks are ever combined

    /// How many slices the coordinates are cut into.
    int (*slices)(const Topology&);
    int (*rounds)(const Topology&);

    /// The rank that is accountable for a slice: the one that finishes it first, or one of those that do.
    int (*owner)(const Topology&, int slice);

    /// Hands `sink` each transfer of `round` that `rank` sends or receives, in no particular order.
    /// **Cost** what the rank's own part has transfers, however many ranks there are.
    void (*transfers)(const Topology&, int rank, int round, const Sink& sink);
};

/// Whether a schedule serves operators that are commutative, or such as need the order of workers.
inline bool serves(const Schedule& schedule, bool commutative) { return commutative || schedule.keeps_order; }

/// All schedules, a row each; `auto` is no row but a choice among them.
std::span<const Schedule> schedules();

/// The schedule of that name, or nullptr.
const Schedule* find_schedule(std::string_view name);

}  // namespace collective
