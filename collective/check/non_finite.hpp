#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"

namespace collective {

template <class V>
[[gnu::always_inline]] inline bool is_finite(const V& value) {
    if constexpr (std::floating_point<V>)
        return std::isfinite(value);
    else
        return true;
}

/// An infinity becomes the largest number of its sign.
template <std::floating_point R>
R nearest_finite(R value) {
    return std::isinf(value) ? std::copysign(std::numeric_limits<R>::max(), value) : value;
}

template <class R, class K>
bool all_finite(std::span<const Entry<R, K>> pairs) {
    if constexpr (!std::floating_point<NumberOf<R>>) return true;
    return std::all_of(pairs.begin(), pairs.end(), [](const auto& pair) {
        bool all = true;
        for_each_number(pair.value, [&](std::size_t, const auto& number) { all = all && is_finite(number); });
        return all;
    });
}

/// The coordinates, and columns of rows, whose result is a NaN or an infinity. No sum tells whether it is
/// right, so for each of them the ranks note what their inputs hold there: a NaN, a +infinity, a -infinity.
/// The notes are OR-ed over the ranks, and the rules of IEEE 754 follow from them.
template <class K>
class NonFinite {
  public:
    NonFinite() = default;

    template <class R>
    explicit NonFinite(std::span<const Entry<R, K>> copy) {
        for (const auto& [coordinate, value] : copy)
            for_each_number(value, [&, &at = coordinate](std::size_t column, const auto& number) {
                if (!is_finite(number)) found_.push_back({&at, column, kind(number)});
            });
        std::stable_sort(found_.begin(), found_.end(), comes_before);
        notes_.resize((found_.size() + per_word - 1) / per_word);
    }

    bool empty() const { return found_.empty(); }

    template <class V>
    void note(const Lists<V, K>& inputs) {
        for (const auto& list : inputs)
            for (const auto& [coordinate, value] : list)
                for_each_number(value, [&, &at = coordinate](std::size_t column, const auto& number) {
                    if (is_finite(number)) return;
                    if (const auto i = index(at, column))
                        notes_[*i / per_word] |= kind(number) << bits * (*i % per_word);
                });
    }

    /// The notes as words, to be OR-ed over the ranks.
    std::span<std::uint64_t> words() { return notes_; }

    /// The number takes no part in the sums. (An infinity from finite inputs does: a sum too large.)
    bool leaves_out(const K& coordinate, std::size_t column = 0) const {
        const auto i = index(coordinate, column);
        return i && seen(*i) != 0;
    }

    /// Every such result is what was seen: a NaN from a NaN or from both infinities, else the infinity.
    bool right() const {
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const std::uint64_t seen_here = seen(i);
            const bool makes_nan = seen_here & nan || seen_here == (plus | minus);
            const std::uint64_t expected = makes_nan ? nan : seen_here;
            const bool too_large = seen_here == 0 && found_[i].kind != nan;
            if (found_[i].kind != expected && !too_large) return false;
        }
        return true;
    }

  private:
    static constexpr std::uint64_t nan = 1, plus = 2, minus = 4;
    static constexpr std::size_t bits = 4, per_word = 16;

    struct Found {
        const K* coordinate;
        std::size_t column;
        std::uint64_t kind;
    };
    static bool comes_before(const Found& a, const Found& b) {
        if (*a.coordinate < *b.coordinate) return true;
        return !(*b.coordinate < *a.coordinate) && a.column < b.column;
    }

    template <class V>
    static std::uint64_t kind(const V& value) {
        if constexpr (std::floating_point<V>) return std::isnan(value) ? nan : value > 0 ? plus : minus;
        return 0;
    }

    std::uint64_t seen(std::size_t i) const { return notes_[i / per_word] >> bits * (i % per_word) & 7; }

    std::optional<std::size_t> index(const K& coordinate, std::size_t column) const {
        const Found sought{&coordinate, column, 0};
        const auto at = std::lower_bound(found_.begin(), found_.end(), sought, comes_before);
        if (at == found_.end() || comes_before(sought, *at)) return std::nullopt;
        return static_cast<std::size_t>(at - found_.begin());
    }

    std::vector<Found> found_;
    std::vector<std::uint64_t> notes_;
};

}  // namespace collective
