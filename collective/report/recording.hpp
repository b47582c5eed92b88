#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collective/engine/engine.hpp"
#include "collective/format/writer.hpp"

namespace collective {

/// What an observer wrote down of one call. Times are seconds since the recording began.
struct Recording {
    /// A transfer, seen at one of its ends.
    struct Sight {
        Transfer transfer;
        bool at_source;
        std::int64_t pairs, bytes;
        double begin, end;  ///< of packing and handing over; at the target of waiting for it
    };
    /// A time that a rank spent.
    struct Stretch {
        int rank;
        int round;  ///< -1: of no round, but a step of the call
        std::string name;
        double begin, end;
    };
    /// What a rank held: before the first round (step 0) or after round `step` - 1.
    struct State {
        int step, rank;
        std::int64_t pairs;
        int finished;                 ///< slices that were finished
        std::vector<Holding> slices;  ///< empty where there are too many to list
        std::vector<PairText>
            values;  ///< slice by slice; empty where there are too many, or `shown` is false
        std::vector<int> value_slices;  ///< the slice of each of `values`
        bool shown = false;             ///< `values` has all
    };
    /// Transfers of one rank in one round, summed up.
    struct Volume {
        std::int64_t transfers = 0, pairs = 0, bytes = 0;
        friend bool operator==(const Volume&, const Volume&) = default;
    };
    struct RankRound {
        int rank, round;
        Volume sent, received;
    };

    std::string schedule;  ///< empty: nothing was recorded
    std::vector<int> node_of_rank;
    int rounds = 0;
    int slices = 0;
    Expected expected;  ///< what the cost model went by
    std::vector<Sight> sights;
    bool all_sights = true;  ///< false: there were too many, and none is here
    std::vector<Stretch> stretches;
    std::vector<State> states;
    std::vector<RankRound> volumes;  ///< complete, however much there was

    int ranks() const { return static_cast<int>(node_of_rank.size()); }
};

/// Above this many, single transfers are not kept: a page and a trace of so many tell nobody anything.
inline constexpr std::size_t most_sights = 20'000;

/// A recording as bytes, to travel to another process.
Bytes to_bytes(const Recording& recording);

/// Adds what another process saw of the same call. **Throws** Error where the bytes are not `to_bytes`'.
void add(Recording& recording, const Bytes& other);

/// A transfer with both of its ends.
struct Message {
    Transfer transfer;
    std::int64_t pairs, bytes;
    double send_begin, send_end, receive_begin, receive_end;
};

/// By round, source and target. **Throws** Error if one end of a transfer was not seen, or the ends differ.
std::vector<Message> messages(const Recording& recording);

}  // namespace collective
