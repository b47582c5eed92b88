#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "collective/check/canonical.hpp"
#include "collective/check/non_finite.hpp"
#include "collective/check/remainders.hpp"
#include "collective/check/sketch.hpp"
#include "collective/entry.hpp"
#include "collective/result.hpp"

namespace collective {

/// What one rank says for the fingerprint. The sums of all ranks must agree: *expected* is taken from the
/// inputs, *actual* from the rank's copy of the result, its share of it where all copies agree, else all of
/// it.
struct FingerprintEvidence {
    Residues expected;
    Residues actual;
    bool rounding_wrong = false;  ///< a published remainder isn't what correct rounding removes
    bool non_finite_wrong =
        false;  ///< a NaN or an infinity is lost from the inputs, or made up in the result
};

/// What the fingerprint says of one rank's copy.
enum class Standing { unknown, right, wrong };

/// Each rank's standing where the copies differ; unknown where the evidence itself is doubtful.
std::vector<Standing> standings(std::span<const FingerprintEvidence> evidence);

/// The sum over inputs of h(coordinate) * value equals the same sum over the result and what rounding
/// removed.
Verdict judge_fingerprint(std::span<const FingerprintEvidence> evidence, bool copies_agree);

/// Adds what a rank's inputs are worth to the sketch, without the coordinates that `special` leaves out.
template <class V, class K, class Worth = std::identity>
void add_inputs(Sketch& sketch, const Lists<V, K>& inputs, const NonFinite<K>& special, std::uint64_t seed,
                const Worth& worth = {}) {
    for (const std::span<const Entry<V, K>> list : inputs)
        for (const auto& [coordinate, value] : list)
            if (special.empty() || !special.leaves_out(coordinate))
                add_value(sketch, multiplier(coordinate, seed), worth(value));
}

/// Counts into the sketch, for each coordinate, the workers that contribute to it. A list is a worker's.
/// **Cost** a sort of the coordinates of each list, unless sorted.
template <class V, class K>
void add_contributors(Sketch& sketch, const Lists<V, K>& inputs, const NonFinite<K>& special,
                      std::uint64_t seed) {
    for (const std::span<const Entry<V, K>> list : inputs) {
        std::vector<const K*> sorted;
        sorted.reserve(list.size());
        for (const auto& pair : list) sorted.push_back(&pair.coordinate);
        const auto before = [](const K* a, const K* b) { return *a < *b; };
        if (!std::is_sorted(sorted.begin(), sorted.end(), before)) {
            std::sort(sorted.begin(), sorted.end(), before);
        }
        const K* previous = nullptr;
        for (const K* coordinate : sorted) {
            const bool repeat = previous != nullptr && !(*previous < *coordinate);
            previous = coordinate;
            if (repeat || (!special.empty() && special.leaves_out(*coordinate))) continue;
            sketch.add(contributor_multiplier(*coordinate, seed), std::int64_t{1});
        }
    }
}

/// Adds result pairs to the sketch. An infinity from finite inputs counts as the largest number, or it could
/// be exchanged for a 0; those that `special` leaves out, and a NaN, count as 0.
template <class R, class K>
void add_result(Sketch& sketch, std::span<const Entry<R, K>> pairs, const NonFinite<K>& special,
                std::uint64_t seed) {
    for (const auto& [coordinate, value] : pairs) {
        if (is_finite(value)) {
            add_value(sketch, multiplier(coordinate, seed), value);
        } else if constexpr (std::floating_point<R>) {
            if (!std::isnan(value) && !special.leaves_out(coordinate)) {
                add_value(sketch, multiplier(coordinate, seed), nearest_finite(value));
            }
        }
    }
}

}  // namespace collective
