#include "collective/format/json_lines.hpp"

#include "collective/format/json_string.hpp"
#include "collective/format/number_text.hpp"

namespace collective {

std::vector<std::size_t> rows_between(std::string_view text, std::size_t from, std::size_t to,
                                      const Release& release) {
    std::vector<std::size_t> begins;
    std::size_t at = from == 0 ? 0 : line_end(text, from - 1, release) + 1;
    std::size_t next_piece = at + piece_bytes;
    while (at < to) {
        const std::size_t end = line_end(text, at, release);
        if (text.substr(0, end).find_first_not_of(" \t\r", at) != std::string_view::npos)
            begins.push_back(at);
        at = end + 1;
        if (at < next_piece) continue;
        next_piece = at + piece_bytes;
        if (release) release();
    }
    return begins;
}

std::string meaning_of_name(std::string_view name) {
    if (name.starts_with('"')) return "string " + JsonStrings().scan(name).decoded;
    return "number " + canonical(scan_number(name).value()).value();
}

}  // namespace collective
