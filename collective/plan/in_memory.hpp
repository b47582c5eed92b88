#pragma once

#include <span>
#include <utility>
#include <vector>

#include "collective/plan/call.hpp"
#include "collective/transport/memory.hpp"

namespace collective {

/// All ranks of a job inside this process, without MPI: the same call on the memory transport.
template <class What, class V, class K = std::int64_t>
class InMemory {
  public:
    using Value = typename CallFor<What, V, K>::Value;

    explicit InMemory(int ranks, What what = {}, Options options = {})
        : transport_(ranks), call_(transport_, operator_of(what), std::move(options)) {}

    /// Merges; `inputs` has the workers' lists of each rank.
    /// **Throws** as a `Plan`, but never CheckError: see `verdicts()`.
    void operator()(std::span<const Lists<V, K>> inputs) { call_(inputs); }

    std::span<const Entry<Value, K>> result(int rank) const {
        return call_.result(static_cast<std::size_t>(rank));
    }
    const std::vector<Verdict>& verdicts() const { return call_.verdicts(); }
    const Account& account() const { return call_.account(); }

  private:
    MemoryTransport transport_;
    CallFor<What, V, K> call_;
};

}  // namespace collective
