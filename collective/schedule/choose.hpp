#pragma once

#include <cstdint>

#include "collective/schedule/schedule.hpp"

namespace collective {

/// The schedule that `auto` stands for, from numbers that all ranks agree on: the pairs of all ranks
/// together, and whether the operator needs a schedule that keeps the order of ranks. Same arguments, same
/// answer.
const Schedule& choose(const Topology& topology, std::int64_t total_pairs, bool needs_order);

}  // namespace collective
