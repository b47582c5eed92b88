#pragma once

#include "collective/report/json.hpp"
#include "collective/report/recording.hpp"
#include "collective/schedule/picture.hpp"

namespace collective {

/// A picture as if it had been recorded, without times and without what ranks hold.
Recording recording_of(const Picture& picture, const Topology& topology);

/// The rounds of a recording for a page, as one JSON object. A transfer is an array: round, source, target,
/// first slice, one past its last, 0 reduce or 1 copy, contributors, pairs, bytes. Beside what was `counted`
/// stands what the cost model predicts.
/// **Throws** as `messages`.
void write_schedule(JsonWriter& json, const Recording& recording, bool counted);

}  // namespace collective
