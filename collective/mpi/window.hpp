#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

#include "collective/mpi/window_sizes.hpp"

namespace collective {

/// A piece of memory for each rank of a node, which all of them see.
class Window {
  public:
    /// Every rank's piece begins at a multiple of this: a cache line, which serves any type that asks for no
    /// more.
    static constexpr std::size_t alignment = 64;

    /// Makes room for `bytes[i]` of the node's i-th rank, in place of what was there before. Does nothing and
    /// returns false if the node has not as much to spare.
    /// **Collective** over the node; all give the same numbers.
    bool allocate(MPI_Comm node, std::span<const std::size_t> bytes);

    /// The same where there is not enough room, or far too much since long.
    /// **Collective** over the node; all give the same numbers.
    bool provide(MPI_Comm node, std::span<const std::size_t> needed) {
        const auto bytes = sizes_.next(needed, capacities_);
        return bytes.empty() || allocate(node, bytes);
    }

    /// **Collective** over the node.
    void free();

    /// Makes this rank's stores seen, and others' stores visible, around a barrier.
    void sync() const;

    std::size_t capacity(std::size_t local_rank) const {
        return local_rank < capacities_.size() ? capacities_[local_rank] : 0;
    }
    std::byte* base(std::size_t local_rank) const { return bases_[local_rank]; }

  private:
    MPI_Win handle_ = MPI_WIN_NULL;
    std::vector<std::byte*> bases_;
    std::vector<std::size_t> capacities_;
    WindowSizes sizes_;
};

}  // namespace collective
