#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/buffer.hpp"
#include "collective/local/combine.hpp"
#include "collective/local/condense.hpp"
#include "collective/local/grid.hpp"
#include "collective/local/lay_out.hpp"
#include "collective/local/run.hpp"
#include "collective/local/shelf.hpp"
#include "collective/local/splitters.hpp"
#include "collective/operator/operator.hpp"

namespace collective {

/// What local work keeps from call to call.
template <class Operator, class P, class K>
class Workbench {
  public:
    Stock<Entry<P, K>> stock;

    Table<Operator, P>& table(const Operator& op, std::size_t places) {
        if (table_ == nullptr || places_ != places) table_ = std::make_unique<Table<Operator, P>>(op, places);
        places_ = places;
        return *table_;
    }

  private:
    std::unique_ptr<Table<Operator, P>> table_;
    std::size_t places_ = 0;
};

/// The lists of one rank's workers, seen through a strategy: each pair by its identity, worth what its
/// operator lifts it to. Nothing is copied; the lists stay the caller's.
template <class Strategy, class V, class K>
class Contributions {
  public:
    using Operator = typename Strategy::Operator;
    using Partial = PartialOf<Operator, V>;
    using Pair = Entry<Partial, K>;

    Contributions(const Lists<V, K>& lists, int rank, const Operator& op)
        : lists_(lists),
          first_worker_(std::int64_t{rank} << 32),
          seed_(static_cast<std::uint64_t>(rank)),
          op_(op) {
        for (const auto& list : lists) size_ += list.size();
    }

    std::size_t size() const { return size_; }

    // They are a stream, see `lay_out.hpp`.
    template <class Sink>
    void for_each_pair(const Sink& sink) const {
        for_each([&](const auto& entry, Origin origin) {
            sink(Strategy::identity(entry.coordinate, origin), op_.lift(entry.value, origin));
        });
    }
    template <class Sink>
    void for_each_coordinate(const Sink& sink) const {
        for_each(
            [&](const auto& entry, Origin origin) { sink(Strategy::identity(entry.coordinate, origin)); });
    }

    /// Samples of the identities, as if the lists were one.
    Samples<K> samples() const { return samples(enough_samples(size_)); }
    Samples<K> samples(std::size_t most, std::size_t together = 1) const {
        std::size_t worker = 0;
        std::size_t begin = 0;  // of the worker's list; places ascend
        return sample<K>(
            size_, most, seed_,
            [&](std::size_t i) {
                while (i - begin >= lists_[worker].size()) begin += lists_[worker++].size();
                const auto index = i - begin;
                return Strategy::identity(lists_[worker][index].coordinate, origin(worker, index));
            },
            together);
    }

    /// Samples of what `combined` gave.
    Samples<K> samples_of(std::span<const Pair> run) const {
        return sample<K>(run.size(), enough_samples(run.size()), seed_,
                         [&](std::size_t i) { return run[i].coordinate; });
    }

    /// All pairs, sorted, those of one coordinate combined.
    std::shared_ptr<Buffer<Pair>> combined(Workbench<Operator, Partial, K>& bench) const {
        if constexpr (GridCoordinate<K> && std::is_trivially_copyable_v<Pair>) {
            const auto [lowest, highest] = range_of<K>(*this);
            if (size_ >= worth_a_grid) {
                const auto grid = Grid<K>::over(from_ordered<K>(lowest), from_ordered<K>(highest),
                                                static_cast<std::int64_t>(size_), {}, 1);
                if (grid) return combined_by_address(*grid, bench);
            }
        }
        return combined_without({-1, -1}, bench);
    }

    /// The same but for the pair of one origin, by sorting.
    std::shared_ptr<Buffer<Pair>> combined_without(Origin left_out,
                                                   Workbench<Operator, Partial, K>& bench) const {
        auto run = bench.stock.lend(size_);
        std::size_t size = 0;
        for_each([&](const auto& entry, Origin origin) {
            if (origin == left_out) return;
            (*run)[size++] = {Strategy::identity(entry.coordinate, origin), op_.lift(entry.value, origin)};
        });
        run->resize(size);
        sort_run(*run);
        combine_run(*run, op_);
        return run;
    }

    Origin origin(std::size_t worker, std::size_t index) const {
        return {first_worker_ + static_cast<std::int64_t>(worker), static_cast<std::int64_t>(index)};
    }

    const V& value(Origin origin) const {
        const auto worker = static_cast<std::size_t>(origin.worker - first_worker_);
        return lists_[worker][static_cast<std::size_t>(origin.index)].value;
    }

    /// Where all pairs come from, sorted by their identities.
    Buffer<Entry<Origin, K>> sorted_places() const {
        Buffer<Entry<Origin, K>> places;
        places.reserve(size_);
        for_each([&](const auto& entry, Origin origin) {
            places.push_back({Strategy::identity(entry.coordinate, origin), origin});
        });
        sort_run(places);
        return places;
    }

    /// All pairs, those of frequent coordinates combined; not sorted. Nothing where that is not exact.
    std::shared_ptr<Buffer<Pair>> condensed(Workbench<Operator, Partial, K>& bench) const requires
        GridCoordinate<K> {
        Condenser<Operator, Partial, K> condenser(op_, samples(samples_to_condense, 16).coordinates);
        auto run = bench.stock.lend(size_ + 1);
        Pair* out = run->data();
        for_each_pair([&](const K& coordinate, const Partial& partial) {
            out = condenser.put(coordinate, partial, out);
        });
        const auto [end, exact] = condenser.finish(out);
        run->resize(static_cast<std::size_t>(end - run->data()));
        return exact ? run : nullptr;
    }

  private:
    static constexpr std::size_t worth_a_grid = 4096;  // pairs; below, sorting is as fast
    static constexpr std::size_t samples_to_condense = 1 << 15;

    template <GridCoordinate Coordinate = K>
    std::shared_ptr<Buffer<Pair>> combined_by_address(const Grid<Coordinate>& grid,
                                                      Workbench<Operator, Partial, K>& bench) const {
        const auto by_bucket = bench.stock.lend(size_);
        const auto counts = lay_out(grid, *this, std::span<Pair>(*by_bucket));
        auto result = bench.stock.lend(size_);
        std::size_t size = 0;
        const Run<Partial, K> run{*by_bucket, counts};
        combine_by_address(op_, grid, 0, std::span(&run, 1), bench.table(op_, grid.places()),
                           [&](const K& coordinate, auto partials) {
                               for (const Partial& partial : partials)
                                   (*result)[size++] = {coordinate, partial};
                           });
        result->resize(size);
        return result;
    }

    template <class Visit>
    void for_each(const Visit& visit) const {
        Origin origin{first_worker_, 0};
        for (const auto& list : lists_) {
            origin.index = 0;
            for (const auto& entry : list) {
                visit(entry, origin);
                ++origin.index;
            }
            ++origin.worker;
        }
    }

    const Lists<V, K>& lists_;
    std::int64_t first_worker_;
    std::uint64_t seed_;
    const Operator& op_;
    std::size_t size_ = 0;
};

/// Whether so many samples are repeats that combining a rank's pairs before they are looked at saves work.
template <class K>
bool mostly_repeats(const Samples<K>& samples) {
    constexpr double most_distinct = 0.75;
    std::vector<K> distinct(samples.coordinates);
    std::sort(distinct.begin(), distinct.end());
    const auto end = std::unique(distinct.begin(), distinct.end());
    return static_cast<double>(end - distinct.begin()) <
           most_distinct * static_cast<double>(samples.coordinates.size());
}

}  // namespace collective
