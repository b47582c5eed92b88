#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "collective/entry.hpp"

namespace collective {

enum class Status { passed, failed, not_applicable };

/// What one check says of one call; the same on every rank.
struct Verdict {
    std::string check;  ///< `agreement`, `coordinates` or `fingerprint`
    Status status;
    std::string detail;      ///< why it failed (ranks, coordinates) or why it is not applicable; else empty
    double seconds = 0;      ///< time that this rank spent on it
    double ns_per_pair = 0;  ///< the same for each pair of this rank's input and result
};

/// One step of a call on this rank.
struct Phase {
    std::string name;
    double seconds;
};

/// How a call went, for people: what was chosen, what it sent, how long each step took on this rank.
struct Account {
    std::string schedule;
    std::string transport;
    int ranks = 0;
    std::int64_t workers = 0;  ///< over all ranks
    std::int64_t pairs = 0;    ///< over all ranks, before merging
    int rounds = 0;
    double predicted_seconds = 0;     ///< of the rounds, by the cost model
    std::int64_t transfers_sent = 0;  ///< by this rank
    std::int64_t slices_sent = 0;     ///< by this rank
    std::int64_t bytes_sent = 0;      ///< by this rank: the runs themselves, without handshake and checks
    std::int64_t bytes_handed = 0;    ///< the same as they went: coded where they went by message
    std::int64_t pairs_combined =
        0;  ///< by this process's ranks in all rounds: its own and those that arrived
    std::vector<Phase> phases;
    std::string fault;  ///< what was broken on purpose, or that there was nothing to break
};

/// A merged list with what the checks say of it.
template <class V, class K = std::int64_t>
struct Result {
    std::vector<Entry<V, K>> pairs;
    std::vector<Verdict> verdicts;
    Account account;

    /// No check failed. One that is not applicable has not failed, and has not passed either.
    bool passed() const {
        return std::none_of(verdicts.begin(), verdicts.end(),
                            [](const Verdict& verdict) { return verdict.status == Status::failed; });
    }
};

}  // namespace collective
