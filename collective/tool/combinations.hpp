#pragma once

#include <string>
#include <string_view>

#include "collective/tool/value_type.hpp"

namespace collective::tool {

// Which operators, strategies and pitfalls go with which values, coordinates and schedules: what the commands
// refuse, and the tables that `list` makes of that.

/// Whether the operator means anything for values of the type.
bool has_meaning(std::string_view operation, ValueType type);

/// The type of the operator's result.
ValueType result_type(std::string_view operation, ValueType type);

/// A row for each operator: the result's type for each type of values, and the schedules that serve it.
std::string operators_table();

/// A row for each strategy and pitfall: the coordinates and the schedules that serve it.
std::string strategies_table();

}  // namespace collective::tool
