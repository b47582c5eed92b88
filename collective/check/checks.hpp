#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "collective/check/agreement.hpp"
#include "collective/check/coordinates.hpp"
#include "collective/check/fingerprint.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/plain_sums.hpp"
#include "collective/check/steps.hpp"
#include "collective/result.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What a rank tells the others first. From it all of them take the same steps, whatever their own data.
/// Where copies agree, it is enough that each rank looks at a share of its own.
struct Survey {
    CopyEvidence copy;
    std::uint64_t disorder;  ///< see `first_disorder`; of the rank's share
    bool non_finite;         ///< the rank's share holds a NaN or an infinity
};

/// Times the three checks in turn.
class Stopwatch {
  public:
    /// All since the last call was for this check (0, 1, 2).
    void spent_on(std::size_t check) {
        const auto now = Clock::now();
        seconds_[check] += std::chrono::duration<double>(now - last_).count();
        last_ = now;
    }
    double seconds(std::size_t check) const { return seconds_[check]; }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
    double seconds_[3] = {};
};

/// Checks a result: agreement, coordinates, fingerprint, in this order.
///
/// Nothing here shares code with the reduction. Verdicts come from the evidence of all ranks and are the same
/// on every rank, but for the times. `claimed` says what the values are to be; the fingerprint serves
/// sums and means. `worth` makes of a contribution what is summed: itself, unless said; `PlainWorth` tells
/// that additions round, and what is within that bound passes. All ranks give the same `claimed`, `seed` and
/// `worth`. `names` call the coordinates that are int64 in messages.
///
/// **Collective** over all ranks. **Cost** a few small gatherings, and one reduction of some bits a pair.
template <class V, class K, class R, class Worth = std::identity>
std::vector<Verdict> run_checks(Transport& transport, std::span<const CheckInput<V, K, R>> members,
                                Claimed claimed, std::uint64_t seed, const Worth& worth = {},
                                const CoordinateNames* names = nullptr) {
    enum : std::size_t { agreement, coordinates, fingerprint };
    Stopwatch watch;

    std::vector<Survey> mine(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) mine[i].copy = copy_evidence(members[i].result, seed);
    watch.spent_on(agreement);
    const auto share = [&](std::size_t i) { return share_of_member(transport, i, members[i].result.size()); };
    for (std::size_t i = 0; i < members.size(); ++i)
        mine[i].disorder = first_disorder(members[i].result, share(i));
    watch.spent_on(coordinates);
    for (std::size_t i = 0; i < members.size(); ++i)
        mine[i].non_finite = !all_finite(part(members[i].result, share(i)));
    watch.spent_on(fingerprint);

    std::vector<CopyEvidence> copies;
    std::uint64_t disorder = members.front().result.size();
    bool non_finite = false;
    for (const Survey& survey : gather(transport, mine)) {
        copies.push_back(survey.copy);
        disorder = std::min(disorder, survey.disorder);
        non_finite = non_finite || survey.non_finite;
    }
    const bool agree = copies_agree(copies);
    if (!agree) non_finite = any_non_finite(transport, members);
    watch.spent_on(agreement);

    std::vector<Verdict> verdicts(3);
    verdicts[coordinates] = check_coordinates(transport, members, disorder, agree, names);
    watch.spent_on(coordinates);

    std::vector<Standing> standing;
    Verdict sums = {"fingerprint", Status::not_applicable, "values of this type have no sums in numbers"};
    using Summand = std::remove_cvref_t<std::invoke_result_t<const Worth&, const NumberOf<V>&>>;
    if constexpr (std::same_as<Worth, PlainWorth>) {
        sums = check_plain_sums(transport, members, agree, non_finite, seed);
    } else if constexpr (Sketchable<Summand> && Sketchable<NumberOf<R>>) {
        if (claimed == Claimed::neither) {
            sums.detail =
                "the values are claimed to be neither sums, nor means of floats or of integers of 64 bits";
        } else if (!agree && non_finite) {
            sums.detail = "not comparable: the ranks' copies differ and hold a NaN or an infinity";
        } else {
            const std::vector<FingerprintEvidence> evidence =
                fingerprint_evidence(transport, members, agree, non_finite, seed, claimed, worth);
            sums = judge_fingerprint(evidence, agree);
            if (!agree) standing = standings(evidence);
        }
    }
    verdicts[fingerprint] = sums;
    verdicts[agreement] = judge_agreement(copies, standing);
    watch.spent_on(fingerprint);

    std::size_t pairs = 0;
    for (const auto& member : members) {
        pairs += member.result.size();
        for (const auto& list : *member.inputs) pairs += list.size();
    }
    for (std::size_t check = 0; check < verdicts.size(); ++check) {
        verdicts[check].seconds = watch.seconds(check);
        if (pairs > 0) verdicts[check].ns_per_pair = watch.seconds(check) * 1e9 / static_cast<double>(pairs);
    }
    return verdicts;
}

}  // namespace collective
