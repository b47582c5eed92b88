#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "collective/format/output_file.hpp"

namespace collective {

/// One pair of a merged list as text, numbers as `append_number` spells them.
struct PairText {
    std::string coordinate, value;
};

/// Appends pair i's texts to two empty strings.
using PairSource = std::function<void(std::size_t i, PairText& text)>;

/// Gives `visit` the text of each pair in turn.
template <class Visit>
void for_each_pair(std::size_t count, const PairSource& pair, Visit&& visit) {
    PairText text;
    for (std::size_t i = 0; i < count; ++i) {
        text.coordinate.clear();
        text.value.clear();
        pair(i, text);
        visit(text);
    }
}

/// The pieces of text around a list's coordinates and values.
struct TextLayout {
    std::string_view head;                    ///< before everything
    std::string_view before, between, after;  ///< around the coordinate and the value of a pair
    std::string_view separator;               ///< between two pairs
    std::string_view tail;                    ///< after everything
    bool titled;                              ///< a first row names the columns
    bool aligned;                             ///< columns are as wide as their widest text, aligned right
};

/// Writes a list of `count` pairs. Aligned layouts ask for every pair twice.
/// **Throws** `OutputError`, and whatever `pair` throws.
void write_pairs(OutputFile& file, const TextLayout& layout, std::size_t count, const PairSource& pair);

}  // namespace collective
