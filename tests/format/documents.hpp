#pragma once

#include <bit>
#include <string>

#include "collective/format/document.hpp"
#include "collective/format/number.hpp"

namespace collective {

inline void append_value(std::string& text, const Document& document, std::size_t i) {
    const std::int64_t bits = document.bits[i];
    switch (document.kinds[i]) {
        case Kind::int64:
            return append_number(text, bits);
        case Kind::float64:
            return append_number(text, std::bit_cast<double>(bits));
        case Kind::wide:
            text += document.wide[static_cast<std::size_t>(bits)];
    }
}

/// The job as JSON without white space, each number as `append_number` spells it.
inline std::string to_json(const Document& document) {
    std::string text = "[";
    for (std::size_t w = 0; w < document.workers(); ++w) {
        text += (w > 0 ? ",[" : "[") + document.names[w] + ",[";
        const auto width = static_cast<std::size_t>(document.space.width());
        for (std::size_t i = document.begin[w]; i < document.begin[w + 1]; i += width) {
            text += i > document.begin[w] ? ",[" : "[";
            document.space.append(text, document.coordinates[i]);
            text += document.space.columns > 0 ? ",[" : ",";
            for (std::size_t j = i; j < i + width; ++j) {
                if (j > i) text += ',';
                append_value(text, document, j);
            }
            text += document.space.columns > 0 ? "]]" : "]";
        }
        text += "]]";
    }
    return text + "]";
}

}  // namespace collective
