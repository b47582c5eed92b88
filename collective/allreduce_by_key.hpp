#pragma once

#include <mpi.h>

#include <span>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/error.hpp"
#include "collective/operator/table.hpp"
#include "collective/options.hpp"
#include "collective/plan/plan.hpp"
#include "collective/result.hpp"
#include "collective/row.hpp"
#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/overwrite.hpp"
#include "collective/strategy/position.hpp"

namespace collective {

/// Merges every rank's pairs by coordinate. The result has one pair a coordinate that occurs on any rank, is
/// sorted by coordinate, equal on every rank, and has been checked.
///
/// `mine` has the list of each worker that this rank holds: several, one, or none.
/// `what` is an operator (`Sum`, `Max`, `Mean`, ..., your own) or a strategy (`Coordinate`, `Position`,
/// `Overwrite`).
/// **Collective** over `comm`: every rank must call it, with the same types, `what` and `options`.
/// **Throws** CheckError if a check fails; InputError, DisagreementError and MpiError, each the same on every
/// rank; BrokenError if this rank failed alone: end the job then (`MPI_Abort`).
/// **Cost** that of a `Plan`, which the communicator keeps for the next call, and a copy of the result into
/// fresh memory: a vector of pairs, or, where values are rows, a matrix.
template <class V, class K, class What = Sum>
auto allreduce_by_key(const Lists<V, K>& mine, MPI_Comm comm, const What& what = {},
                      const Options& options = {}) {
    return with_plan(comm, what, options, [&](Plan<What>& plan) {
        const auto merged = plan(mine);
        if constexpr (is_row<V>) {
            return matrix_of(merged);
        } else {
            return std::vector(merged.begin(), merged.end());
        }
    });
}

/// The same for a rank that holds one worker.
template <class V, class K, class What = Sum>
auto allreduce_by_key(std::span<const Entry<V, K>> mine, MPI_Comm comm, const What& what = {},
                      const Options& options = {}) {
    return allreduce_by_key(Lists<V, K>{mine}, comm, what, options);
}
template <class V, class K, class What = Sum>
auto allreduce_by_key(const std::vector<Entry<V, K>>& mine, MPI_Comm comm, const What& what = {},
                      const Options& options = {}) {
    return allreduce_by_key(Lists<V, K>{mine}, comm, what, options);
}

/// The same for a rank that holds one worker, whose values are the rows of a matrix; so are the result's.
template <class V, class K, class What = Sum>
auto allreduce_by_key(const Rows<V, K>& mine, MPI_Comm comm, const What& what = {},
                      const Options& options = {}) {
    return with_plan(comm, what, options, [&](Plan<What>& plan) { return matrix_of(plan(mine)); });
}

/// The same, but a failed check does not throw: it stands in the result's verdicts. Not for rows: a `Plan`'s
/// `attempt` serves them.
template <class V, class K, class What = Sum>
auto try_allreduce_by_key(const Lists<V, K>& mine, MPI_Comm comm, const What& what = {},
                          const Options& options = {}) {
    static_assert(!is_row<V>, "rows would lie in memory that the next call writes over");
    return with_plan(comm, what, options, [&](Plan<What>& plan) {
        const auto merged = plan.attempt(mine);
        return Result<typename CallFor<What, V, K>::Value, K>{
            {merged.begin(), merged.end()}, plan.verdicts(), plan.account()};
    });
}
template <class V, class K, class What = Sum>
auto try_allreduce_by_key(const std::vector<Entry<V, K>>& mine, MPI_Comm comm, const What& what = {},
                          const Options& options = {}) {
    return try_allreduce_by_key(Lists<V, K>{std::span<const Entry<V, K>>(mine)}, comm, what, options);
}

}  // namespace collective
