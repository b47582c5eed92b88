#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>

#include "collective/entry.hpp"
#include "collective/local/contributions.hpp"
#include "collective/options.hpp"
#include "collective/plan/fault.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/plan/parcel.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What a rank does alone, before any rank waits for another, and what it then has to say in the handshake.
template <class Strategy, class V, class K>
class LocalWork {
  public:
    using Operator = typename Strategy::Operator;
    using Mine = Contributions<Strategy, V, K>;
    using Partial = typename Mine::Partial;
    using Pair = Entry<Partial, K>;

    /// Up to so many pairs of a rank go with the handshake, if those of all ranks together are few too.
    static constexpr std::size_t most_early = 256;
    static constexpr std::int64_t most_early_of_all = 4096;

    /// Pairs can be laid out by coordinate, where they are dense.
    static constexpr bool has_grid = GridCoordinate<K> && TravelsAsIs<Pair>;

    /// What comes of it.
    struct Local {
        std::shared_ptr<Buffer<Pair>> run;  ///< what goes on in place of the lists; nullptr: they do
        bool sorted = false;                ///< and combined; else the run waits for the grid
        Opening opening;
    };

    LocalWork(const Transport& transport, const Operator& op, const Options& options,
              Workbench<Operator, Partial, K>& bench)
        : transport_(transport), op_(op), options_(options), bench_(bench) {}

    /// For the rank that holds these lists. What can fail on one rank alone fails here.
    void operator()(int rank, const Lists<V, K>& lists, Local& local) const {
        local.opening.describe(lists, rank, options_);
        if (options_.fault == Fault::drop_pair) {
            if (const auto pair = heaviest_pair<V, K>(lists)) {
                local.opening.largest = magnitude(lists[pair->first][pair->second].value);
            }
        }
        survey(Mine(lists, rank, op_), local);
    }

    /// Gives the slices what this rank has, once the cuts are known.
    template <class Slices>
    void hold(const Mine& mine, Local local, Slices& slices) const {
        if constexpr (has_grid) {
            if (slices.cuts().grid && !local.sorted) {
                const auto& grid = *slices.cuts().grid;
                const auto& run = local.run;
                const auto room = slices.room(run == nullptr ? mine.size() : run->size());
                return slices.hold(
                    room, run == nullptr ? lay_out(grid, mine, room) : lay_out(grid, stream_of(*run), room));
            }
        }
        if (!local.sorted) sort(mine, local);
        slices.hold(std::move(local.run));
    }

  private:
    void sort(const Mine& mine, Local& local) const {
        if (local.run == nullptr) {
            local.run = mine.combined(bench_);
        } else {
            sort_run(*local.run);
            combine_run(*local.run, op_);
        }
        local.sorted = true;
    }

    static ListStream<Partial, K> stream_of(const Buffer<Pair>& run) { return {run}; }

    /// A cheap pass, for the range of the coordinates and samples of them. All of the local work is done at
    /// once where pairs have no grid, or travel: combined they are fewer, and samples of them show where they
    /// are. Where most are repeats, a part of it pays anyway.
    void survey(const Mine& mine, Local& local) const {
        Opening& opening = local.opening;
        Samples<K> samples = mine.samples();
        const int ranks = transport_.topology().ranks();
        const bool stays = transport_.shares_memory() || ranks == 1;
        opening.early = may_come_early(mine.size());
        bool at_once = !has_grid || !stays || opening.early;
        if constexpr (has_grid) {
            if (!at_once && mostly_repeats(samples)) local.run = mine.condensed(bench_);
            std::tie(opening.lowest, opening.highest) =
                local.run == nullptr ? range_of<K>(mine) : range_of<K>(stream_of(*local.run));
            // There will hardly be a grid for all if there is none for ranks that all have what this one has.
            at_once = at_once ||
                      !Grid<K>::exists_over(from_ordered<K>(opening.lowest), from_ordered<K>(opening.highest),
                                            ranks * static_cast<std::int64_t>(mine.size()));
        }
        if (at_once) sort(mine, local);
        if (local.run != nullptr) samples = mine.samples_of(*local.run);
        opening.run = static_cast<std::int64_t>(local.run == nullptr ? mine.size() : local.run->size());
        opening.put_samples(samples);
        if (opening.early) send_along(*local.run, opening);
    }

    /// Whether a rank's pairs may go with the handshake: nobody wants to see rounds, or errors found in them.
    bool may_come_early(std::size_t pairs) const {
        return pairs <= most_early && options_.schedule == "auto" && !options_.check &&
               options_.fault == Fault::none && options_.observer == nullptr;
    }

    void send_along(const Buffer<Pair>& run, Opening& opening) const {
        const Run<Partial, K> whole{run, {}};
        Held held;
        const Parcel parcel = pack(std::span<const Run<Partial, K>>(&whole, 1), false, bench_.stock, held);
        opening.head.assign(parcel.head.begin(), parcel.head.end());
        opening.body.assign(parcel.body.begin(), parcel.body.end());
    }

    const Transport& transport_;
    const Operator& op_;
    const Options& options_;
    Workbench<Operator, Partial, K>& bench_;
};

}  // namespace collective
