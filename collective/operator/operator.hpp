#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"

namespace collective {

// An operator is a type with a name and three functions; `count.hpp` and `last.hpp` are examples.
//
//     static constexpr std::string_view name;
//     static constexpr bool commutative;                 // false: contributions are combined in worker order
//     Partial lift(const V& value, Origin) const;        // what one contribution is worth
//     std::size_t combine(std::span<Partial>) const;     // shrinks the partials of one coordinate in place,
//                                                        // returns how many are left (at least one)
//     Value finish(std::span<const Partial>) const;      // makes the value; may throw InputError
//
// `combine` must be associative: it is called on any neighbouring contributions, in any grouping, and again
// on what it left; never on one alone. It may leave several partials where they don't fit into one.
//
// Commutative or not, what one rank contributes to a coordinate is combined in list order, side by side: only
// ranks as a whole change places. A rank holds whole workers, so contributions of one worker always stand
// next to each other. (`mean` counts workers by that.)
//
// It may have more:
//
//     static auto worth(const V&);                       // the value is the sum of what contributions are
//                                                        // worth: then the fingerprint can check it;
//     Quotient quotient(std::span<const Partial>) const; // or that sum, as doubles, over what divides it,
//     std::int64_t divisor(std::int64_t workers) const;  // which this tells, or 0: those who contribute
//     static constexpr bool rounds_each_addition = true; // or the sum of the floats themselves, each
//                                                        // addition rounded: then within that bound;
//     std::string_view setting() const;                  // what the caller set: all ranks must set it alike
//     void begin(std::int64_t workers);                  // called on every rank before the first `finish`,
//                                                        // with the number of workers of all ranks
//     static Partial nothing(const Partial&);            // what changes nothing where it stands beside it
//
// To rows an operator applies column by column.

template <class Operator, class V>
struct OperatorOn {
    using Partial = decltype(std::declval<const Operator&>().lift(std::declval<const V&>(), Origin{}));
    using Value = decltype(std::declval<const Operator&>().finish(std::declval<std::span<const Partial>>()));
};
template <class Operator, class V>
struct OperatorOn<Operator, Row<V>> {
    using Partial = Row<typename OperatorOn<Operator, V>::Partial>;
    using Value = Row<typename OperatorOn<Operator, V>::Value>;
};

template <class Operator, class V>
using PartialOf = typename OperatorOn<Operator, V>::Partial;

template <class Operator, class V>
using ValueOf = typename OperatorOn<Operator, V>::Value;

/// A sum, exactly, and what it is divided by.
struct Quotient {
    std::vector<double> terms;
    std::int64_t divisor;
};

/// Its values are sums, or quotients of them, so that the fingerprint can check them.
template <class Operator, class V>
concept IsSum = requires(const V& value) {
    Operator::worth(value);
};

/// Its values are sums of floats that are added plainly.
template <class Operator>
concept IsPlainSum = requires {
    requires Operator::rounds_each_addition;
};

/// Its values are sums that something divides.
template <class Operator>
concept HasDivisor = requires(const Operator& op) {
    op.divisor(std::int64_t{});
};

/// What a contribution is worth to the values that `Claim` claims to compute.
template <class Claim>
struct WorthTo {
    template <class V>
    decltype(auto) operator()(const V& value) const {
        return Claim::worth(value);
    }
};

}  // namespace collective
