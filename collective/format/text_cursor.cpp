#include "collective/format/text_cursor.hpp"

#include <fmt/format.h>
#include <simdjson.h>

namespace collective {

namespace {

/// Every code point has exactly one byte of this kind.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

std::string_view TextCursor::take_word() {
    peek();
    const std::size_t start = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n", at_), end_);
    return from(start);
}

std::string TextCursor::place(std::size_t offset) const {
    const std::string_view before = text_.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    const auto column = 1 + std::count_if(before.begin() + static_cast<std::ptrdiff_t>(start), before.end(),
                                          begins_character);
    return fmt::format("{}:{}:{}", file_, line, column);
}

std::string TextCursor::found() const {
    const std::string_view here = rest();
    if (here.empty()) return end_ == text_.size() ? "the end of the text" : "the end of the line";
    const char first = here.front();
    const auto is_word = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
               c == '-' || c == '.' || c == '_';
    };
    const auto word = std::find_if_not(here.begin(), here.end(), is_word) - here.begin();
    if (word > 0) return shorten(here.substr(0, static_cast<std::size_t>(word)));
    if (first > ' ' && first < '\x7f') return fmt::format("'{}'", first);
    return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(first));
}

std::string shorten(std::string_view text) {
    constexpr std::size_t most = 40;
    std::size_t cut = text.size();
    if (cut > most) {
        cut = most - 3;
        while (cut > 0 && !begins_character(text[cut])) --cut;
    }
    const std::string_view shown = text.substr(0, cut);
    const bool is_utf8 = simdjson::validate_utf8(shown);
    std::string words;
    for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            words += "\\n";
        } else if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !is_utf8)) {
            words += fmt::format("\\x{:02x}", byte);
        } else {
            words += c;
        }
    }
    return cut < text.size() ? words + "..." : words;
}

}  // namespace collective
