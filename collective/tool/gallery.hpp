#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collective/strategy/pitfalls.hpp"
#include "collective/tool/merged.hpp"

namespace collective::tool {

/// The right result for what a pitfall claims.
/// **Collective** over all processes. **Throws** as `merge`.
std::unique_ptr<Merged> merge_claim(Session& session, Job& job, const PitfallRow& row,
                                    const Options& options);

/// What a pitfall makes of a job.
/// **Collective** over all processes. **Throws** as `merge`.
std::unique_ptr<Merged> merge_pitfall(Session& session, Job& job, const PitfallRow& row, Options options);

/// The checks that failed, with commas between; or that none did.
std::string alarms(const Merged& merged);

/// Runs the whole gallery on a job, `right` being its sums, and tells what would have hurt: rank 0's list.
/// **Collective** over all processes.
std::string gallery_text(Session& session, Job& job, const Merged& right, const Options& options);

}  // namespace collective::tool
