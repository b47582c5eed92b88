#pragma once

#include <concepts>

namespace collective {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// Integers of up to 128 bits. (`std::integral` leaves out 128 bits in strict mode, and has `bool`.)
template <class T>
concept Integer =
    (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, Int128> || std::same_as<T, UInt128>;

}  // namespace collective
