#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "collective/format/pieces.hpp"

namespace collective {

/// What a reader may be told beside the file.
struct ReadSettings {
    std::function<void(std::size_t)> progress{};  ///< is told now and then how many bytes are read
    std::optional<int> index_base{};  ///< how the file counts its first coordinate, where it doesn't say
    bool single = false;              ///< floats are read as the nearest float32, not float64
    Release release{};                ///< of the text
};

}  // namespace collective
