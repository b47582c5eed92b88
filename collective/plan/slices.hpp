#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collective/check/remainders.hpp"
#include "collective/engine/engine.hpp"
#include "collective/error.hpp"
#include "collective/local/buffer.hpp"
#include "collective/local/contributions.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/run.hpp"
#include "collective/local/shelf.hpp"
#include "collective/operator/operator.hpp"
#include "collective/operator/row_wise.hpp"
#include "collective/plan/cuts.hpp"
#include "collective/plan/finisher.hpp"
#include "collective/plan/parcel.hpp"
#include "collective/transport/codec.hpp"

namespace collective {

/// One member's pairs on their way through the rounds: for each slice a run of partials, then, once the pairs
/// of all ranks are in it, its values.
template <class Operator, class V, class K>
class Slices final : public Member {
  public:
    using Partial = PartialOf<Operator, V>;
    using Value = ValueOf<Operator, V>;
    using Pair = Entry<Partial, K>;
    using Final = Entry<Value, K>;
    using SliceRun = Run<Partial, K>;

    Slices(const Operator& op, Transport& transport, int rank, Workbench<Operator, Partial, K>& bench,
           const CoordinateNames* names)
        : op_(op), transport_(transport), rank_(rank), bench_(bench), finisher_(op, names) {}

    /// A call begins. `accountable` tells for which slices this rank takes the remainders, for the
    /// fingerprint of that seed; none where it is empty. `divisor` is that of all values, or 0.
    void begin(const Cuts<K>& cuts, std::vector<bool> accountable, std::uint64_t seed,
               std::int64_t divisor = 0) {
        cuts_ = &cuts;
        accountable_ = std::move(accountable);
        slices_.assign(static_cast<std::size_t>(cuts.slices), Slice{});
        finisher_.begin(seed, divisor);
        pairs_combined_ = 0;
        held_.clear();
    }

    /// This rank's own pairs: a sorted run, in memory that outlives the call.
    void hold(std::span<const Pair> whole) {
        for (int slice = 0; slice < cuts_->slices; ++slice) {
            const std::size_t begin = slice_begin(whole, std::span<const K>(cuts_->splitters), slice);
            const std::size_t end = slice + 1 == cuts_->slices
                                        ? whole.size()
                                        : slice_begin(whole, std::span<const K>(cuts_->splitters), slice + 1);
            at(slice).run = {whole.subspan(begin, end - begin), {}};
        }
    }

    /// The same for one that is kept for the call.
    void hold(std::shared_ptr<const Buffer<Pair>> run) {
        hold(std::span<const Pair>(*run));
        held_.push_back(std::move(run));
    }

    /// This rank's own pairs: laid out by the grid's buckets, with the number of pairs of each.
    void hold(std::span<const Pair> pairs, std::vector<std::uint32_t> counts) {
        counts_ = std::move(counts);
        std::size_t begin = 0;
        for (int slice = 0; slice < cuts_->slices; ++slice) {
            const auto [first, last] = buckets_of(slice);
            const auto mine = std::span<const std::uint32_t>(counts_).subspan(first, last - first);
            const std::size_t size = std::accumulate(mine.begin(), mine.end(), std::size_t{0});
            at(slice).run = {pairs.subspan(begin, size), mine};
            begin += size;
        }
    }

    /// Memory for this rank's own pairs, where peers can look into if possible.
    std::span<Pair> room(std::size_t pairs) { return memory(Arena::runs, pairs, bench_.stock); }
    Shelf<Pair> shelf(std::size_t pairs) { return shelf(Arena::runs, pairs, bench_.stock); }

    void begin_round() override { scratch_.clear(); }

    Parcel outgoing(const Transfer& transfer) override {
        const bool looks_in = transport_.looks_in(transfer.target);
        if (transfer.action == Action::reduce) {
            const auto runs = runs_of(transfer.slices);
            return pack(std::span<const SliceRun>(runs), looks_in, bench_.stock, scratch_);
        }
        settle(transfer.slices);
        const auto values = values_of(transfer.slices);
        return pack(std::span<const Run<Value, K>>(values), looks_in, value_stock_, scratch_);
    }

    void incoming(const Transfer& transfer, const Parcel& parcel) override {
        const int count = transfer.slices.size();
        int slice = transfer.slices.first;
        if (transfer.action == Action::reduce) {
            for (const SliceRun& run : unpack(parcel, count, bench_.stock, arrived_)) {
                at(slice).contributors += transfer.contributors;
                at(slice++).arrivals.push_back({transfer.source, run});
            }
        } else {
            for (const auto& run : unpack(parcel, count, value_stock_, arrived_)) {
                at(slice).values = run.pairs;
                copied_.push_back(slice++);
            }
        }
    }

