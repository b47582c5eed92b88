#pragma once

#include <span>
#include <utility>

#include "collective/entry.hpp"

namespace collective {

// An operator is a type with a name and three functions; `sum.hpp` and `last.hpp` are examples.
//
//     static constexpr std::string_view name;
//     static constexpr bool commutative;                 // false: contributions are combined in worker order
//     Partial lift(const V& value, Origin) const;        // what one contribution is worth
//     std::size_t combine(std::span<Partial>) const;     // shrinks the partials of one coordinate in place,
//                                                        // returns how many are left (at least one)
//     Value finish(std::span<const Partial>) const;      // makes the value; may throw InputError
//
// `combine` must be associative: it is called on any neighbouring contributions, in any grouping, and again
// on what it left. It may leave several partials where they don't fit into one.

template <class Operator, class V>
using PartialOf = decltype(std::declval<const Operator&>().lift(std::declval<const V&>(), Origin{}));

template <class Operator, class V>
using ValueOf =
    decltype(std::declval<const Operator&>().finish(std::declval<std::span<const PartialOf<Operator, V>>>()));

}  // namespace collective
