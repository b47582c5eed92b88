#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

namespace collective {

/// The unsigned integer that `bytes` has at `offset`, its lowest byte first.
template <std::unsigned_integral T>
T get_little(std::string_view bytes, std::size_t offset) {
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value =
            static_cast<T>(value | static_cast<T>(T{static_cast<unsigned char>(bytes[offset + i])} << 8 * i));
    return value;
}

/// Appends an unsigned integer, its lowest byte first.
template <std::unsigned_integral T>
void put_little(std::string& bytes, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) bytes += static_cast<char>(value >> 8 * i);
}

}  // namespace collective
