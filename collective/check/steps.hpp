#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "collective/check/by_address.hpp"
#include "collective/check/by_order.hpp"
#include "collective/check/coordinates.hpp"
#include "collective/check/fingerprint.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/plain_sums.hpp"
#include "collective/check/remainders.hpp"
#include "collective/check/share.hpp"
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
    for (const Bytes& block : transport.allgather(blocks))
        std::memcpy(static_cast<void*>(&all.emplace_back()), block.data(), sizeof(T));
    return all;
}

/// A member's share of `count` things.
inline Share share_of_member(const Transport& transport, std::size_t member, std::size_t count) {
    return share_of(count, static_cast<std::size_t>(transport.members()[member]),
                    static_cast<std::size_t>(transport.topology().ranks()));
}

/// The bitwise or over ranks of each member's words.
inline void merge_marks(Transport& transport, std::vector<std::vector<std::uint64_t>>& of_members) {
    const std::vector<std::span<std::uint64_t>> words(of_members.begin(), of_members.end());
    transport.allreduce_or(words);
}

/// The wrong coordinates of a result with a dense range, the same on all ranks; none where inputs lie beyond
/// it. **Collective** over all ranks.
template <class V, Addressable K, class R>
std::optional<CoordinateFaults<K>> faults_by_address(Transport& transport,
                                                     std::span<const CheckInput<V, K, R>> members,
                                                     const CoordinateRange& range) {
    std::vector<std::vector<std::uint64_t>> bitmaps(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        bitmaps[i].resize(range.words() + 1);
        mark_by_address(*members[i].inputs, range, std::span(bitmaps[i]));
    }
    merge_marks(transport, bitmaps);
    if (bitmaps.front().back() != 0) return std::nullopt;

    std::vector<CoordinateFaults<K>> of_members;
    for (std::size_t i = 0; i < members.size(); ++i) {
        of_members.push_back(compare_by_address(std::span<const std::uint64_t>(bitmaps[i]), range,
                                                members[i].result,
                                                share_of_member(transport, i, range.words())));
    }
    CoordinateFaults<K> faults;
    for (const CoordinateFaults<K>& one : gather(transport, of_members)) faults.include(one);
    return faults;
}

/// Those of any result, the same on all ranks. **Collective** over all ranks.
template <class V, class K, class R>
CoordinateFaults<K> faults_by_order(Transport& transport, std::span<const CheckInput<V, K, R>> members) {
    const std::span<const Entry<R, K>> result = members.front().result;
    std::vector<std::vector<std::uint64_t>> marks(members.size());
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
    return faults;
}

/// The step of the coordinates, from what all ranks know: the place where the result, the same on all of
/// them, is out of order. **Collective** unless it can't tell.
template <class V, class K, class R>
Verdict check_coordinates(Transport& transport, std::span<const CheckInput<V, K, R>> members,
                          std::uint64_t disorder, bool copies_agree, const CoordinateNames* names) {
    if (!copies_agree)
        return {"coordinates", Status::not_applicable, "not comparable: the ranks' copies differ"};
    const std::span<const Entry<R, K>> result = members.front().result;
    if (disorder != result.size())
        return {"coordinates", Status::failed, "not strictly increasing at pair " + std::to_string(disorder)};

    if constexpr (Addressable<K>) {
        if (const CoordinateRange range = range_of(result); range.dense(result.size())) {
            if (const auto faults = faults_by_address(transport, members, range))
                return judge_coordinates(*faults, names);
        }
    }
    return judge_coordinates(faults_by_order(transport, members), names);
}

/// Whether some rank's copy holds a NaN or an infinity. **Collective** over all ranks.
template <class V, class K, class R>
bool any_non_finite(Transport& transport, std::span<const CheckInput<V, K, R>> members) {
    std::vector<std::uint8_t> of_members;
    for (const auto& member : members) of_members.push_back(all_finite(member.result) ? 0 : 1);
    const auto of_ranks = gather(transport, of_members);
    return std::find(of_ranks.begin(), of_ranks.end(), 1) != of_ranks.end();
}

/// What the values of a result are claimed to be: sums, or sums over the number of workers that contribute.
enum class Claimed { neither, sums, means };

/// The step of the fingerprint: all ranks' evidence of sums. Where copies agree each rank sums up its share
/// of its own copy; where they differ, the whole of it. `non_finite`: some rank's copy isn't all finite.
/// **Collective** over all ranks.
template <class V, class K, class R, class Worth>
std::vector<FingerprintEvidence> fingerprint_evidence(Transport& transport,
                                                      std::span<const CheckInput<V, K, R>> members,
                                                      bool copies_agree, bool non_finite, std::uint64_t seed,
                                                      Claimed claimed, const Worth& worth) {
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
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto& [inputs, result, remainders] = members[i];
        FingerprintEvidence& mine = evidence.emplace_back();
        Sketch from_inputs, from_result;
        add_inputs(from_inputs, *inputs, special[i], seed, worth);
        if (claimed == Claimed::means) add_contributors(from_inputs, *inputs, special[i], seed);
        mine.expected = from_inputs.total();
        mine.non_finite_wrong = from_inputs.saw_non_finite() || !special[i].right();
        if (remainders) {
            mine.expected = mine.expected - remainders->total();
            mine.rounding_wrong = !remainders->right();
        }
        const Share share =
            copies_agree ? share_of_member(transport, i, result.size()) : Share{0, result.size()};
        add_result(from_result, part(result, share), special[i], seed);
        mine.actual = from_result.total();
    }
    return gather(transport, evidence);
}

/// The step of the fingerprint where sums are plain. **Collective** unless it can't tell.
template <class V, class K>
Verdict check_plain_sums(Transport& transport, std::span<const CheckInput<V, K, V>> members,
                         bool copies_agree, bool non_finite, std::uint64_t seed) {
    constexpr auto no_verdict = Status::not_applicable;
    if (!copies_agree) return {"fingerprint", no_verdict, "not comparable: the ranks' copies differ"};
    if (non_finite)
        return {"fingerprint", no_verdict, "plain sums that hold a NaN or an infinity have no bound"};
    std::vector<PlainEvidence> evidence;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const std::span<const Entry<V, K>> result = members[i].result;
        const Share share = share_of_member(transport, i, result.size());
        evidence.push_back(plain_evidence(*members[i].inputs, part(result, share), seed));
    }
    return judge_plain_sums(gather(transport, evidence), std::numeric_limits<V>::epsilon() / 2);
}

}  // namespace collective
