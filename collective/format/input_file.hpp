#pragma once

#include <string>
#include <string_view>

#include "collective/format/mapping.hpp"

namespace collective {

/// A whole file, with the name that messages give it.
struct InputFile {
    std::string name;
    std::string memory;  ///< what was read or unpacked into it; where that is nothing, `mapping` has the text
    Mapping mapping{};
    bool was_moved = false;  ///< into memory or a temporary file: reading or unpacking took its time

    std::string_view text() const { return mapping ? mapping.bytes() : std::string_view(memory); }
};

/// Opens a file, or standard input where `path` is `-`, and reads what can't be mapped.
/// **Throws** `InputError` with the system's reason and, where that helps, what to do.
InputFile read_file(const std::string& path);

}  // namespace collective
