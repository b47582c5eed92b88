#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collective/report/recorder.hpp"
#include "collective/result.hpp"
#include "collective/tool/job.hpp"

namespace collective::tool {

/// A merged list, whatever carries its values, with what the checks say of it.
class Merged {
  public:
    Merged() = default;
    Merged(const Merged&) = delete;
    Merged& operator=(const Merged&) = delete;
    virtual ~Merged() = default;

    virtual std::size_t size() const = 0;
    virtual std::int64_t coordinate(std::size_t i) const = 0;
    virtual bool is_zero(std::size_t i) const = 0;
    virtual void append_value(std::size_t i, std::string& text) const = 0;

    /// Whether pair i has the value of pair j of another list of the same job.
    virtual bool same_value(std::size_t i, const Merged& other, std::size_t j) const = 0;

    std::vector<Verdict> verdicts;
    Account account;

    bool passed() const;
};

/// Merges a job by its operation and a strategy, given by name, in memory or over MPI. An operation other
/// than an exact sum goes by coordinate. The recorder, if there is one, records it.
/// **Collective** over all processes. **Throws** as `allreduce_by_key`, but never CheckError; and InputError
/// on every process if a result is beyond the largest double though all values are finite.
std::unique_ptr<Merged> merge(Session& session, const Job& job, std::string_view strategy,
                              const Options& options, Recorder* recorder = nullptr);

}  // namespace collective::tool
