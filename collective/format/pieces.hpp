#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>

namespace collective {

/// Lets go of the memory of a text that can be read again; empty: there is none.
using Release = std::function<void()>;

/// How much of a text is looked at between two releases.
inline constexpr std::size_t piece_bytes = std::size_t{1} << 22;

/// How often a character is in a text.
inline std::size_t count_in(std::string_view text, char wanted, const Release& release) {
    std::size_t count = 0;
    for (; !text.empty(); text.remove_prefix(std::min(piece_bytes, text.size()))) {
        const std::string_view piece = text.substr(0, piece_bytes);
        count += static_cast<std::size_t>(std::count(piece.begin(), piece.end(), wanted));
        if (release) release();
    }
    return count;
}

/// Where the line that goes on at `from` ends: at a line feed or at the end of the text.
inline std::size_t line_end(std::string_view text, std::size_t from, const Release& release) {
    for (std::size_t at = from; at < text.size(); at += piece_bytes) {
        const std::size_t feed = text.substr(at, piece_bytes).find('\n');
        if (feed != std::string_view::npos) return at + feed;
        if (release) release();
    }
    return text.size();
}

}  // namespace collective
