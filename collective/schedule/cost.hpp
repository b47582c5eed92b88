#pragma once

#include <cstdint>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective {

/// What a link costs: alpha and beta of the usual model.
struct LinkCost {
    double message;  ///< seconds for a message, however short
    double byte;     ///< seconds for each byte
};

/// What carrying out a schedule costs.
struct Costs {
    LinkCost near;              ///< between ranks of one node
    LinkCost far;               ///< between nodes
    double pair;                ///< seconds to combine a pair: gamma
    double pair_byte = 0.2e-9;  ///< the same for each byte of a row behind its first number

    /// Measured on one machine (two cores, Open MPI 4.1, a network of 1 Gbit/s); only their ratios matter for
    /// a choice.
    static Costs stated(bool shares_memory);
};

/// What is known of a job before its first round, the same on all ranks.
struct Expected {
    double pairs = 0;        ///< of all ranks together
    double coordinates = 0;  ///< of which these are drawn, all as likely: so many lists overlap
    double pair_bytes = 16;  ///< as they lie in memory
    double wire_bytes = 10;  ///< as they are coded between nodes

    /// How many coordinates the lists of `ranks` of `of` ranks have together.
    double coordinates_of(int ranks, int of) const;
};

/// What a transfer carries, by the model: pairs, and their bytes as they go.
struct ExpectedVolume {
    double pairs, bytes;
};
ExpectedVolume expected_volume(const Schedule& schedule, const Topology& topology, const Expected& expected,
                               const Transfer& transfer);

/// Seconds that the rounds of a schedule take, by the model: in each round the slowest rank counts, which
/// pays for its messages, their bytes, and the pairs that it combines.
/// **Cost** what the transfers of four ranks cost: they stand for all.
double predicted_seconds(const Schedule& schedule, const Topology& topology, const Costs& costs,
                         const Expected& expected);

struct Prediction {
    const Schedule* schedule;
    double seconds;
};

/// All schedules that can serve, the cheapest first, and `split` first where several are alike.
/// `needs_order`: only those that keep the order of ranks.
std::vector<Prediction> predictions(const Topology& topology, const Costs& costs, const Expected& expected,
                                    bool needs_order);

/// Chooses for one call after another; `auto` asks it. Numbers are taken in powers of two, so that the same
/// question comes back and costs nothing.
class Chooser {
  public:
    const Schedule* cheapest(const Topology& topology, const Costs& costs, const Expected& expected,
                             bool needs_order);

  private:
    struct Question {
        int pairs = -1, coordinates = -1, pair_bytes = -1;
        bool needs_order = false;
        friend bool operator==(const Question&, const Question&) = default;
    };
    Question last_;
    const Schedule* answer_ = nullptr;
};

}  // namespace collective
