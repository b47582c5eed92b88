#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace collective {

/// A count with its noun: `1 rank`, `2 ranks`.
template <std::integral Count>
std::string counted(Count count, std::string_view noun) {
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace collective
