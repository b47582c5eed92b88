#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective {

/// What the ranks are supposed to hold, evenly spread over the slices.
struct Load {
    enum class Overlap { same, disjoint };

    std::int64_t pairs_a_rank;
    std::int64_t entry_bytes;
    Overlap overlap;  ///< every coordinate on all ranks, or every coordinate on one rank alone
};

/// A transfer and what it carries under a load.
struct PricedTransfer {
    Transfer transfer;
    std::int64_t pairs;
    std::int64_t bytes;
};

/// A sum over transfers.
struct Volume {
    std::int64_t transfers = 0;
    std::int64_t pairs = 0;
    std::int64_t bytes = 0;

    Volume& operator+=(const PricedTransfer& priced);
    friend bool operator==(const Volume&, const Volume&) = default;
};

/// A schedule laid out to be looked at: all of its transfers, or those of one rank.
struct Picture {
    std::string_view schedule;
    int ranks;
    int nodes;
    int rounds;
    std::optional<int> rank;  ///< whose transfers these are; none: everyone's
    Load load;
    /// Pairs and bytes are exact: each slice has a whole number of pairs. Else they are rounded.
    bool exact;
    std::vector<PricedTransfer> transfers;  ///< by round, then source, then target

    /// One for each round, of the transfers drawn.
    std::vector<Volume> by_round() const;

    struct RankVolume {
        int rank;
        Volume sent, received;
    };
    /// One for each rank, or the picture's rank alone.
    std::vector<RankVolume> by_rank() const;

    Volume total() const;
};

/// **Throws** InputError for a rank that there is not, for a load that is negative or whose bytes exceed 64
/// bits, and where all ranks together have more than 10,000 transfers: then one rank must be named.
/// **Cost** what the transfers drawn cost, at most those 10,000 when no rank is named.
Picture picture(const Schedule& schedule, const Topology& topology, std::optional<int> rank,
                const Load& load);

/// The picture as lines for people; `each_slice` adds a column with the pairs of every slice.
std::string to_table(const Picture& picture, bool each_slice);

/// The picture as one JSON object. `slices` is half-open: its first, and one past its last. `rank` is null in
/// everyone's picture.
///
///     {"schedule": "split", "ranks": 2, "nodes": 1, "rank": null,
///      "load": {"pairs_a_rank": 6, "entry_bytes": 16, "overlap": "same"}, "exact": true,
///      "rounds": [{"round": 0, "transfers": [{"source": 0, "target": 1, "slices": [1, 2], "action":
///      "reduce",
///                                             "contributors": 1, "pairs": 3, "bytes": 48}, ...]}, ...],
///      "totals": {"by_round": [{"round": 0, "transfers": 2, "pairs": 6, "bytes": 96}, ...],
///                 "by_rank": [{"rank": 0, "sent": {"transfers": 2, "pairs": 6, "bytes": 96},
///                              "received": {...}}, ...],
///                 "all": {"transfers": 4, "pairs": 12, "bytes": 192}}}
std::string to_json(const Picture& picture);

}  // namespace collective
