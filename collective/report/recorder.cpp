#include "collective/report/recorder.hpp"

#include <algorithm>

#include "collective/plan/parcel_header.hpp"

namespace collective {

namespace {

// What is small enough to be kept whole.
constexpr std::int64_t most_holdings = 60'000, most_looks = 10'000'000;
constexpr std::int64_t most_values_of_rank = 40;
constexpr int most_ranks_with_values = 16;

}  // namespace

void Recorder::begins(const Schedule& schedule, const Topology& topology) {
    recording_.schedule = schedule.name;
    recording_.rounds = schedule.rounds(topology);
    recording_.slices = schedule.slices(topology);
    for (int rank = 0; rank < topology.ranks(); ++rank) {
        recording_.node_of_rank.push_back(topology.node_of(rank));
    }
}

void Recorder::round_begins(int round, std::span<Member* const> members) {
    if (round == 0) look(0, members);
    for (const Member* member : members) recording_.volumes.push_back({member->rank(), round, {}, {}});
    round_begin_ = last_event_ = now();
}

void Recorder::round_ends(int round, std::span<Member* const> members) {
    const double end = now();
    const std::string name = "round " + std::to_string(round + 1);
    for (const int rank : ranks_) recording_.stretches.push_back({rank, round, name, round_begin_, end});
    look(round + 1, members);
}

void Recorder::sent(const Transfer& transfer, const Parcel& parcel) { see(transfer, parcel, true); }

void Recorder::received(const Transfer& transfer, const Parcel& parcel) { see(transfer, parcel, false); }

void Recorder::phase_ends(const Phase& phase) {
    const double end = now();
    phase_ended(phase.name, std::max(last_phase_, end - phase.seconds), end);
}

void Recorder::see(const Transfer& transfer, const Parcel& parcel, bool at_source) {
    const Recording::Sight sight{transfer,
                                 at_source,
                                 pairs_in(parcel, transfer.slices.size()),
                                 static_cast<std::int64_t>(parcel.body.size()),
                                 last_event_,
                                 now()};
    last_event_ = sight.end;
    auto& rank_round = volume(at_source ? transfer.source : transfer.target, transfer.round);
    auto& volume = at_source ? rank_round.sent : rank_round.received;
    ++volume.transfers;
    volume.pairs += sight.pairs;
    volume.bytes += sight.bytes;
    if (recording_.sights.size() >= 2 * most_sights) recording_.all_sights = false;
    if (recording_.all_sights) {
        recording_.sights.push_back(sight);
    } else {
        recording_.sights.clear();
    }
}

Recording::RankRound& Recorder::volume(int rank, int round) {
    // The members of a round stand at the end, in ascending order.
    const auto after = std::partition_point(
        recording_.volumes.begin(), recording_.volumes.end(),
        [&](const auto& one) { return one.round < round || (one.round == round && one.rank <= rank); });
    return *std::prev(after);
}

void Recorder::look(int step, std::span<Member* const> members) {
    const std::int64_t holdings =
        std::int64_t{recording_.ranks()} * recording_.slices * (recording_.rounds + 1);
    if (!looks_ || holdings > most_looks) return;
    for (Member* member : members) {
        Recording::State state{step, member->rank(), 0, 0, {}, {}, {}};
        for (int slice = 0; slice < recording_.slices; ++slice) {
            const Holding holding = member->holding(slice);
            state.pairs += holding.pairs;
            state.finished += holding.finished ? 1 : 0;
            if (holdings <= most_holdings) state.slices.push_back(holding);
        }
        if (printer_ && state.pairs <= most_values_of_rank && recording_.ranks() <= most_ranks_with_values) {
            state.shown = true;
            for (int slice = 0; slice < recording_.slices; ++slice) {
                for (PairText& pair : printer_(member->values(slice))) {
                    state.values.push_back(std::move(pair));
                    state.value_slices.push_back(slice);
                }
            }
        }
        recording_.states.push_back(std::move(state));
    }
}

}  // namespace collective
