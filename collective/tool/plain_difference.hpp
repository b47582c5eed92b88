#pragma once

#include <string>

#include "collective/tool/merged.hpp"

namespace collective::tool {

/// How plain sums are called beside exact ones.
inline constexpr const char* plain_name = "sum (fast)";

/// Tells how far the plain sums of a job are from its exact ones.
std::string plain_difference_text(const Merged& plain, const Merged& exact, const Job& job);

}  // namespace collective::tool
