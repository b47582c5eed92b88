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
#include "collective/row.hpp"

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
        for (const auto& pair : list)
            for_each_number(pair.value, [&, h = multiplier(pair.coordinate, seed)](std::size_t column,
                                                                                   const auto& number) {
                if (special.empty() || !special.leaves_out(pair.coordinate, column))
                    add_value(sketch, column_multiplier(h, column), worth(number));
            });
}

/// The columns of a list's pairs: 1 where they hold no rows.
template <class V, class K>
std::size_t width_of(std::span<const Entry<V, K>> list) {
    if constexpr (is_row<V>) return list.empty() ? 0 : list[0].value.size();
    return 1;
}

/// Counts into the sketch, for each coordinate and column, the workers that contribute to it. A list is a
/// worker's.
/// **Cost** a sort of the coordinates of each list, unless sorted.
template <class V, class K>
void add_contributors(Sketch& sketch, const Lists<V, K>& inputs, const NonFinite<K>& special,
                      std::uint64_t seed) {
    for (const std::span<const Entry<V, K>> list : inputs) {
        const std::size_t width = width_of(list);
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
            if (repeat) continue;
            const std::uint64_t h = contributor_multiplier(*coordinate, seed);
            for (std::size_t column = 0; column < width; ++column) {
                if (!special.empty() && special.leaves_out(*coordinate, column)) continue;
                sketch.add(column_multiplier(h, column), std::int64_t{1});
            }
        }
    }
}

/// Adds result pairs to the sketch. An infinity from finite inputs counts as the largest number, or it could
/// be exchanged for a 0; those that `special` leaves out, and a NaN, count as 0.
template <class R, class K>
void add_result(Sketch& sketch, std::span<const Entry<R, K>> pairs, const NonFinite<K>& special,
                std::uint64_t seed) {
    for (const auto& pair : pairs) {
        for_each_number(pair.value,
                        [&, h = multiplier(pair.coordinate, seed)](std::size_t column, const auto& number) {
                            if (is_finite(number)) {
                                add_value(sketch, column_multiplier(h, column), number);
                            } else if constexpr (std::floating_point<NumberOf<R>>) {
                                if (!std::isnan(number) && !special.leaves_out(pair.coordinate, column)) {
                                    add_value(sketch, column_multiplier(h, column), nearest_finite(number));
                                }
                            }
                        });
    }
}

}  // namespace collective
