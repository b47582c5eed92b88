#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collective/allreduce_by_key.hpp"
#include "collective/plan/in_memory.hpp"
#include "collective/report/recorder.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/carried_value.hpp"
#include "collective/tool/merged.hpp"

namespace collective::tool {

template <class V>
class MergedAs final : public Merged {
  public:
    std::vector<Entry<V>> pairs;
    bool single = false;

    std::size_t size() const override { return pairs.size(); }
    std::int64_t coordinate(std::size_t i) const override { return pairs[i].coordinate; }
    bool is_zero(std::size_t i) const override { return is_zero_value(pairs[i].value); }
    void append_value(std::size_t i, std::string& text) const override {
        append_value_of(text, pairs[i].value, single);
    }
    bool same_value(std::size_t i, const Merged& other, std::size_t j) const override {
        const auto* const alike = dynamic_cast<const MergedAs*>(&other);
        if (alike != nullptr) return is_same_value(pairs[i].value, alike->pairs[j].value);
        std::string mine, its;
        append_value(i, mine);
        other.append_value(j, its);
        return mine == its;
    }
};

/// The lists of one rank: views into `pairs`, which has those of all workers of the document one after
/// another.
template <class V>
Lists<V> lists_of(const Document& document, const std::vector<Entry<V>>& pairs,
                  std::pair<std::size_t, std::size_t> workers) {
    Lists<V> lists;
    for (std::size_t worker = workers.first; worker < workers.second; ++worker) {
        const std::size_t begin = document.begin[worker];
        lists.push_back(std::span(pairs).subspan(begin, document.begin[worker + 1] - begin));
    }
    return lists;
}

/// Tells encoded pairs as text.
template <class V>
Recorder::Printer printer_of(const CoordinateNames& names, bool single) {
    return [&names, single](std::span<const std::byte> bytes) {
        std::vector<Entry<V>> storage;
        std::vector<PairText> texts;
        for (const Entry<V>& pair : decode<Entry<V>>(bytes, storage)) {
            PairText text;
            text.coordinate = names.name(pair.coordinate);
            append_value_of(text.value, pair.value, single);
            texts.push_back(std::move(text));
        }
        return texts;
    };
}

/// Whether results of the operation are of the type that the values have, and may be too large for it.
inline bool narrows(const Operation& operation) {
    return operation.name == "sum" || operation.name == "product";
}

/// The coordinates of a document as a strategy is to see them. One that makes its own, from 0, takes a
/// document's uint64 as they are, to which it adds others: their order is that of its result then.
class CoordinateView final : public CoordinateNames {
  public:
    CoordinateView(const CoordinateSpace& space, bool makes_own) : space_(space), makes_own_(makes_own) {}

    /// To what the strategy sees, and back.
    std::int64_t operator()(std::int64_t coordinate) const {
        return makes_own_ ? space_.own(coordinate) : coordinate;
    }

    std::string name(std::int64_t coordinate) const override { return space_.name((*this)(coordinate)); }

  private:
    const CoordinateSpace& space_;
    bool makes_own_;
};

template <class What>
inline constexpr bool goes_by_coordinate =
    std::same_as<typename AsStrategy<What>::type, ByCoordinate<typename AsStrategy<What>::type::Operator>>;

/// Merges a job, its values as `V`, by what a caller of the library would name: an operator or a strategy.
template <class V, class What>
std::unique_ptr<Merged> merge_by(Session& session, const Job& job, const What& what, Options options,
                                 Recorder* recorder) {
    using Value = typename CallFor<What, V, std::int64_t>::Value;
    const Document& document = job.document;
    const CoordinateView view(document.space, std::same_as<What, Position>);
    options.names = &view;
    auto merged = std::make_unique<MergedAs<Value>>();
    merged->single = is_single(job.result_type());
    if (recorder != nullptr) {
        recorder->set_printer(printer_of<Value>(view, merged->single));
        options.observer = recorder;
    }
    std::vector<Entry<V>> pairs;
    session.on_all([&] {
        pairs.reserve(document.pairs());
        for (std::size_t i = 0; i < document.pairs(); ++i) {
            pairs.push_back({view(document.coordinates[i]), value_of<V>(job, i)});
        }
    });
    if (job.in_memory) {
        std::vector<Lists<V>> lists;
        lists.reserve(static_cast<std::size_t>(job.ranks));
        for (int rank = 0; rank < job.ranks; ++rank) {
            lists.push_back(lists_of(document, pairs, job.workers_of(rank, false)));
        }
        InMemory<What, V> in_memory(job.ranks, what, options);
        in_memory(std::span<const Lists<V>>(lists));
        const auto result = in_memory.result(0);
        merged->pairs.assign(result.begin(), result.end());
        merged->verdicts = in_memory.verdicts();
        merged->account = in_memory.account();
    } else {
        const Lists<V> mine = lists_of(document, pairs, job.workers_of(0, true));
        auto result = try_allreduce_by_key(mine, MPI_COMM_WORLD, what, options);
        merged->pairs = std::move(result.pairs);
        merged->verdicts = std::move(result.verdicts);
        merged->account = std::move(result.account);
    }
    session.on_all([&] {
        const auto range = narrows(job.operation) ? range_of(job.type) : std::nullopt;
        // What is made of finite values alone is too large. Only a right way keeps each at its coordinate.
        const bool is_right = goes_by_coordinate<What> && options.fault == Fault::none;
        const auto may_be_non_finite = [&](std::int64_t coordinate) {
            return is_right ? std::binary_search(job.non_finite.begin(), job.non_finite.end(), coordinate)
                            : !job.non_finite.empty();
        };
        for (auto& pair : merged->pairs) {
            pair.coordinate = view(pair.coordinate);
            const auto fail = [&](const std::string& fault) {
                throw InputError("coordinate " + document.space.name(pair.coordinate) + ": the " +
                                 job.operation.name + " " + fault);
            };
            if (!is_printable(pair.value, merged->single) && !may_be_non_finite(pair.coordinate)) {
                fail(merged->single ? "is beyond the largest float32, 3.4028235e+38"
                                    : "is beyond the largest double, 1.7976931348623157e+308");
            }
            if (!range || fit(pair.value, *range, job.operation.wrap)) continue;
            std::string value;
            append_value_of(value, pair.value, false);
            fail(value + " is no " + std::string(name_of(job.type)) + "; --wrap takes it modulo 2^" +
                 std::to_string(range->bits));
        }
    });
    merged->account.pairs /= document.space.width();
    return merged;
}

/// By a strategy, given by name.
template <class V>
std::unique_ptr<Merged> merge_as(Session& session, const Job& job, std::string_view strategy,
                                 const Options& options, Recorder* recorder) {
    std::unique_ptr<Merged> merged;
    visit_strategy(strategy, [&](auto what) { merged = merge_by<V>(session, job, what, options, recorder); });
    return merged;
}

// One source file instantiates each, so that they build side by side.
extern template std::unique_ptr<Merged> merge_as<std::int64_t>(Session&, const Job&, std::string_view,
                                                               const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<Int128>(Session&, const Job&, std::string_view,
                                                         const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<BigInteger>(Session&, const Job&, std::string_view,
                                                             const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<float>(Session&, const Job&, std::string_view,
                                                        const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<double>(Session&, const Job&, std::string_view,
                                                         const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<FixedPoint>(Session&, const Job&, std::string_view,
                                                             const Options&, Recorder*);

}  // namespace collective::tool
