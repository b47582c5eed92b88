#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collective/error.hpp"
#include "collective/format/format.hpp"
#include "documents.hpp"

namespace collective {

/// The job that a format reads from bytes, none to spare behind their end, as JSON; or what it says of the
/// file `f`.
inline std::string read_as(std::string_view format, std::string_view bytes,
                           std::optional<int> index_base = {}) {
    const std::vector<char> exact(bytes.begin(), bytes.end());
    try {
        return to_json(find_format(format)->read({exact.data(), exact.size()}, "f", {{}, index_base}));
    } catch (const InputError& error) {
        return error.what();
    }
}

/// A text and what it reads to, or how the message begins.
struct Reading {
    std::string text, begins;
};

}  // namespace collective
