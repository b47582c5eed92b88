#pragma once

#include <bit>
#include <string>

#include "collective/format/document.hpp"
#include "collective/format/number.hpp"

namespace collective {

/// The job as JSON without white space, each number as `append_number` spells it.
inline std::string to_json(const Document& document) {
    std::string text = "[";
    for (std::size_t w = 0; w < document.workers(); ++w) {
        text += (w > 0 ? ",[" : "[") + document.names[w] + ",[";
        for (std::size_t i = document.begin[w]; i < document.begin[w + 1]; ++i) {
            if (i > document.begin[w]) text += ',';
            text += '[';
            append_coordinate(text, document.coordinates[i], document.unsigned_coordinates);
            text += ',';
            const std::int64_t bits = document.bits[i];
            switch (document.kinds[i]) {
                case Kind::int64:
                    append_number(text, bits);
                    break;
                case Kind::float64:
                    append_number(text, std::bit_cast<double>(bits));
                    break;
                case Kind::wide:
                    text += document.wide[static_cast<std::size_t>(bits)];
                    break;
            }
            text += ']';
        }
        text += "]]";
    }
    return text + "]";
}

}  // namespace collective
