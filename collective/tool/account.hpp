#pragma once

#include <string>

#include "collective/tool/merged.hpp"
#include "collective/tool/stopwatch.hpp"

namespace collective::tool {

/// What the values of a job are: `float64`, `rows of 3 float64`.
std::string values_text(const Job& job);

/// The short account of a run: who took part, what was chosen, what each check said. Lines for people.
std::string account_text(const Merged& merged, const Job& job, std::string_view strategy, bool colour);

/// A table of the phases: seconds, rate, peak memory, and inside the merge the steps of the call.
std::string timings_text(const Stopwatch& stopwatch, const Account& account);

/// `passed`, `failed` or `not applicable`.
std::string status_text(const Verdict& verdict, bool colour);

}  // namespace collective::tool
