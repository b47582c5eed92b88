#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "collective/local/contributions.hpp"
#include "collective/options.hpp"
#include "collective/plan/cuts.hpp"
#include "collective/plan/fault.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/plan/local_work.hpp"
#include "collective/plan/slices.hpp"
#include "collective/result.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What a call breaks on purpose, if its options ask for it: what goes into the rounds, or copies of what
/// came out.
template <class Strategy, class V, class K>
class Breaking {
  public:
    using Work = LocalWork<Strategy, V, K>;
    using Operator = typename Work::Operator;
    using Mine = typename Work::Mine;
    using Local = typename Work::Local;
    using MySlices = Slices<Operator, V, K>;
    using Value = typename MySlices::Value;
    using Bench = Workbench<Operator, typename Mine::Partial, K>;
    using Inputs = std::span<const Lists<V, K>>;  // of each member

    Breaking(Transport& transport, const Operator& op, const Options& options, Bench& bench)
        : transport_(transport), op_(op), options_(options), bench_(bench) {}

    /// How many workers an operator is told that there are.
    std::int64_t workers(const Account& account) const {
        return options_.fault == Fault::count_ranks ? account.ranks : account.workers;
    }

    /// What the values claim to be divided by, 0 for those who contribute: where ranks are counted, they do.
    std::int64_t divisor(std::int64_t claimed) const {
        return options_.fault == Fault::count_ranks ? 0 : claimed;
    }

    /// After the handshake, before the rounds. **Collective** over all ranks.
    void break_locals(Inputs inputs, std::span<const Opening> openings, std::span<Local> locals,
                      Account& account) {
        if (options_.fault == Fault::drop_pair) report(drop_pair(inputs, openings, locals), account);
        if (options_.fault == Fault::first_coordinates) {
            report(take_first_coordinates(inputs, openings, locals), account);
        }
    }

    /// After the rounds, before the checks. **Collective** over all ranks.
    void break_results(Inputs inputs, std::span<std::span<const Entry<Value, K>>> results, Account& account) {
        if (!is_of_results(options_.fault)) return;
        copies_.clear();
        for (const auto& result : results) copies_.emplace_back(result.begin(), result.end());
        bool broken = false;
        if (options_.fault == Fault::skip_reduction) {
            broken = skip_reduction(inputs);
        } else {
            for (std::size_t member = 0; member < copies_.size(); ++member) {
                broken |= break_copy(options_.fault, rank_of(member) == options_.fault_rank, copies_[member]);
            }
        }
        report(broken, account);
        for (std::size_t member = 0; member < results.size(); ++member) results[member] = copies_[member];
    }

  private:
    static bool is_of_results(Fault fault) {
        return fault == Fault::skip_reduction || fault == Fault::corrupt_rank ||
               fault == Fault::swap_values || fault == Fault::extra_zero || fault == Fault::drop_zeros;
    }

    bool drop_pair(Inputs inputs, std::span<const Opening> openings, std::span<Local> locals) {
        const auto heaviest =
            std::max_element(openings.begin(), openings.end(),
                             [](const auto& a, const auto& b) { return a.largest < b.largest; });
        if (heaviest == openings.end() || heaviest->largest <= 0) return false;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            if (rank_of(member) != heaviest - openings.begin()) continue;
            const Mine mine(inputs[member], rank_of(member), op_);
            const auto [worker, index] = *heaviest_pair<V, K>(inputs[member]);
            locals[member].run = mine.combined_without(mine.origin(worker, index), bench_);
            locals[member].sorted = true;
        }
        return true;
    }

    /// The i-th value of every list goes to the i-th coordinate of the first worker's list; values beyond its
    /// end are lost.
    bool take_first_coordinates(Inputs inputs, std::span<const Opening> openings, std::span<Local> locals) {
        std::vector<K> storage;
        const Bytes block = first_coordinates(inputs, openings);
        const std::span<const K> coordinates = decode<K>(block, storage);
        std::vector<Bytes> differs;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            bool differ = false;
            std::vector<std::vector<Entry<V, K>>> lists;
            for (const auto& list : inputs[member]) {
                const auto kept = list.first(std::min(list.size(), coordinates.size()));
                auto& mine = lists.emplace_back(kept.begin(), kept.end());
                differ = differ || kept.size() < list.size();
                for (std::size_t i = 0; i < kept.size(); ++i) {
                    differ = differ || !(mine[i].coordinate == coordinates[i]);
                    mine[i].coordinate = coordinates[i];
                }
            }
            const Lists<V, K> views(lists.begin(), lists.end());
            locals[member].run = Mine(views, rank_of(member), op_).combined(bench_);
            locals[member].sorted = true;
            differs.emplace_back(1, std::byte{differ});
        }
        return any_rank(differs);
    }

    /// The coordinates of the first list that there is, encoded.
    Bytes first_coordinates(Inputs inputs, std::span<const Opening> openings) {
        const auto holder = std::find_if(openings.begin(), openings.end(),
                                         [](const Opening& one) { return one.workers > 0; });
        if (holder == openings.end()) return encoded({});
        const auto rank = holder - openings.begin();
        std::vector<Bytes> blocks(inputs.size());
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            if (rank_of(member) == rank) blocks[member] = encoded(inputs[member].front());
        }
        return transport_.allgather(blocks)[static_cast<std::size_t>(rank)];
    }

    static Bytes encoded(std::span<const Entry<V, K>> list) {
        std::vector<K> coordinates;
        coordinates.reserve(list.size());
        for (const auto& pair : list) coordinates.push_back(pair.coordinate);
        Bytes scratch;
        const auto bytes = encode(std::span<const K>(coordinates), scratch);
        return {bytes.begin(), bytes.end()};
    }

    /// Every rank keeps what it would have alone, unless that is right on all of them.
    bool skip_reduction(Inputs inputs) {
        const Cuts<K> alone;
        std::vector<std::vector<Entry<Value, K>>> copies;
        std::vector<Bytes> differs;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            MySlices slices(op_, transport_, 0, bench_, options_.names);
            slices.begin(alone, {}, 0);
            slices.hold(Mine(inputs[member], rank_of(member), op_).combined(bench_));
            const auto values = slices.finish();
            copies.emplace_back(values.begin(), values.end());
            differs.emplace_back(1, std::byte{copies[member] != copies_[member]});
        }
        const bool broken = any_rank(differs);
        if (broken) copies_ = std::move(copies);
        return broken;
    }

    /// Whether some rank's flag, a byte, is set.
    bool any_rank(const std::vector<Bytes>& flags) {
        const auto all = transport_.allgather(flags);
        return std::any_of(all.begin(), all.end(), [](const Bytes& one) { return one[0] != std::byte{0}; });
    }

    int rank_of(std::size_t member) const { return transport_.members()[member]; }

    static void report(bool broken, Account& account) {
        account.fault = broken ? "broken on purpose" : "nothing to break";
    }

    Transport& transport_;
    const Operator& op_;
    const Options& options_;
    Bench& bench_;
    std::vector<std::vector<Entry<Value, K>>> copies_;  // of the results, broken
};

}  // namespace collective
