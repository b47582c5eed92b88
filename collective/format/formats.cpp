#include <algorithm>

#include "collective/format/format.hpp"

namespace collective {

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
    for (const Format& format : formats()) {
        if (format.read == nullptr) continue;
        for (std::string_view rest = format.suffixes; !rest.empty();) {
            const std::string_view suffix = rest.substr(0, rest.find(' '));
            if (path.ends_with(suffix)) return format;
            rest.remove_prefix(std::min(rest.size(), suffix.size() + 1));
        }
    }
    return formats().front();
}

}  // namespace collective
