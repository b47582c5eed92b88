#include "collective/report/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace collective {

namespace {

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            out += '\\';
            out += letter;
        } else if (code < 0x20 || letter == '<') {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
        } else {
            out += letter;
        }
    }
    out += '"';
}

}  // namespace

void JsonWriter::separate() {
    if (!text_.empty() && text_.back() != '{' && text_.back() != '[' && text_.back() != ':') text_ += ',';
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_ += bracket;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    text_ += bracket;
    return *this;
}

JsonWriter& JsonWriter::piece(std::string_view text) {
    separate();
    text_ += text;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    append_quoted(text_, name);
    text_ += ':';
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    append_quoted(text_, text);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    return piece(std::isfinite(number) ? fmt::format("{}", number) : "null");
}

JsonWriter& JsonWriter::json(std::string_view text) {
    separate();
    for (const char letter : text) {  // a `<` stands only in strings
        if (letter == '<') {
            text_ += "\\u003c";
        } else {
            text_ += letter;
        }
    }
    return *this;
}

}  // namespace collective
