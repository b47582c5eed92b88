#include "collective/transport/wire.hpp"

#include <array>

#include <streamvbyte.h>

namespace collective {

Form WireSizes::smallest(std::size_t pair_bytes, std::size_t value_bytes) const {
    if (!sorted_ || count_ == 0) return Form::pairs;
    const std::size_t coordinates = count_ * (pair_bytes - value_bytes);
    Form form = Form::pairs;
    std::size_t least = coordinates;
    const auto offer = [&](Form other, std::size_t bytes) {
        if (bytes >= least) return;
        form = other;
        least = bytes;
    };
    // Two bits of each number tell how many bytes it has.
    if (near_) offer(Form::deltas, delta_bytes_ + count_ / 4 + wire_padding);
    if (strict_ && range() != 0) offer(Form::bitmap, range() / 8 + 8);
    if (strict_ && range() == count_) offer(Form::dense, 0);
    return form;
}

void append_small(std::span<const std::uint32_t> numbers, Buffer<std::byte>& out) {
    const auto count = static_cast<std::uint32_t>(numbers.size());
    const std::size_t before = out.size();
    out.resize(before + streamvbyte_max_compressedbytes(count));
    const std::size_t written =
        streamvbyte_encode(numbers.data(), count, reinterpret_cast<std::uint8_t*>(out.data() + before));
    out.resize(before + written);
}

std::span<const std::byte> read_small(std::span<const std::byte> coded, std::span<std::uint32_t> numbers) {
    const auto count = static_cast<std::uint32_t>(numbers.size());
    return coded.subspan(
        streamvbyte_decode(reinterpret_cast<const std::uint8_t*>(coded.data()), numbers.data(), count));
}

}  // namespace collective
