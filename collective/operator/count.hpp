#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collective/entry.hpp"

namespace collective {

/// How many contributions there are, whatever their values.
struct Count {
    static constexpr std::string_view name = "count";
    static constexpr std::string_view meaning = "the number of contributions";
    static constexpr bool commutative = true;

    template <class V>
    static std::int64_t worth(const V&) {
        return 1;
    }

    template <class V>
    std::int64_t lift(const V& value, Origin) const {
        return worth(value);
    }

    std::size_t combine(std::span<std::int64_t> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] += same[i];
        return 1;
    }

    std::int64_t finish(std::span<const std::int64_t> same) const { return same[0]; }
};

}  // namespace collective
