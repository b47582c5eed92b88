#include "collective/format/writer.hpp"

#include <algorithm>

namespace collective {

namespace {

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

void append_row(std::string& line, const TextLayout& layout, const Widths& widths, const PairText& text) {
    line += layout.before;
    append_column(line, text.coordinate, widths.coordinate);
    line += layout.between;
    append_column(line, text.value, widths.value);
    line += layout.after;
}

}  // namespace

std::vector<std::string_view> parts_of(std::string_view json) {
    if (!json.starts_with('[')) return {json};
    std::vector<std::string_view> parts;
    json = json.substr(1, json.size() - 2);
    while (true) {
        const std::size_t comma = json.find(',');
        parts.push_back(json.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        json.remove_prefix(comma + 1);
    }
}

std::vector<std::string_view> plain_parts_of(std::string_view json) {
    std::vector<std::string_view> parts = parts_of(json);
    for (std::string_view& part : parts)
        if (part.front() == '"') part = part[1] == 'N' ? "nan" : part[1] == 'I' ? "inf" : "-inf";
    return parts;
}

void write_pairs(OutputFile& file, const TextLayout& layout, const PairTexts& pairs) {
    Widths widths;
    if (layout.aligned) {
        widths.fit(titles);
        pairs.for_each([&](const PairText& text) { widths.fit(text); });
    }

    std::string line(layout.head);
    if (layout.aligned) append_row(line, layout, widths, titles);
    bool first = true;
    pairs.for_each([&](const PairText& text) {
        if (!first) line += layout.separator;
        first = false;
        append_row(line, layout, widths, text);
        file.write(line);
        line.clear();
    });
    line += layout.tail;
    file.write(line);
}

}  // namespace collective
