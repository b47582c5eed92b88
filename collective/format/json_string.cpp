#include "collective/format/json_string.hpp"

#include <fmt/format.h>

#include <iterator>

namespace collective {

JsonString JsonStrings::scan(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') {
        if (static_cast<unsigned char>(text[end]) < 0x20)
            return {end, {}, "a control character in a string; is its closing quote missing?"};
        end += text[end] == '\\' ? 2 : 1;
    }
    if (end >= text.size()) return {0, {}, "the string that begins here is not closed"};
    ++end;

    // simdjson knows escapes, surrogates and UTF-8; it reads past the end, hence the copy.
    std::string_view decoded;
    const auto error = parser_.parse(std::string(text.substr(0, end))).get_string().get(decoded);
    if (error == simdjson::UTF8_ERROR) return {0, {}, "the string that begins here is not valid UTF-8"};
    if (error == simdjson::STRING_ERROR) return {0, {}, "the string that begins here has a bad escape"};
    if (error) return {0, {}, simdjson::error_message(error)};
    return {end, std::string(decoded)};
}

std::string to_json_string(std::string_view text) {
    std::string json = "\"";
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(json), "\\u{:04x}", static_cast<unsigned char>(c));
            continue;
        }
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json + '"';
}

}  // namespace collective
