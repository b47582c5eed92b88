#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "collective/check/coordinates.hpp"
#include "collective/check/remainders.hpp"
#include "collective/engine/engine.hpp"
#include "collective/local/combine.hpp"
#include "collective/local/splitters.hpp"
#include "collective/operator/operator.hpp"
#include "collective/operator/sum.hpp"
#include "collective/transport/codec.hpp"

namespace collective {

/// One member's pairs on their way through the rounds: for each slice a sorted run of partials and, once it
/// is finished here or has been copied from elsewhere, its values.
template <class Operator, class V, class K>
class Slices final : public Member {
  public:
    using Partial = PartialOf<Operator, V>;
    using Value = ValueOf<Operator, V>;
    using Pair = Entry<Partial, K>;
    using Final = Entry<Value, K>;

    /// `run` is sorted; `accountable` tells whose remainders are taken, slice by slice.
    Slices(const Operator& op, std::vector<Pair> run, std::vector<K> splitters, std::vector<bool> accountable,
           int rank, std::uint64_t seed)
        : op_(op),
          splitters_(std::move(splitters)),
          accountable_(std::move(accountable)),
          slices_(accountable_.size()),
          rank_(rank),
          remainders_(seed) {
        place(SliceRange{0, static_cast<int>(slices_.size())}, std::move(run), &Slice::run);
    }

    void begin_round() override {
        retired_.clear();
        scratch_.clear();
    }

    std::span<const std::byte> outgoing(SliceRange slices, Action action) override {
        if (action == Action::reduce) return outgoing(slices, &Slice::run);
        for (int slice = slices.first; slice < slices.last; ++slice) finish_slice(slice);
        return outgoing(slices, &Slice::values);
    }

    void incoming(const Transfer& transfer, std::span<const std::byte> run) override {
        arrivals_.push_back({transfer, run});
    }

    void end_round() override {
        const auto order = [](const Arrival& arrival) {
            return std::tuple(arrival.transfer.action, arrival.transfer.slices, arrival.transfer.source);
        };
        std::sort(arrivals_.begin(), arrivals_.end(),
                  [&](const Arrival& a, const Arrival& b) { return order(a) < order(b); });
        for (std::size_t first = 0, last = 0; first < arrivals_.size(); first = last) {
            while (last < arrivals_.size() && same_target(arrivals_[first], arrivals_[last])) ++last;
            const auto group = std::span(arrivals_).subspan(first, last - first);
            const SliceRange slices = group[0].transfer.slices;
            if (group[0].transfer.action == Action::reduce) {
                place(slices, reduce(slices, group), &Slice::run);
            } else {
                std::vector<Final> values;
                const auto view = decode<Final>(group[0].run, values);
                if (values.empty()) values.assign(view.begin(), view.end());
                place(slices, std::move(values), &Slice::values);
            }
        }
        arrivals_.clear();
    }

    /// Finishes what is left and lays all slices out as one list. A sum that can't be finished is left in
    /// `failure`.
    std::vector<Final> finish() {
        std::vector<Final> all;
        for (std::size_t slice = 0; slice < slices_.size(); ++slice) finish_slice(static_cast<int>(slice));
        std::size_t size = 0;
        for (const Slice& slice : slices_) size += slice.values->list.size();
        all.reserve(size);
        for (const Slice& slice : slices_) {
            all.insert(all.end(), slice.values->list.begin(), slice.values->list.end());
        }
        return all;
    }

    /// Why a value could not be finished: the message of the lowest such coordinate, which it names.
    const std::optional<std::string>& failure() const { return failure_; }

    const Remainders& remainders() const { return remainders_; }

  private:
    /// A part of a list that several slices may share.
    template <class E>
    struct Held {
        std::shared_ptr<const std::vector<E>> memory;
        std::span<const E> list;
    };
    struct Slice {
        Held<Pair> run;
        std::optional<Held<Final>> values;
    };
    struct Arrival {
        Transfer transfer;
        std::span<const std::byte> run;
    };

    static bool same_target(const Arrival& a, const Arrival& b) {
        return a.transfer.action == b.transfer.action && a.transfer.slices == b.transfer.slices;
    }

    Slice& at(int slice) { return slices_[static_cast<std::size_t>(slice)]; }

