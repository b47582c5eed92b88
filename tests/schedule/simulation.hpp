#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "collective/schedule/schedule.hpp"

namespace collective::testing {

inline std::string text(const Transfer& t) {
    return fmt::format("round {}: {} -> {} [{},{}) {} {}", t.round, t.source, t.target, t.slices.first,
                       t.slices.last, to_string(t.action), t.contributors);
}

/// Follows whose pairs are where while a schedule runs, a bit a rank, and says what is wrong with it first.
class Simulation {
  public:
    /// The first fault, or nothing.
    static std::string fault(const Schedule& schedule, const Topology& topology) {
        Simulation simulation(schedule, topology);
        for (int round = 0; round < schedule.rounds(topology) && simulation.fault_.empty(); ++round)
            simulation.step(round);
        if (simulation.fault_.empty()) simulation.judge_end();
        return simulation.fault_;
    }

  private:
    struct Held {
        std::uint64_t ranks;    ///< whose pairs are combined here
        bool copied = false;    ///< came as a copy
        bool finished = false;  ///< was copied from or to here, so holds values and no partials
    };
    using State = std::vector<std::vector<Held>>;  // [rank][slice]

    Simulation(const Schedule& schedule, const Topology& topology)
        : schedule_(schedule), topology_(topology), p_(topology.ranks()), slices_(schedule.slices(topology)) {
        everyone_ = ~std::uint64_t{0} >> (64 - p_);
        for (int rank = 0; rank < p_; ++rank)
            state_.emplace_back(static_cast<std::size_t>(slices_), Held{std::uint64_t{1} << rank});
    }

    static Held& at(State& state, int rank, int slice) {
        return state[static_cast<std::size_t>(rank)][static_cast<std::size_t>(slice)];
    }

    void expect(bool right, std::string_view rule, const Transfer& where) {
        if (!right && fault_.empty()) fault_ = fmt::format("{}: {}", rule, text(where));
    }

    static auto order(const Transfer& t) {
        return std::tuple(t.round, t.target, t.source, t.slices, t.action, t.contributors);
    }

    std::vector<Transfer> union_over_ranks(int round) {
        std::vector<Transfer> by_source, by_target;
        for (int rank = 0; rank < p_; ++rank)
            schedule_.transfers(topology_, rank, round, [&](const Transfer& t) {
                expect(t.round == round, "names its round", t);
                expect(t.source != t.target, "goes to another rank", t);
                expect(t.source == rank || t.target == rank, "is named by its ends alone", t);
                expect(std::min(t.source, t.target) >= 0 && std::max(t.source, t.target) < p_, "ranks exist",
                       t);
                expect(0 <= t.slices.first && t.slices.first < t.slices.last && t.slices.last <= slices_,
                       "slices exist", t);
                (t.source == rank ? by_source : by_target).push_back(t);
            });
        const auto less = [](const Transfer& a, const Transfer& b) { return order(a) < order(b); };
        std::sort(by_source.begin(), by_source.end(), less);
        std::sort(by_target.begin(), by_target.end(), less);
        if (by_source != by_target && fault_.empty())
            fault_ = fmt::format("both ends name each transfer: round {}", round);
        for (std::size_t i = 1; i < by_source.size(); ++i)
            expect(std::tie(by_source[i - 1].source, by_source[i - 1].target) !=
                       std::tie(by_source[i].source, by_source[i].target),
                   "one transfer between two ranks", by_source[i]);
        return by_source;
    }

    void step(int round) {
        const auto transfers = union_over_ranks(round);
        if (!fault_.empty()) return;
        before_ = state_;
        for (const Transfer& t : transfers)
            for (int slice = t.slices.first; slice < t.slices.last; ++slice) {
                const Held& sent = at(before_, t.source, slice);
                Held& kept = at(state_, t.target, slice);
                expect(std::popcount(sent.ranks) == t.contributors, "contributors are counted right", t);
                if (t.action == Action::reduce) {
                    expect(!sent.finished && !kept.finished, "finished values are not reduced", t);
                    expect((sent.ranks & kept.ranks) == 0, "nobody's pairs are combined twice", t);
                    kept.ranks |= sent.ranks;
                } else {
                    expect(sent.ranks == everyone_, "only complete slices are copied", t);
                    at(state_, t.source, slice).finished = true;
                    kept = {sent.ranks, true, true};
                }
            }
        judge_reduces(transfers);
    }

    /// `transfers` are sorted by target, then source.
    void judge_reduces(const std::vector<Transfer>& transfers) {
        for (auto begin = transfers.begin(); begin != transfers.end();) {
            const auto end = std::find_if(begin, transfers.end(),
                                          [&](const Transfer& t) { return t.target != begin->target; });
            std::vector<Transfer> reduces;
            std::copy_if(begin, end, std::back_inserter(reduces),
                         [](const Transfer& t) { return t.action == Action::reduce; });
            judge_ranges(reduces);
            if (schedule_.keeps_order) judge_order(reduces);
            begin = end;
        }
    }

    void judge_ranges(const std::vector<Transfer>& reduces) {
        for (const Transfer& a : reduces)
            for (const Transfer& b : reduces)
                expect(a.slices == b.slices || a.slices.last <= b.slices.first ||
                           b.slices.last <= a.slices.first,
                       "reduced ranges are equal or disjoint", a);
    }

    /// Sources in order, the target in its place, must hold blocks of ranks that follow one another.
    void judge_order(const std::vector<Transfer>& reduces) {
        for (int slice = 0; slice < slices_; ++slice) {
            std::vector<int> combined;
            for (const Transfer& t : reduces)
                if (t.slices.first <= slice && slice < t.slices.last) combined.push_back(t.source);
            if (combined.empty()) continue;
            const int target = reduces[0].target;
            combined.insert(std::upper_bound(combined.begin(), combined.end(), target), target);
            int next = -1;
            for (const int rank : combined) {
                const std::uint64_t ranks = at(before_, rank, slice).ranks;
                const int first = std::countr_zero(ranks);
                expect(next < 0 || first == next, "order is kept", reduces[0]);
                next = first + std::popcount(ranks);
                expect(ranks >> first == ~std::uint64_t{0} >> (64 - (next - first)), "blocks are contiguous",
                       reduces[0]);
            }
        }
    }

    void judge_end() {
        for (int slice = 0; slice < slices_; ++slice) {
            for (int rank = 0; rank < p_; ++rank)
                if (at(state_, rank, slice).ranks != everyone_)
                    fault_ = fmt::format("every rank ends with every slice: rank {} slice {}", rank, slice);
            const int owner = schedule_.owner(topology_, slice);
            if (owner < 0 || owner >= p_ || at(state_, owner, slice).copied)
                fault_ = fmt::format("owners reduce their slice themselves: slice {}", slice);
        }
    }

    const Schedule& schedule_;
    const Topology& topology_;
    const int p_, slices_;
    std::uint64_t everyone_;
    State state_, before_;
    std::string fault_;
};

}  // namespace collective::testing
