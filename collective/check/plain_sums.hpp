#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "collective/check/canonical.hpp"
#include "collective/check/fingerprint.hpp"
#include "collective/entry.hpp"
#include "collective/result.hpp"

namespace collective {

/// Floats, each worth itself, of which the claim is a plain sum: every addition may have rounded.
struct PlainWorth {
    template <std::floating_point V>
    const V& operator()(const V& value) const {
        return value;
    }
};

/// A sum whose error is that of its own last rounding, about: what each addition rounds off is added up too.
/// **Source** Neumaier, 'Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen' (1974).
class CompensatedSum {
  public:
    void add(long double term) {
        static_assert(std::numeric_limits<long double>::digits >= 64,
                      "the sums of doubles are to be known better than doubles tell them");
        const long double sum = sum_ + term;
        const bool larger = std::abs(sum_) >= std::abs(term);
        lost_ += larger ? (sum_ - sum) + term : (term - sum) + sum_;
        sum_ = sum;
    }
    long double total() const { return sum_ + lost_; }

  private:
    long double sum_ = 0, lost_ = 0;
};

/// What one rank says of plain sums. They can't equal the sums of the inputs; but over all ranks the sums of
/// weight(coordinate) * value over the inputs and over the result can't be further apart than additions
/// round.
struct PlainEvidence {
    long double expected;    ///< over the rank's inputs
    long double actual;      ///< over its share of the result
    long double magnitudes;  ///< as `expected`, of absolute values
    long double unweighted;  ///< the same without weights
    std::int64_t repeats;    ///< how often the inputs have the coordinate that they have most often
};

/// From 1/2 to below 1, by the fingerprint's hash: no coordinate's error is lost, and of two that change
/// places the weights differ.
template <class K>
double weight(const K& coordinate, std::uint64_t seed) {
    return 0.5 + std::ldexp(static_cast<double>(multiplier(coordinate, seed) >> 9), -53);
}

/// How often the coordinate occurs that occurs most often. **Cost** a sort.
template <class V, class K>
std::int64_t most_repeats(const Lists<V, K>& inputs) {
    std::vector<const K*> sorted;
    for (const auto& list : inputs)
        for (const auto& pair : list) sorted.push_back(&pair.coordinate);
    std::sort(sorted.begin(), sorted.end(), [](const K* a, const K* b) { return *a < *b; });
    std::ptrdiff_t most = 0;
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto next = std::find_if(first, sorted.end(), [&](const K* other) { return **first < *other; });
        most = std::max(most, next - first);
        first = next;
    }
    return most;
}

template <class V, class K>
PlainEvidence plain_evidence(const Lists<V, K>& inputs, std::span<const Entry<V, K>> share_of_result,
                             std::uint64_t seed) {
    CompensatedSum expected, actual;
    long double magnitudes = 0, unweighted = 0;
    for (const auto& list : inputs)
        for (const auto& [coordinate, value] : list) {
            const long double term = static_cast<long double>(weight(coordinate, seed)) * value;
            expected.add(term);
            magnitudes += std::abs(term);
            unweighted += std::abs(static_cast<long double>(value));
        }
    for (const auto& [coordinate, value] : share_of_result)
        actual.add(static_cast<long double>(weight(coordinate, seed)) * value);
    return {expected.total(), actual.total(), magnitudes, unweighted, most_repeats(inputs)};
}

/// Whether the sums of all ranks are as near to one another as plain additions, each off by at most
/// `unit_roundoff` of its result, can't help but bring them. Says within what, if all weights were 1:
/// what is less may not be seen.
/// **Source** Higham, 'Accuracy and Stability of Numerical Algorithms' (2002), 4.2: in any order of additions
/// a sum of m terms is off by at most (m - 1) u times the sum of their magnitudes; that this needs no term
/// of second order: Jeannerod and Rump, 'Improved error bounds for inner products in floating-point
/// arithmetic' (2013).
Verdict judge_plain_sums(std::span<const PlainEvidence> evidence, double unit_roundoff);

}  // namespace collective
