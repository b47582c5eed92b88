#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "collective/check/agreement.hpp"
#include "collective/check/by_address.hpp"
#include "collective/check/by_order.hpp"
#include "collective/check/coordinates.hpp"
#include "collective/check/fingerprint.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/remainders.hpp"
#include "collective/entry.hpp"
#include "collective/result.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What one member is checked with: its own inputs, from the caller's own buffers, and its own copy of the
/// result.
template <class V, class K, class R>
struct CheckInput {
    const Lists<V, K>* inputs;
    std::span<const Entry<R, K>> result;
    const Remainders* remainders;  ///< nullptr where nothing was rounded
};

/// What a rank tells the others first. From it all ranks choose the same way through the checks.
struct Survey {
    CopyEvidence copy;
    std::uint64_t disorder;  ///< see `first_disorder`
    CoordinateRange range;
    bool non_finite;  ///< the copy holds a NaN or an infinity
};

/// Every rank's evidence, in rank order.
template <class T>
std::vector<T> gather(Transport& transport, const std::vector<T>& of_members) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<Bytes> blocks;
    for (const T& one : of_members) {
        blocks.emplace_back(sizeof one);
        std::memcpy(blocks.back().data(), &one, sizeof one);
    }
    std::vector<T> all;
    for (const Bytes& block : transport.allgather(blocks)) {
        static_assert(std::is_default_constructible_v<T>);
        std::memcpy(static_cast<void*>(&all.emplace_back()), block.data(), sizeof(T));
    }
    return all;
}

/// The bitwise or over ranks of each member's words.
inline void merge_marks(Transport& transport, std::span<std::vector<std::uint64_t>> of_members) {
    const std::vector<std::span<std::uint64_t>> words(of_members.begin(), of_members.end());
    transport.allreduce_or(words);
}

/// The step of the coordinates: one small reduction over a dense range, else one and a gathering.
template <class V, class K, class R>
Verdict check_coordinates(Transport& transport, std::span<const CheckInput<V, K, R>> members,
                          std::span<const Survey> surveys, bool copies_agree) {
    if (!copies_agree)
        return {"coordinates", Status::not_applicable, "not comparable: the ranks' copies differ"};
    const std::span<const Entry<R, K>> result = members.front().result;
    if (const std::uint64_t disorder = surveys.front().disorder; disorder != result.size())
        return {"coordinates", Status::failed, "not strictly increasing at pair " + std::to_string(disorder)};

    std::vector<std::vector<std::uint64_t>> marks(members.size());
    if constexpr (Addressable<K>) {
        CoordinateRange range;
        for (const Survey& survey : surveys) range.include(survey.range);
        if (range.dense(result.size())) {
            for (std::size_t i = 0; i < members.size(); ++i) {
                marks[i].resize(range.words());
                mark_by_address(*members[i].inputs, range, std::span(marks[i]));
            }
            merge_marks(transport, marks);
            return judge_coordinates(
                compare_by_address(std::span<const std::uint64_t>(marks.front()), range, result));
        }
    }
    std::vector<Bytes> missing;
    for (std::size_t i = 0; i < members.size(); ++i) {
        marks[i].resize(result.size() / 64 + 1);
        missing.push_back(pack(mark_by_order(*members[i].inputs, members[i].result, std::span(marks[i]))));
    }
    merge_marks(transport, marks);
    std::vector<WrongCoordinates<K>> of_ranks;
    for (const Bytes& bytes : transport.allgather(missing)) of_ranks.push_back(unpack<K>(bytes));
    CoordinateFaults<K> faults = join_missing(std::span<const WrongCoordinates<K>>(of_ranks));
    faults.extra = unmarked(std::span<const std::uint64_t>(marks.front()), result);
    return judge_coordinates(faults);
}

