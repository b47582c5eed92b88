#pragma once

#include <string>

#include "collective/schedule/picture.hpp"

namespace collective::tool {

/// As many ranks as fit side by side into a terminal.
inline constexpr int most_ranks_drawn = 8;

/// The rounds of a picture drawn: a column for each rank, an arrow for each transfer, in colours of the
/// terminal.
std::string drawing(const Picture& picture, const Topology& topology);

}  // namespace collective::tool
