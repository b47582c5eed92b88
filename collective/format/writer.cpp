#include "collective/format/writer.hpp"

#include <algorithm>
#include <array>

namespace collective {

namespace {

constexpr std::array<OutputFormat, 3> formats{{
    {"json", "one line, [[coordinate, value], ...]", "[", "[", ",", "]", ",", "]\n", false, false},
    {"table", "aligned columns, for people", "", "", "  ", "\n", "", "", true, true},
    {"csv", "comma-separated values under a line of titles", "", "", ",", "\n", "", "", true, false},
}};

const PairText titles{"coordinate", "value"};

/// The least widths of the two columns.
struct Widths {
    std::size_t coordinate = 0, value = 0;

    void fit(const PairText& text) {
        coordinate = std::max(coordinate, text.coordinate.size());
        value = std::max(value, text.value.size());
    }
};

void append_column(std::string& line, std::string_view text, std::size_t width) {
    if (text.size() < width) line.append(width - text.size(), ' ');
    line += text;
}

void append_row(std::string& line, const OutputFormat& format, const Widths& widths, const PairText& text) {
    line += format.before;
    append_column(line, text.coordinate, widths.coordinate);
    line += format.between;
    append_column(line, text.value, widths.value);
    line += format.after;
}

}  // namespace

std::span<const OutputFormat> output_formats() { return formats; }

const OutputFormat* find_output_format(std::string_view name) {
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const auto& row) { return row.name == name; });
    return found == formats.end() ? nullptr : &*found;
}

void write_pairs(OutputFile& file, const OutputFormat& format, std::size_t count, const PairSource& pair) {
    PairText text;
    const auto read = [&](std::size_t i) {
        text.coordinate.clear();
        text.value.clear();
        pair(i, text);
    };

    Widths widths;
    if (format.aligned) {
        widths.fit(titles);
        for (std::size_t i = 0; i < count; ++i) {
            read(i);
            widths.fit(text);
        }
    }

    std::string line(format.head);
    if (format.titled) append_row(line, format, widths, titles);
    for (std::size_t i = 0; i < count; ++i) {
        read(i);
        if (i > 0) line += format.separator;
        append_row(line, format, widths, text);
        file.write(line);
        line.clear();
    }
    line += format.tail;
    file.write(line);
}

}  // namespace collective
