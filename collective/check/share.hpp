#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace collective {

/// The first and last index of a rank's share of `count` things; the shares of all ranks tile them.
struct Share {
    std::size_t first, last;
};

inline Share share_of(std::size_t count, std::size_t rank, std::size_t ranks) {
    const std::size_t each = count / ranks, more = count % ranks;
    const std::size_t first = rank * each + std::min(rank, more);
    return {first, first + each + (rank < more ? 1 : 0)};
}

template <class T>
std::span<T> part(std::span<T> things, Share share) {
    return things.subspan(share.first, share.last - share.first);
}

}  // namespace collective
