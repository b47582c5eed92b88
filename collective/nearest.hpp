#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace collective {

/// The error for a name that is in no table: the nearest that is, and the full list.
inline std::string unknown_name(std::string_view kind, std::string_view name,
                                std::span<const std::string_view> known) {
    const auto distance = [](std::string_view a, std::string_view b) {  // Levenshtein's
        std::vector<std::size_t> row(b.size() + 1);
        for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
        for (std::size_t i = 1; i <= a.size(); ++i) {
            std::size_t diagonal = row[0]++;
            for (std::size_t j = 1; j <= b.size(); ++j) {
                const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
            }
        }
        return row[b.size()];
    };
    std::string text = "unknown " + std::string(kind) + " '" + std::string(name) + "'";
    const auto nearest = std::min_element(
        known.begin(), known.end(),
        [&](std::string_view a, std::string_view b) { return distance(name, a) < distance(name, b); });
    if (nearest != known.end() && distance(name, *nearest) <= std::max<std::size_t>(2, name.size() / 2)) {
        text += ": did you mean " + std::string(*nearest) + "?";
    }
    text += " (known:";
    for (std::string_view one : known) text += " " + std::string(one);
    return text + ")";
}

}  // namespace collective
