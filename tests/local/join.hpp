#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace collective::testing {

/// Tells who contributed, in which order; combining joins the texts.
struct Join {
    std::size_t combine(std::span<std::string> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] += same[i];
        return 1;
    }
};

}  // namespace collective::testing
