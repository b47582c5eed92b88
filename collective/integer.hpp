#pragma once

#include <concepts>

namespace collective {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// Integers of up to 128 bits. (`std::integral` leaves out 128 bits in strict mode, and has `bool`.)
template <class T>
concept Integer =
    (std::integral<T> && !std::same_as<T, bool>) || std::same_as<T, Int128> || std::same_as<T, UInt128>;

}  // namespace collective
