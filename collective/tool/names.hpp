#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "collective/format/format.hpp"
#include "collective/options.hpp"

namespace collective::tool {

using Names = std::vector<std::string_view>;

/// The names of a table's rows.
template <class Table>
Names names_of(const Table& table) {
    Names names;
    for (const auto& row : table) names.push_back(row.name);
    return names;
}

/// The formats that can be read, or those that can be written.
template <class Way>
Names formats_to(Way Format::*way) {
    Names names;
    for (const Format& format : formats())
        if (format.*way != nullptr) names.push_back(format.name);
    return names;
}

/// Names as people list them.
inline std::string joined(const Names& names) { return fmt::format("{}", fmt::join(names, ", ")); }

struct FaultRow {
    std::string_view name;
    Fault fault;
    std::string_view meaning;
};

inline constexpr std::array fault_rows{
    FaultRow{"corrupt-rank", Fault::corrupt_rank,
             "written corrupt-rank=R: one value of rank R's copy of the result changes"},
    FaultRow{"drop-pair", Fault::drop_pair, "one pair of one worker is lost on the way"},
    FaultRow{"skip-reduction", Fault::skip_reduction, "every rank takes its own pairs for the result"},
    FaultRow{"swap-values", Fault::swap_values, "two values of the result change places, on every rank"},
    FaultRow{"extra-zero", Fault::extra_zero, "a coordinate that nobody named appears, with the value zero"},
};

struct TransportRow {
    std::string_view name, meaning;
};

inline constexpr std::array transport_rows{
    TransportRow{"memory", "all ranks inside one process, without MPI"},
    TransportRow{"message", "MPI point to point"},
    TransportRow{"window", "ranks of a node look into each other's memory; messages between nodes"},
};

}  // namespace collective::tool
