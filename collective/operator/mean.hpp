#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "collective/entry.hpp"
#include "collective/operator/exact.hpp"
#include "collective/operator/integer_sum.hpp"
#include "collective/operator/operator.hpp"

namespace collective {

/// The mean over the workers that contribute: one with repeats counts once, and its repeats are added.
/// `Mean(Mean::Over::all)`: over all workers of the job, as if the others contributed 0.
///
/// The exact sum is divided and rounded once, to a double; of `float` to a float. Other types use `+=` and
/// `/ std::int64_t`.
struct Mean {
    static constexpr std::string_view name = "mean";
    static constexpr std::string_view meaning = "the mean over the workers that contribute, or over all";
    static constexpr bool commutative = true;

    enum class Over { contributors, all };
    Over over;

    explicit Mean(Over workers = Over::contributors) : over(workers) {}

    std::string_view setting() const { return over == Over::all ? "over-all" : ""; }
    void begin(std::int64_t workers) { workers_ = workers; }

    /// A part of a sum, and whose contributions are in it and in the parts that stand behind it: how many
    /// workers, and which come first and last. Of parts side by side the first tells for all.
    template <class V>
    struct Part {
        using Sum = std::conditional_t<std::floating_point<V>, double,
                                       std::conditional_t<Integer<V>, WideInteger<V>, V>>;
        Sum sum;
        std::int64_t workers, first, last;

        template <class Archive>
        void serialize(Archive& archive, unsigned /*version*/) {
            archive& sum& workers& first& last;
        }
    };

    template <class V>
    Part<V> lift(const V& value, Origin origin) const {
        return {static_cast<typename Part<V>::Sum>(value), 1, origin.worker, origin.worker};
    }

    template <class V>
    std::size_t combine(std::span<Part<V>> same) const {
        // One worker's contributions are neighbours, so two parts share at most the worker where they meet.
        Part<V>& all = same[0];
        for (const Part<V>& next : same.subspan(1)) {
            if (next.workers == 0) continue;
            all.workers += next.workers - (all.last == next.first ? 1 : 0);
            all.last = next.last;
        }
        const std::size_t left = add_up(same);
        for (Part<V>& behind : same.first(left).subspan(1)) behind.workers = 0;
        return left;
    }

    template <class V>
    requires(std::floating_point<V> || Integer<V>) static const V& worth(const V& value) { return value; }

    std::int64_t divisor(std::int64_t workers) const { return over == Over::all ? workers : 0; }

    template <class V>
    requires(std::floating_point<V> || Integer<V>) Quotient quotient(std::span<const Part<V>> same)
    const {
        Quotient quotient{{}, divided_by(same)};
        for (const Part<V>& part : same) append_exactly(part.sum, quotient.terms);
        return quotient;
    }

    template <class V>
    auto finish(std::span<const Part<V>> same) const {
        if constexpr (std::floating_point<V> || Integer<V>) {
            static_assert(!std::same_as<V, long double>, "means of long double are not exact: use double");
            const auto [terms, workers] = quotient(same);
            const auto divisor = static_cast<std::uint64_t>(workers);
            if constexpr (std::same_as<V, float>) {
                return round_to_float(terms, divisor);
            } else {
                return round_to_double(terms, divisor);
            }
        } else {
            return same[0].sum / divided_by(same);
        }
    }

  private:
    template <class V>
    std::int64_t divided_by(std::span<const Part<V>> same) const {
        return over == Over::all ? workers_ : same[0].workers;
    }

    static void append_exactly(double term, std::vector<double>& terms) { terms.push_back(term); }

    /// An integer in pieces of 32 bits, since not every one is a double.
    template <Integer Wide>
    static void append_exactly(Wide term, std::vector<double>& terms) {
        constexpr int digits = 32;
        for (int exponent = 0; static_cast<Wide>(term >> exponent) != 0; exponent += digits) {
            Wide piece = static_cast<Wide>(term >> exponent);
            const bool is_highest = exponent + digits == 8 * static_cast<int>(sizeof(Wide));
            if (!is_highest) piece &= 0xffffffff;
            terms.push_back(std::ldexp(static_cast<double>(piece), exponent));
            if (is_highest) break;
        }
        if (terms.empty()) terms.push_back(0);
    }

    template <class V>
    static std::size_t add_up(std::span<Part<V>> same) {
        if constexpr (std::floating_point<V> || Integer<V>) {
            using Number = typename Part<V>::Sum;
            std::array<Number, 16> few;
            std::vector<Number> many(same.size() > few.size() ? same.size() : 0);
            const std::span<Number> sums = many.empty() ? std::span(few).first(same.size()) : std::span(many);
            for (std::size_t i = 0; i < same.size(); ++i) sums[i] = same[i].sum;
            const std::size_t left = [&] {
                if constexpr (std::floating_point<V>) {
                    return compress(sums);
                } else {
                    return add_where_exact(sums);
                }
            }();
            for (std::size_t i = 0; i < left; ++i) same[i].sum = sums[i];
            return left;
        } else {
            for (const Part<V>& next : same.subspan(1)) same[0].sum += next.sum;
            return 1;
        }
    }

    std::int64_t workers_ = 0;
};

}  // namespace collective
