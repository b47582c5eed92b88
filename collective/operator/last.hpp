#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "collective/entry.hpp"

namespace collective {

/// The last contribution in worker order; inside a worker, in list order. It carries its origin, so
/// contributions may be combined in any order.
struct Last {
    static constexpr std::string_view name = "last";
    static constexpr bool commutative = true;

    template <class V>
    struct Latest {
        V value;
        Origin origin;

        template <class Archive>
        void serialize(Archive& archive, unsigned /*version*/) {
            archive& value& origin.worker& origin.index;
        }
    };

    template <class V>
    Latest<V> lift(const V& value, Origin origin) const {
        return {value, origin};
    }

    template <class V>
    std::size_t combine(std::span<Latest<V>> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) {
            if (same[0].origin < same[i].origin) same[0] = same[i];
        }
        return 1;
    }

    template <class V>
    V finish(std::span<const Latest<V>> same) const {
        return same[0].value;
    }
};

}  // namespace collective
