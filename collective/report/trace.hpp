#pragma once

#include <string>

#include "collective/report/recording.hpp"

namespace collective {

/// A recording in Chrome's trace format, which Perfetto opens: a process for each rank, a slice for each
/// step, round, send and receive, and an arrow for each transfer.
/// **Throws** as `messages`.
/// **Source** 'Trace Event Format', Google.
std::string to_trace(const Recording& recording);

}  // namespace collective
