#pragma once

#include <span>
#include <string>

namespace collective {

/// "rank 3", "ranks 1 and 2", "ranks 0, 4 and 7"; of more than eight the first seven and how many more.
std::string ranks_text(std::span<const int> ranks);

}  // namespace collective
