#include "collective/transport/memory.hpp"

#include <numeric>

namespace collective {

MemoryTransport::MemoryTransport(int ranks) : topology_(Topology::flat(ranks)) {
    members_.resize(static_cast<std::size_t>(ranks));
    std::iota(members_.begin(), members_.end(), 0);
}

void MemoryTransport::offer(const Transfer& transfer, const Parcel& parcel) {
    offered_[{transfer.source, transfer.target, transfer.slices}] = parcel;
}

Parcel MemoryTransport::view(const Transfer& transfer) {
    return offered_.at({transfer.source, transfer.target, transfer.slices});
}

void MemoryTransport::end_round() { offered_.clear(); }

std::vector<Bytes> MemoryTransport::allgather(std::span<const Bytes> blocks) {
    return {blocks.begin(), blocks.end()};
}

void MemoryTransport::allreduce_or(std::span<const std::span<std::uint64_t>> words) {
    if (words.empty()) return;
    for (std::size_t i = 0; i < words[0].size(); ++i) {
        std::uint64_t all = 0;
        for (const auto& member : words) all |= member[i];
        for (const auto& member : words) member[i] = all;
    }
}

}  // namespace collective
