#pragma once

#include "collective/entry.hpp"

namespace collective {

/// A contribution that knows its place in worker order, so that contributions may be combined in any order.
template <class V>
struct Placed {
    V value;
    Origin origin;

    template <class Archive>
    void serialize(Archive& archive, unsigned /*version*/) {
        archive& value& origin.worker& origin.index;
    }
};

}  // namespace collective
