#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "collective/operator/placed.hpp"

namespace collective {

/// The last contribution in worker order; inside a worker, in list order.
struct Last {
    static constexpr std::string_view name = "last";
    static constexpr std::string_view meaning = "the last contribution in worker order";
    static constexpr bool commutative = true;

    template <class V>
    Placed<V> lift(const V& value, Origin origin) const {
        return {value, origin};
    }

    template <class V>
    std::size_t combine(std::span<Placed<V>> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) {
            if (same[0].origin < same[i].origin) same[0] = same[i];
        }
        return 1;
    }

    template <class V>
    V finish(std::span<const Placed<V>> same) const {
        return same[0].value;
    }
};

}  // namespace collective
