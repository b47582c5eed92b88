#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collective/format/document.hpp"
#include "collective/format/output_file.hpp"

namespace collective {

/// One pair of a merged list as JSON, numbers as `append_number` spells them: a coordinate `5`, `[5,7]` or
/// `"apple"`, a value `0.5` or, of a row, `[0.5,1.0]`.
struct PairText {
    std::string coordinate, value;
};

/// A merged list, to be written.
struct PairTexts {
    std::size_t count;
    std::function<void(std::size_t i, PairText& text)> append;  ///< pair i's texts to two empty strings
    ValueHint hint = ValueHint::none;                           ///< of what type all values are

    /// Gives `visit` the text of each pair in turn.
    template <class Visit>
    void for_each(Visit&& visit) const {
        PairText text;
        for (std::size_t i = 0; i < count; ++i) {
            text.coordinate.clear();
            text.value.clear();
            append(i, text);
            visit(text);
        }
    }
};

/// The numbers of a tuple or a row, as texts; of anything else the whole.
std::vector<std::string_view> parts_of(std::string_view json);

/// The same as other programs read them: for the JSON texts `"NaN"`, `"Infinity"` and `"-Infinity"` stand
/// `nan`, `inf` and `-inf`.
std::vector<std::string_view> plain_parts_of(std::string_view json);

/// The pieces of text around a list's coordinates and values.
struct TextLayout {
    std::string_view head;                    ///< before everything
    std::string_view before, between, after;  ///< around the coordinate and the value of a pair
    std::string_view separator;               ///< between two pairs
    std::string_view tail;                    ///< after everything
    bool aligned;  ///< columns are as wide as their widest text, aligned right, and titled
};

/// Writes a list. Aligned layouts ask for every pair twice. **Throws** `OutputError`.
void write_pairs(OutputFile& file, const TextLayout& layout, const PairTexts& pairs);

}  // namespace collective
