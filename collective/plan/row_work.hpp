#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "collective/entry.hpp"
#include "collective/error.hpp"
#include "collective/local/contributions.hpp"
#include "collective/options.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/plan/local_work.hpp"
#include "collective/row.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What a rank does alone with rows: it finds their order. Numbers are moved once, to where peers see them.
template <class Strategy, class V, class K>
class LocalWork<Strategy, Row<V>, K> {
  public:
    using Operator = typename Strategy::Operator;
    using Mine = Contributions<Strategy, Row<V>, K>;
    using Partial = typename Mine::Partial;
    static_assert(TravelsAsIs<V> && TravelsAsIs<NumberOf<Partial>>,
                  "rows are of numbers, and an operator makes something trivially copyable of them");

    static constexpr std::int64_t most_early_of_all = 0;
    static constexpr bool has_grid = false;

    struct Local {
        Buffer<Entry<Origin, K>> order;  ///< the rows' places, by identity
        Opening opening;
    };

    LocalWork(const Transport&, const Operator& op, const Options& options, Workbench<Operator, Partial, K>&)
        : op_(op), options_(options) {}

    /// For the rank that holds these lists. What can fail on one rank alone fails here.
    void operator()(int rank, const Lists<Row<V>, K>& lists, Local& local) const {
        const Mine mine(lists, rank, op_);
        Opening& opening = local.opening;
        opening.describe(lists, rank, options_);
        opening.width = width_of(lists);
        opening.run = opening.pairs;
        local.order = mine.sorted_places();
        if constexpr (GridCoordinate<K>) {
            if (!local.order.empty()) {
                opening.lowest = ordered(local.order.front().coordinate);
                opening.highest = ordered(local.order.back().coordinate);
            }
        }
        opening.put_samples(mine.samples());
    }

    template <class Slices>
    void hold(const Mine& mine, Local local, Slices& slices) const {
        auto shelf = slices.shelf(local.order.size());
        for (std::size_t i = 0; i < local.order.size(); ++i) {
            const auto& [coordinate, origin] = local.order[i];
            const Row<V>& row = mine.value(origin);
            if (i + ahead < local.order.size()) prefetch(mine.value(local.order[i + ahead].value));
            const auto place = shelf.add(coordinate);
            for (std::size_t column = 0; column < row.size(); ++column) {
                place[column] = op_.lift(row[column], origin);
            }
        }
        slices.hold(shelf.from(0));
    }

  private:
    // Rows are read in another order than that in which they lie; a processor sees the rest of one coming,
    // but not its beginning.
    static constexpr std::size_t ahead = 8;
    static void prefetch(const Row<V>& row) {
        constexpr std::size_t line = 64 / sizeof(V), most = 8;
        for (std::size_t i = 0; i < most && i * line < row.size(); ++i) {
            __builtin_prefetch(row.data() + i * line);
        }
    }

    static RowWidth width_of(const Lists<Row<V>, K>& lists) {
        RowWidth width;
        for (std::size_t worker = 0; worker < lists.size(); ++worker) {
            for (std::size_t pair = 0; pair < lists[worker].size(); ++pair) {
                const auto here = static_cast<std::int64_t>(lists[worker][pair].value.size());
                if (here == 0) {
                    throw InputError("worker " + std::to_string(worker) + ", pair " + std::to_string(pair) +
                                     ": a row of no values: give it one at least");
                }
                if (width.worker < 0) width = {here, static_cast<std::int64_t>(worker)};
                if (here == width.values) continue;
                throw InputError("worker " + std::to_string(worker) + ", pair " + std::to_string(pair) +
                                 ": a row of " + std::to_string(here) + " values, but worker " +
                                 std::to_string(width.worker) + " has rows of " +
                                 std::to_string(width.values) + ": give all rows of a job one width");
            }
        }
        return width;
    }

    const Operator& op_;
    const Options& options_;
};

}  // namespace collective