    /// Cuts a sorted list into the slices of a range. What it replaces stays alive until the next round,
    /// since other members may look at it.
    template <class E, class Field>
    void place(SliceRange range, std::vector<E> list, Field Slice::*field) {
        const auto memory = std::make_shared<const std::vector<E>>(std::move(list));
        const std::span<const E> whole(*memory);
        std::size_t begin = 0;
        for (int slice = range.first; slice < range.last; ++slice) {
            const std::size_t end = slice + 1 == range.last
                                        ? whole.size()
                                        : slice_begin(whole, std::span<const K>(splitters_), slice + 1);
            retired_.push_back(at(slice).run.memory);
            at(slice).*field = Held<E>{memory, whole.subspan(begin, end - begin)};
            begin = end;
        }
    }

    static std::span<const Pair> list_of(const Held<Pair>& held) { return held.list; }
    static std::span<const Final> list_of(const std::optional<Held<Final>>& held) { return held->list; }

    /// The lists of a range of slices as one: a view if they lie side by side in memory, else in `joined`.
    template <class E, class Field>
    std::span<const E> join(SliceRange range, Field Slice::*field, std::vector<E>& joined) {
        std::span<const E> whole = list_of(at(range.first).*field);
        for (int slice = range.first + 1; slice < range.last; ++slice) {
            const std::span<const E> next = list_of(at(slice).*field);
            if (next.empty()) continue;
            if (joined.empty() && (whole.empty() || whole.data() + whole.size() == next.data())) {
                whole = whole.empty() ? next : std::span<const E>(whole.data(), whole.size() + next.size());
                continue;
            }
            if (joined.empty()) joined.assign(whole.begin(), whole.end());
            joined.insert(joined.end(), next.begin(), next.end());
        }
        return joined.empty() ? whole : std::span<const E>(joined);
    }

    template <class Field>
    std::span<const std::byte> outgoing(SliceRange range, Field Slice::*field) {
        using E = typename decltype(list_of(std::declval<Field>()))::value_type;
        auto joined = std::make_shared<std::vector<E>>();
        const std::span<const E> list = join(range, field, *joined);
        if constexpr (TravelsAsIs<E>) scratch_.push_back(joined);
        const auto bytes = std::make_shared<Bytes>();
        scratch_.push_back(bytes);
        return encode(list, *bytes);
    }

    std::vector<Pair> reduce(SliceRange slices, std::span<const Arrival> arrivals) {
        std::deque<std::vector<Pair>> decoded;
        std::vector<Pair> joined;
        const std::span<const Pair> own = join(slices, &Slice::run, joined);
        std::vector<std::span<const Pair>> runs;
        bool own_is_placed = false;
        for (const Arrival& arrival : arrivals) {
            if (!own_is_placed && rank_ < arrival.transfer.source) {
                runs.push_back(own);
                own_is_placed = true;
            }
            runs.push_back(decode<Pair>(arrival.run, decoded.emplace_back()));
        }
        if (!own_is_placed) runs.push_back(own);
        std::vector<Pair> merged = merge_runs<Partial, K>(runs);
        combine_run(merged, op_);
        return merged;
    }

    void finish_slice(int slice) {
        if (at(slice).values) return;
        const std::span<const Pair> run = at(slice).run.list;
        std::vector<Final> values;
        values.reserve(run.size());
        std::vector<Partial> same;
        for (std::size_t first = 0, last = 0; first < run.size(); first = last) {
            last = end_of_group(run, first);
            std::span<const Partial> partials(&run[first].value, 1);
            if (last - first > 1) {
                same.clear();
                for (std::size_t i = first; i < last; ++i) same.push_back(run[i].value);
                partials = same;
            }
            values.push_back({run[first].coordinate, finish_value(slice, run[first].coordinate, partials)});
        }
        place(SliceRange{slice, slice + 1}, std::move(values), &Slice::values);
    }

    Value finish_value(int slice, const K& coordinate, std::span<const Partial> partials) {
        try {
            const Value value = op_.finish(partials);
            if constexpr (std::same_as<Operator, Sum> && std::floating_point<V>) {
                if (accountable_[static_cast<std::size_t>(slice)] &&
                    (partials.size() > 1 || sizeof(V) < sizeof(double))) {
                    remainders_.add(coordinate, value, std::span(&partials[0].value, partials.size()));
                }
            }
            return value;
        } catch (const InputError& error) {
            if (!failure_) failure_ = "coordinate " + printed(coordinate) + ": " + error.what();
            return Value{};
        }
    }

    const Operator& op_;
    std::vector<K> splitters_;
    std::vector<bool> accountable_;
    std::vector<Slice> slices_;
    int rank_;
    Remainders remainders_;
    std::optional<std::string> failure_;
    std::vector<Arrival> arrivals_;
    std::vector<std::shared_ptr<const void>> retired_, scratch_;
};

}  // namespace collective
