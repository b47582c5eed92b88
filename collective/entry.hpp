#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace collective {

/// One pair: what a worker contributes to one coordinate. A list of them comes in any order, repeats allowed.
///
/// `V` and `K` that are trivially copyable travel as they are; any other type travels through
/// Boost.Serialization and needs a `serialize` for it.
template <class V, class K = std::int64_t>
struct Entry {
    K coordinate;
    V value;

    friend bool operator==(const Entry&, const Entry&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& coordinate& value;
    }
};

/// Where a pair comes from. Origins are ordered: an earlier worker first, inside a worker an earlier pair
/// first.
struct Origin {
    /// rank * 2^32 + its place among the rank's workers: no rank need ask another for it.
    std::int64_t worker;
    std::int64_t index;  ///< in that worker's list

    friend auto operator<=>(const Origin&, const Origin&) = default;
};

/// The lists of the workers that one rank holds, in worker order.
template <class V, class K = std::int64_t>
using Lists = std::vector<std::span<const Entry<V, K>>>;

}  // namespace collective
