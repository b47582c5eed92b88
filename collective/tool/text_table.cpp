#include "collective/tool/text_table.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace collective::tool {
namespace {

/// Columns that a terminal shows: bytes without the continuation of UTF-8 characters and without colours.
std::size_t width(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b') {
            i = std::min(text.find('m', i), text.size());
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) {
            ++columns;
        }
    }
    return columns;
}

}  // namespace

std::string TextTable::text() const {
    std::vector<std::size_t> widths(alignment_.size());
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string all;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            if (i > 0) line += "  ";
            line += alignment_[i] == 'r' ? padding + row[i] : row[i] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += line + "\n";
    }
    return all;
}

std::string painted(std::string text, int colour, bool on) {
    return on ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : text;
}

}  // namespace collective::tool
