#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "collective/format/document.hpp"
#include "collective/tool/arguments.hpp"
#include "collective/tool/carrier.hpp"
#include "collective/tool/session.hpp"
#include "collective/tool/stopwatch.hpp"

namespace collective::tool {

/// The workers of this process, and what all processes know of the job.
struct Job {
    Document document;  ///< under MPI this rank's block of workers, else all workers
    Operation operation;
    ValueType type = ValueType::bigint;
    Carrier carrier = Carrier::int64;
    int ranks = 1;
    bool in_memory = true;  ///< all ranks are in this process

    /// The coordinates, in order, at which any worker of the job has a NaN or an infinity.
    std::vector<std::int64_t> non_finite;

    /// Whether its sums are plain: of integers no addition rounds, so that theirs are exact either way.
    bool has_plain_sums() const { return operation.fast && !is_integer(type); }

    /// The type of the result's values, and how it is called: where nobody named it, by what carries it.
    ValueType result_type() const;
    std::string_view value_type() const;

    /// The workers of one of the ranks in this process, as a range of the document's.
    std::pair<std::size_t, std::size_t> workers_of(int rank, bool alone) const;
};

/// Rank r of p holds the workers from `workers * r / p` up to below `workers * (r + 1) / p`.
std::pair<std::size_t, std::size_t> block_of(std::size_t workers, int rank, int ranks);

/// The first process gets the document from `read` and hands every process its block of workers.
/// **Collective**; what `read` throws is thrown on every process.
Job make_job(Session& session, const Arguments& arguments, const std::function<Document()>& read,
             Stopwatch& stopwatch);

/// A job of which every process has its block of workers already, in one space of coordinates: what all must
/// know of it is agreed. **Collective**. **Throws** InputError on every process where values are not of the
/// type that the arguments name, or the operation means nothing for them.
Job join_job(Session& session, const Arguments& arguments, Document document);

/// The job of the file that the arguments name: the first process reads it, or each its own lines of it. Or
/// of their files, one a worker: each process reads those of its own workers. **Collective**; what one
/// process throws all do.
Job load_job(Session& session, const Arguments& arguments, Stopwatch& stopwatch);

}  // namespace collective::tool
