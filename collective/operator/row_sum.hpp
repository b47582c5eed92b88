#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "collective/operator/exact.hpp"
#include "collective/operator/sum.hpp"
#include "collective/row.hpp"

namespace collective {

/// Finishes all columns of a coordinate's rows at once, if the operator has a way to; false if not, and
/// `values` then mean nothing.
template <class Operator, class P, class Value>
bool finish_at_once(const Operator&, std::span<const Row<P>>, std::span<Value>, std::vector<double>&) {
    return false;
}

/// Sums of floats, each column as two floats whose exact sum is that of its numbers. Where a column needs a
/// third, is not finite, or would be rounded twice, it can't: the loops have no branch, to do several columns
/// at a time.
template <std::floating_point V>
bool finish_at_once(const Sum&, std::span<const Row<Sum::Part<V>>> rows, std::span<V> values,
                    std::vector<double>& scratch) {
    const std::size_t width = values.size();
    std::uint64_t trouble = 0;
    const auto must_be_zero = [&trouble](double number) {
        trouble |= std::bit_cast<std::uint64_t>(number) << 1;
    };
    const Sum::Part<V>* const first = rows[0].data();
    if (rows.size() == 1) {
        for (std::size_t i = 0; i < width; ++i) {
            values[i] = static_cast<V>(first[i].value);
            must_be_zero(first[i].value - first[i].value);
        }
        return trouble == 0;
    }
    scratch.resize(2 * width);
    double* const high = scratch.data();
    double* const low = high + width;
    for (std::size_t i = 0; i < width; ++i) {
        high[i] = first[i].value;
        low[i] = 0;
    }
    for (const Row<Sum::Part<V>>& row : rows.subspan(1)) {
        const Sum::Part<V>* const next = row.data();
        for (std::size_t i = 0; i < width; ++i) {
            const auto [sum, error] = two_sum(high[i], next[i].value);
            const auto [rest, lost] = two_sum(low[i], error);
            high[i] = sum;
            low[i] = rest;
            must_be_zero(lost);
        }
    }
    for (std::size_t i = 0; i < width; ++i) {
        if constexpr (std::same_as<V, double>) {
            values[i] = low[i] == 0 ? high[i] : high[i] + low[i];  // -0 + 0 is no longer -0
        } else {
            values[i] = static_cast<V>(high[i]);
            must_be_zero(low[i]);
        }
    }
    return trouble == 0;
}

}  // namespace collective
