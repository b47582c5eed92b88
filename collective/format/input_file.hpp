#pragma once

#include <string>

namespace collective {

/// A whole file in memory, with the name that messages give it.
struct InputFile {
    std::string name;
    std::string text;
};

/// Reads a file, or standard input where `path` is `-`.
/// **Throws** `InputError` with the system's reason and, where that helps, what to do.
InputFile read_file(const std::string& path);

}  // namespace collective