    void end_round() override {
        for_ranges([&](int slice) { return !at(slice).arrivals.empty(); },
                   [&](SliceRange range) { combine(range, is_complete(range)); });
        if (!copied_.empty()) localise();
        arrived_.clear();
    }

    const Cuts<K>& cuts() const { return *cuts_; }
    int rank() const override { return rank_; }

    Holding holding(int slice) override {
        const Slice& held = at(slice);
        const std::size_t pairs = held.values ? held.values->size() : held.run.pairs.size();
        return {held.values ? cuts_->ranks : held.contributors, held.values.has_value(),
                static_cast<std::int64_t>(pairs)};
    }

    Bytes values(int slice) override {
        if constexpr (is_row<Value>) {
            return {};
        } else {
            std::vector<Final> values;
            if (at(slice).values) {
                values.assign(at(slice).values->begin(), at(slice).values->end());
            } else {
                for_each_coordinate(slice, combining_, [&](const K& coordinate, std::span<Partial> partials) {
                    try {
                        values.push_back({coordinate, op_.finish(std::span<const Partial>(partials))});
                    } catch (const InputError&) {  // has no value as yet
                    }
                });
            }
            Bytes scratch;
            const auto encoded = encode(std::span<const Final>(values), scratch);
            return {encoded.begin(), encoded.end()};
        }
    }

    /// All slices as one list. It stays as it is until the next call. A value that can't be finished is left
    /// in `failure`.
    std::span<const Final> finish() {
        const SliceRange all{0, cuts_->slices};
        settle(all);
        const auto values = values_of(all);
        return join(std::span<const Run<Value, K>>(values), value_stock_, held_);
    }

    /// Why a value could not be finished: the message for the first such coordinate, which it names.
    const std::optional<std::string>& failure() const { return finisher_.failure(); }

    /// How many pairs went into what was combined.
    std::int64_t pairs_combined() const { return pairs_combined_; }

    const Remainders& remainders() const { return finisher_.remainders(); }

  private:
    struct Arrival {
        int source;
        SliceRun run;
    };
    struct Slice {
        SliceRun run;
        int contributors = 1;  ///< ranks whose pairs are in the run
        std::vector<Arrival> arrivals;
        std::optional<std::span<const Final>> values;
    };
    Slice& at(int slice) { return slices_[static_cast<std::size_t>(slice)]; }
    const Slice& at(int slice) const { return slices_[static_cast<std::size_t>(slice)]; }

    std::pair<std::size_t, std::size_t> buckets_of(int slice) const {
        if constexpr (GridCoordinate<K>) {
            return cuts_->grid->buckets_of(slice);
        } else {
            return {0, 0};
        }
    }

    /// The runs, or the values, of a range of slices.
    std::vector<SliceRun> runs_of(SliceRange range) const {
        std::vector<SliceRun> runs;
        runs.reserve(static_cast<std::size_t>(range.size()));
        for (int slice = range.first; slice < range.last; ++slice) runs.push_back(at(slice).run);
        return runs;
    }
    std::vector<Run<Value, K>> values_of(SliceRange range) const {
        std::vector<Run<Value, K>> values;
        values.reserve(static_cast<std::size_t>(range.size()));
        for (int slice = range.first; slice < range.last; ++slice) values.push_back({*at(slice).values, {}});
        return values;
    }

    /// Memory for `size` elements: in an arena that peers can look into, or else lent from the pool for this
    /// call.
    template <class E>
    std::span<E> memory(std::optional<Arena> arena, std::size_t size, BufferPool<E>& pool) {
        if constexpr (TravelsAsIs<E> && alignof(E) <= alignof(std::max_align_t)) {
            std::span<std::byte> bytes;
            if (arena && cuts_->seen_by_peers) bytes = transport_.keep(*arena, size * sizeof(E));
            if (!bytes.empty()) return {reinterpret_cast<E*>(bytes.data()), size};
        }
        auto buffer = pool.lend(size);
        held_.push_back(buffer);
        return *buffer;
    }

    /// A shelf for so many pairs. Of rows the numbers lie in the arena.
    template <class E>
    Shelf<E> shelf(std::optional<Arena> arena, std::size_t pairs, Stock<E>& stock) {
        if constexpr (is_view<E>) {
            const std::size_t width = cuts_->width;
            return {memory(std::nullopt, pairs, static_cast<BufferPool<E>&>(stock)),
                    memory(arena, pairs * width, stock.numbers), width};
        } else {
            return {memory(arena, pairs, stock)};
        }
    }

    /// Calls `act` on the longest ranges of slices for which `holds`.
    template <class Holds, class Act>
    void for_ranges(const Holds& holds, const Act& act) {
        for (int first = 0; first < cuts_->slices;) {
            int last = first;
            while (last < cuts_->slices && holds(last)) ++last;
            if (last > first) act(SliceRange{first, last});
            first = last + 1;
        }
    }

