#include <algorithm>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/csv_reader.hpp"
#include "collective/format/format.hpp"
#include "collective/format/json_string.hpp"

namespace collective {

namespace {

/// A text between quotes, those in it doubled.
std::string quoted(const std::string& json) {
    const std::string text = JsonStrings().scan(json).decoded;
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; };
    if (std::any_of(text.begin(), text.end(), is_control)) {
        throw InputError(fmt::format(
            "coordinate {} has a control character, which no field has; choose another --format", json));
    }
    std::string field = "\"";
    for (const char letter : text) field.append(letter == '"' ? 2 : 1, letter);
    return field + '"';
}

void append_fields(std::string& line, char separator, const std::string& json) {
    line += fmt::format("{}", fmt::join(plain_parts_of(json), std::string_view(&separator, 1)));
}

void write_separated(OutputFile& file, char separator, const PairTexts& pairs) {
    bool titled = false;
    const auto titles = [&](bool are_texts, std::size_t coordinates, std::size_t values) {
        titled = true;
        std::string line = are_texts ? "text" : "coordinate";
        for (std::size_t i = 1; i < coordinates; ++i) line.append(1, separator).append("coordinate");
        for (std::size_t i = 0; i < values; ++i) line.append(1, separator).append("value");
        file.write(line + '\n');
    };
    std::string line;
    pairs.for_each([&](const PairText& text) {
        const bool is_text = text.coordinate.front() == '"';
        if (!titled) titles(is_text, parts_of(text.coordinate).size(), parts_of(text.value).size());
        line.clear();
        if (is_text) {
            line += quoted(text.coordinate);
        } else {
            append_fields(line, separator, text.coordinate);
        }
        line += separator;
        append_fields(line, separator, text.value);
        file.write(line += '\n');
    });
    if (!titled) titles(false, 1, 1);
}

}  // namespace

extern const Format csv_format{
    "csv",
    "a line of titles (worker, coordinate or text, value, in any order; several coordinates are a tuple, "
    "several "
    "values a row), then a line for each pair",
    ".csv",
    [](std::string_view text, std::string_view file, const ReadSettings& settings) {
        return read_csv(text, file, ',', settings);
    },
    [](OutputFile& file, const PairTexts& pairs) { write_separated(file, ',', pairs); }};

extern const Format tsv_format{
    "tsv", "the same with tabs for commas", ".tsv",
    [](std::string_view text, std::string_view file, const ReadSettings& settings) {
        return read_csv(text, file, '\t', settings);
    },
    [](OutputFile& file, const PairTexts& pairs) { write_separated(file, '\t', pairs); }};

}  // namespace collective
