#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collective/allreduce_by_key.hpp"
#include "collective/format/number.hpp"
#include "collective/plan/in_memory.hpp"
#include "collective/report/recorder.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/big_number.hpp"
#include "collective/tool/merged.hpp"

namespace collective::tool {

// The values of a document as one type, and back to text.

template <class V>
V value_of(const Job& job, std::size_t i) {
    using boost::multiprecision::cpp_int;
    const Document& document = job.document;
    const std::int64_t bits = document.bits[i];
    const auto wide = [&] { return cpp_int(document.wide[static_cast<std::size_t>(bits)]); };
    const Kind kind = document.kinds[i];
    if constexpr (std::same_as<V, BigInteger>) {
        return BigInteger{kind == Kind::wide ? wide() : cpp_int(bits)};
    } else if constexpr (std::same_as<V, FixedPoint>) {
        if (job.carrier != Carrier::float64 && job.carrier != Carrier::fixed_point) {
            return FixedPoint::whole(kind == Kind::wide ? wide() : cpp_int(bits));
        }
        if (kind == Kind::float64) return FixedPoint(std::bit_cast<double>(bits));
        return FixedPoint(kind == Kind::wide ? wide() : cpp_int(bits));
    } else if constexpr (std::same_as<V, double>) {
        return kind == Kind::float64 ? std::bit_cast<double>(bits) : static_cast<double>(bits);
    } else {
        return static_cast<V>(bits);
    }
}

template <class V>
void append_value_of(std::string& text, const V& value) {
    if constexpr (std::same_as<V, BigInteger>) {
        text += value.value.str();
    } else if constexpr (std::same_as<V, FixedPoint>) {
        if (value.scale == 0) {
            text += value.units.str();
        } else {
            append_number(text, value.rounded());
        }
    } else {
        append_number(text, value);
    }
}

template <class V>
bool is_zero_value(const V& value) {
    if constexpr (std::same_as<V, BigInteger>) {
        return value.value == 0;
    } else if constexpr (std::same_as<V, FixedPoint>) {
        return value.units == 0;
    } else {
        return value == 0;
    }
}

template <class V>
bool is_printable(const V& value) {
    if constexpr (std::same_as<V, double>) {
        return std::isfinite(value);
    } else if constexpr (std::same_as<V, FixedPoint>) {
        return value.scale == 0 || std::isfinite(value.rounded());
    } else {
        return true;
    }
}

template <class V>
class MergedAs final : public Merged {
  public:
    std::vector<Entry<V>> pairs;

    std::size_t size() const override { return pairs.size(); }
    std::int64_t coordinate(std::size_t i) const override { return pairs[i].coordinate; }
    bool is_zero(std::size_t i) const override { return is_zero_value(pairs[i].value); }
    void append_value(std::size_t i, std::string& text) const override {
        append_value_of(text, pairs[i].value);
    }
    bool same_value(std::size_t i, const Merged& other, std::size_t j) const override {
        const auto* const alike = dynamic_cast<const MergedAs*>(&other);
        if (alike != nullptr) return pairs[i].value == alike->pairs[j].value;
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
Recorder::Printer printer_of(bool unsigned_coordinates) {
    return [unsigned_coordinates](std::span<const std::byte> bytes) {
        std::vector<Entry<V>> storage;
        std::vector<PairText> texts;
        for (const Entry<V>& pair : decode<Entry<V>>(bytes, storage)) {
            PairText text;
            append_coordinate(text.coordinate, pair.coordinate, unsigned_coordinates);
            append_value_of(text.value, pair.value);
            texts.push_back(std::move(text));
        }
        return texts;
    };
}

/// Merges a job, its values as `V`, by what a caller of the library would name: an operator or a strategy.
template <class V, class What>
std::unique_ptr<Merged> merge_by(Session& session, const Job& job, const What& what, Options options,
                                 Recorder* recorder) {
    using Value = typename CallFor<What, V, std::int64_t>::Value;
    if (recorder != nullptr) {
        recorder->set_printer(printer_of<Value>(job.document.unsigned_coordinates));
        options.observer = recorder;
    }
    const Document& document = job.document;
    std::vector<Entry<V>> pairs;
    session.on_all([&] {
        pairs.reserve(document.pairs());
        for (std::size_t i = 0; i < document.pairs(); ++i) {
            pairs.push_back({document.coordinates[i], value_of<V>(job, i)});
        }
    });
    auto merged = std::make_unique<MergedAs<Value>>();
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
        for (const auto& pair : merged->pairs) {
            if (is_printable(pair.value)) continue;
            std::string text = "coordinate ";
            append_coordinate(text, pair.coordinate, document.unsigned_coordinates);
            throw InputError(text + ": the " + job.operation.name +
                             " is beyond the largest double, 1.7976931348623157e+308");
        }
    });
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
extern template std::unique_ptr<Merged> merge_as<double>(Session&, const Job&, std::string_view,
                                                         const Options&, Recorder*);
extern template std::unique_ptr<Merged> merge_as<FixedPoint>(Session&, const Job&, std::string_view,
                                                             const Options&, Recorder*);

}  // namespace collective::tool