    bool is_complete(SliceRange range) const {
        return std::all_of(slices_.begin() + range.first, slices_.begin() + range.last,
                           [&](const Slice& slice) { return slice.contributors == cuts_->ranks; });
    }

    /// Finishes what is not finished yet of a range.
    void settle(SliceRange range) {
        for_ranges([&](int slice) { return range.first <= slice && slice < range.last && !at(slice).values; },
                   [&](SliceRange open) { combine(open, true); });
    }

    /// Takes the arrivals of neighbouring slices into their runs, or into their values if these runs are
    /// `complete`: all ranks have contributed.
    void combine(SliceRange range, bool complete) {
        std::size_t most = 0;
        for (int slice = range.first; slice < range.last; ++slice) {
            most += at(slice).run.pairs.size();
            for (const Arrival& arrival : at(slice).arrivals) most += arrival.run.pairs.size();
        }
        pairs_combined_ += static_cast<std::int64_t>(most);
        if (complete) {
            auto shelf = this->shelf(Arena::values, most, value_stock_);
            for (int slice = range.first; slice < range.last; ++slice) {
                const std::size_t begin = shelf.size();
                const bool accountable = is_accountable(slice);
                for_each_coordinate(
                    slice, finisher_.how(), [&](const K& coordinate, std::span<Partial> partials) {
                        shelf.put(coordinate, finisher_.value(coordinate, partials, accountable));
                    });
                at(slice).values = shelf.from(begin);
            }
        } else {
            auto shelf = this->shelf(std::nullopt, most, bench_.stock);
            for (int slice = range.first; slice < range.last; ++slice) {
                const std::size_t begin = shelf.size();
                for_each_coordinate(slice, combining_, [&](const K& coordinate, std::span<Partial> partials) {
                    for (Partial& partial : partials) shelf.put(coordinate, std::move(partial));
                });
                at(slice).run = {shelf.from(begin), {}};
            }
        }
        for (int slice = range.first; slice < range.last; ++slice) at(slice).arrivals.clear();
    }

    /// Combines a slice's own run and its arrivals, in the order of ranks.
    template <class How, class Sink>
    void for_each_coordinate(int slice, const How& how, Sink&& sink) {
        std::vector<Arrival>& arrivals = at(slice).arrivals;
        std::sort(arrivals.begin(), arrivals.end(),
                  [](const auto& a, const auto& b) { return a.source < b.source; });
        std::vector<SliceRun> runs;
        bool own_is_placed = false;
        for (const Arrival& arrival : arrivals) {
            if (!own_is_placed && rank_ < arrival.source) {
                runs.push_back(at(slice).run);
                own_is_placed = true;
            }
            runs.push_back(arrival.run);
        }
        if (!own_is_placed) runs.push_back(at(slice).run);
        if constexpr (GridCoordinate<K> && TravelsAsIs<Pair>) {
            if (cuts_->grid) {
                auto& table = bench_.table(op_, cuts_->grid->places());
                combine_by_address(op_, *cuts_->grid, slice, std::span<const SliceRun>(runs), table, sink);
                return;
            }
        }
        combine_by_merging(how, std::span<const SliceRun>(runs), sink);
    }

    bool is_accountable(int slice) const {
        return !accountable_.empty() && accountable_[static_cast<std::size_t>(slice)];
    }

    /// Copies the values that were only looked at in peers' memory; once none is missing, all values side by
    /// side.
    void localise() {
        const bool all = std::all_of(slices_.begin(), slices_.end(),
                                     [](const Slice& slice) { return slice.values.has_value(); });
        if (all) {
            copied_.resize(slices_.size());
            std::iota(copied_.begin(), copied_.end(), 0);
        }
        std::size_t size = 0;
        for (int slice : copied_) size += at(slice).values->size();
        auto shelf = this->shelf(std::nullopt, size, value_stock_);
        for (int slice : copied_) {
            const std::size_t begin = shelf.size();
            shelf.append(*at(slice).values);
            at(slice).values = shelf.from(begin);
        }
        copied_.clear();
    }

    const Operator& op_;
    Combining<Operator, Partial> combining_{op_};
    Transport& transport_;
    int rank_;
    Workbench<Operator, Partial, K>& bench_;
    Finisher<Operator, V, K> finisher_;
    const Cuts<K>* cuts_ = nullptr;
    std::vector<bool> accountable_;
    std::vector<Slice> slices_;
    std::vector<std::uint32_t> counts_;
    std::vector<int> copied_;  // slices whose values arrived in this round
    std::int64_t pairs_combined_ = 0;
    Stock<Final> value_stock_;
    // What runs and values lie in: for this call, for this round, and what arrived in it.
    Held held_, scratch_, arrived_;
};

}  // namespace collective
