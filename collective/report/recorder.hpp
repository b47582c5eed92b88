#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "collective/report/recording.hpp"

namespace collective {

/// An observer that writes down all it sees of one call, on the members of this process.
class Recorder final : public Observer {
  public:
    /// Entries, encoded, as text.
    using Printer = std::function<std::vector<PairText>(std::span<const std::byte>)>;

    /// It looks into what the ranks hold, round by round, only if `looks`.
    explicit Recorder(bool looks = true) : looks_(looks) {}

    /// Without a printer, values are not kept.
    void set_printer(Printer printer) { printer_ = std::move(printer); }

    /// Starts the clock: a recording of several processes has one time if all call it at one time.
    void restart_clock() { start_ = Clock::now(); }

    void expects(const Expected& expected) override { recording_.expected = expected; }
    void begins(const Schedule& schedule, const Topology& topology) override;
    void round_begins(int round, std::span<Member* const> members) override;
    void sent(const Transfer& transfer, const Parcel& parcel) override;
    void received(const Transfer& transfer, const Parcel& parcel) override;
    void round_ends(int round, std::span<Member* const> members) override;
    void phase_ends(const Phase& phase) override;

    /// A time that this process spent on something else than the call.
    void phase_ended(const std::string& name, double begin, double end) {
        for (const int rank : ranks_) recording_.stretches.push_back({rank, -1, name, begin, end});
        last_phase_ = end;
    }
    double now() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    /// Whose times these are: the ranks of this process. Needed for a call without rounds.
    void set_ranks(std::vector<int> ranks) { ranks_ = std::move(ranks); }

    const Recording& recording() const { return recording_; }
    Recording& recording() { return recording_; }

  private:
    using Clock = std::chrono::steady_clock;

    void see(const Transfer& transfer, const Parcel& parcel, bool at_source);
    void look(int step, std::span<Member* const> members);
    Recording::RankRound& volume(int rank, int round);

    Clock::time_point start_ = Clock::now();
    bool looks_;
    double round_begin_ = 0, last_event_ = 0, last_phase_ = 0;
    std::vector<int> ranks_;
    Printer printer_;
    Recording recording_;
};

}  // namespace collective
