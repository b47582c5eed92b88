#pragma once

#include <string>

#include "collective/format/document.hpp"

namespace collective {

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
                text += value_text(document, j);
            }
            text += document.space.columns > 0 ? "]]" : "]";
        }
        text += "]]";
    }
    return text + "]";
}

}  // namespace collective
