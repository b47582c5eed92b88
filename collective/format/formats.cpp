#include <algorithm>

#include "collective/format/format.hpp"

namespace collective {

namespace {

bool has_suffix_of(const Format& format, std::string_view path) {
    for (std::string_view rest = format.suffixes; !rest.empty();) {
        const std::string_view suffix = rest.substr(0, rest.find(' '));
        if (path.ends_with(suffix)) return true;
        rest.remove_prefix(std::min(rest.size(), suffix.size() + 1));
    }
    return false;
}

template <class Serves>
const Format& by_suffix(std::string_view path, const Serves& serves) {
    const auto table = formats();
    const auto found = std::find_if(table.begin(), table.end(), [&](const Format& format) {
        return serves(format) && has_suffix_of(format, path);
    });
    return found == table.end() ? table.front() : *found;
}

}  // namespace

extern const Format json_format, json_lines_format, csv_format, tsv_format, matrix_market_format,
    numpy_format, libsvm_format, table_format;

std::span<const Format> formats() {
    static const Format table[] = {json_format,          json_lines_format, csv_format,    tsv_format,
                                   matrix_market_format, numpy_format,      libsvm_format, table_format};
    return table;
}

const Format* find_format(std::string_view name) {
    const auto table = formats();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Format& row) { return row.name == name; });
    return found == table.end() ? nullptr : &*found;
}

const Format& format_of(std::string_view path) {
    for (const std::string_view compressed : {".gz", ".zst"})
        if (path.ends_with(compressed)) path.remove_suffix(compressed.size());
    return by_suffix(path, [](const Format& format) { return format.read != nullptr; });
}

const Format& format_to(std::string_view path) {
    return by_suffix(path, [](const Format& format) { return format.write != nullptr; });
}

}  // namespace collective
