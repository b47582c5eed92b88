#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "collective/transport/codec.hpp"
#include "collective/transport/wire.hpp"

namespace collective {

/// Keeps alive what views refer to.
using Held = std::vector<std::shared_ptr<const void>>;

/// What a parcel's head says of the whole; a `RunHeader` for each run follows, each followed by the run's
/// counts.
struct ParcelHeader {
    Form form;
    std::uint64_t lowest;
};
struct RunHeader {
    std::uint64_t pairs;
    std::uint64_t counts;
};

/// How many pairs a parcel of so many slices carries.
inline std::int64_t pairs_in(const Parcel& parcel, int slices) {
    BlockReader reader(parcel.head);
    reader.get<ParcelHeader>();
    std::int64_t all = 0;
    for (int slice = 0; slice < slices; ++slice) {
        const auto [pairs, counts] = reader.get<RunHeader>();
        reader.view(counts * sizeof(std::uint32_t));
        all += static_cast<std::int64_t>(pairs);
    }
    return all;
}

}  // namespace collective
