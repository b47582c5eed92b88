#pragma once

#include <cstdint>
#include <memory>

#include "collective/operator/plain_sum.hpp"
#include "collective/plan/call.hpp"
#include "collective/tool/merged.hpp"

namespace collective {

// The command's own instances: of `--sum fast` and of the baseline of `bench`.
extern template class Call<ByCoordinate<PlainSum>, float, std::int64_t>;
extern template class Call<ByCoordinate<PlainSum>, double, std::int64_t>;

}  // namespace collective

namespace collective::tool {

/// Merges a job of floats by sums that round at each addition.
/// **Collective** over all processes. **Throws** as `merge`.
std::unique_ptr<Merged> merge_plain(Session& session, const Job& job, const Options& options,
                                    Recorder* recorder);

}  // namespace collective::tool
