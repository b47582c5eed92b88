#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"
#include "collective/tool/arguments.hpp"

namespace collective::tool {

struct DistributionRow {
    std::string_view name, meaning;
};

/// How coordinates are drawn, a row each.
std::span<const DistributionRow> distribution_rows();

/// A distribution as the command line names it, `zipf` with its exponent: `zipf:1.1`.
struct Distribution {
    std::string_view name;
    double exponent = 0;
};

/// **Throws** UsageError.
Distribution read_distribution(const std::string& text);

/// Sizes as the command line names them: `N`, or `MIN:MAX:FACTOR` (the factor 10 unless said).
/// **Throws** UsageError.
std::vector<std::int64_t> read_sizes(const std::string& text);

/// Pairs, with the numbers that their rows, if they have some, lie in.
template <class V>
struct Drawn {
    std::vector<Entry<V>> pairs;
    std::vector<NumberOf<V>> numbers;
};

/// One rank's pairs: the same for the same arguments. `values` are `small`, multiples of 2^-10 (float64) or
/// 1 (int64) whose sums are exact in any order; or of float64 `ordinary`, from -1 to 1, or `wild`, of
/// exponents from -300 to 299, alike.
template <class V>
Drawn<V> draw_pairs(const BenchArguments& bench, std::int64_t pairs, int rank, int ranks);

}  // namespace collective::tool