/// The step of the fingerprint: all ranks' evidence of sums. Where copies agree each rank sums up its share
/// of its own copy; where they differ, the whole of it.
template <class V, class K, class R>
std::vector<FingerprintEvidence> fingerprint_evidence(Transport& transport,
                                                      std::span<const CheckInput<V, K, R>> members,
                                                      bool copies_agree, bool non_finite, std::size_t ranks,
                                                      std::uint64_t seed) {
    std::vector<NonFinite<K>> special(members.size());
    if (non_finite) {
        std::vector<std::span<std::uint64_t>> words;
        for (std::size_t i = 0; i < members.size(); ++i) {
            special[i] = NonFinite<K>(members[i].result);
            special[i].note(*members[i].inputs);
            words.push_back(special[i].words());
        }
        transport.allreduce_or(words);
    }
    std::vector<FingerprintEvidence> evidence;
    Sketch sketch;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto& [inputs, result, remainders] = members[i];
        FingerprintEvidence& mine = evidence.emplace_back();
        add_inputs(sketch, *inputs, special[i], seed);
        mine.expected = sketch.total();
        mine.non_finite_wrong = sketch.saw_non_finite() || !special[i].right();
        sketch.clear();
        if (remainders) {
            mine.expected = mine.expected - remainders->total();
            mine.rounding_wrong = !remainders->right();
        }
        const auto rank = static_cast<std::size_t>(transport.members()[i]);
        const Share share = copies_agree ? share_of(result.size(), rank, ranks) : Share{0, result.size()};
        add_result(sketch, result.subspan(share.first, share.last - share.first), special[i], seed);
        mine.actual = sketch.total();
        sketch.clear();
    }
    return gather(transport, evidence);
}

/// Checks a result: agreement, coordinates, fingerprint, in this order.
///
/// Nothing here shares code with the reduction. Verdicts come from the evidence of all ranks and are the same
/// on every rank, but for the times. `claims_sum` says that the values are to be sums by coordinate; without
/// it the fingerprint is not applicable. All ranks give the same `claims_sum` and `seed`.
///
/// **Collective** over all ranks. **Cost** a few small gatherings, and one reduction of a few bits a pair.
template <class V, class K, class R>
std::vector<Verdict> run_checks(Transport& transport, std::span<const CheckInput<V, K, R>> members,
                                bool claims_sum, std::uint64_t seed) {
    using Clock = std::chrono::steady_clock;
    double seconds[3] = {};
    auto last = Clock::now();
    const auto spent_on = [&](int check) {
        const auto now = Clock::now();
        seconds[check] += std::chrono::duration<double>(now - last).count();
        last = now;
    };

    std::vector<Survey> mine(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) mine[i].copy = copy_evidence(members[i].result, seed);
    spent_on(0);
    for (std::size_t i = 0; i < members.size(); ++i) {
        mine[i].disorder = first_disorder(members[i].result);
        mine[i].range = range_of(*members[i].inputs, members[i].result);
    }
    spent_on(1);
    for (std::size_t i = 0; i < members.size(); ++i) mine[i].non_finite = !all_finite(members[i].result);
    spent_on(2);
    const std::vector<Survey> surveys = gather(transport, mine);
    std::vector<CopyEvidence> copies;
    bool non_finite = false;
    for (const Survey& survey : surveys) {
        copies.push_back(survey.copy);
        non_finite = non_finite || survey.non_finite;
    }
    const bool agree = copies_agree(copies);
    spent_on(0);

    std::vector<Verdict> verdicts(1);
    verdicts.push_back(check_coordinates(transport, members, std::span<const Survey>(surveys), agree));
    spent_on(1);

    std::vector<Standing> standing;
    const auto not_applicable = [&](const char* reason) {
        verdicts.push_back({"fingerprint", Status::not_applicable, reason});
    };
    if constexpr (Sketchable<V> && Sketchable<R>) {
        if (!claims_sum) {
            not_applicable("the values aren't claimed to be sums");
        } else if (!agree && non_finite) {
            not_applicable("not comparable: the ranks' copies differ and hold a NaN or an infinity");
        } else {
            const auto evidence =
                fingerprint_evidence(transport, members, agree, non_finite, surveys.size(), seed);
            verdicts.push_back(judge_fingerprint(evidence, agree));
            if (!agree) standing = standings(evidence);
        }
    } else {
        not_applicable("values of this type have no sums in numbers (see add_to_sketch)");
    }
    spent_on(2);

    verdicts.front() = judge_agreement(copies, standing);
    std::size_t pairs = 0;
    for (const auto& member : members) {
        pairs += member.result.size();
        for (const auto& list : *member.inputs) pairs += list.size();
    }
    for (std::size_t check = 0; check < 3; ++check) {
        verdicts[check].seconds = seconds[check];
        verdicts[check].ns_per_pair = pairs == 0 ? 0 : seconds[check] * 1e9 / static_cast<double>(pairs);
    }
    return verdicts;
}

}  // namespace collective
