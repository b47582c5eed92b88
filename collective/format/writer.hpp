#pragma once

#include <cstddef>
#include <functional>
#include <span>
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

/// How a merged list is written: the pieces of text around its coordinates and values.
struct OutputFormat {
    std::string_view name, summary;
    std::string_view head;                    ///< before everything
    std::string_view before, between, after;  ///< around the coordinate and the value of a pair
    std::string_view separator;               ///< between two pairs
    std::string_view tail;                    ///< after everything
    bool titled;                              ///< a first row names the columns
    bool aligned;                             ///< columns are as wide as their widest text, aligned right
};

/// All output formats, a row each.
std::span<const OutputFormat> output_formats();

/// The format of that name, or nullptr.
const OutputFormat* find_output_format(std::string_view name);

/// Writes a list of `count` pairs. Aligned formats ask for every pair twice.
/// **Throws** `OutputError`, and whatever `pair` throws.
void write_pairs(OutputFile& file, const OutputFormat& format, std::size_t count, const PairSource& pair);

}  // namespace collective
