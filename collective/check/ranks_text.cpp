#include "collective/check/ranks_text.hpp"

namespace collective {

std::string ranks_text(std::span<const int> ranks) {
    if (ranks.size() == 1) return "rank " + std::to_string(ranks.front());
    const std::size_t named = ranks.size() <= 8 ? ranks.size() - 1 : 7;
    std::string text = "ranks ";
    for (std::size_t i = 0; i < named; ++i) {
        if (i > 0) text += ", ";
        text += std::to_string(ranks[i]);
    }
    text += " and ";
    return text +
           (ranks.size() <= 8 ? std::to_string(ranks.back()) : std::to_string(ranks.size() - 7) + " more");
}

}  // namespace collective
