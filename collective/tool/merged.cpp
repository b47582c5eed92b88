#include "collective/tool/merged.hpp"

#include <algorithm>

#include "collective/tool/merge.hpp"
#include "collective/tool/merge_plain.hpp"
#include "collective/tool/operate.hpp"

namespace collective::tool {

bool Merged::passed() const {
    return std::none_of(verdicts.begin(), verdicts.end(),
                        [](const Verdict& verdict) { return verdict.status == Status::failed; });
}

namespace {

std::unique_ptr<Merged> operate(Session& session, const Job& job, std::string_view strategy,
                                const Options& options, Recorder* recorder) {
    if (strategy != "coordinate") {
        throw InputError("strategy " + std::string(strategy) + " claims sums, not " + job.operation.name);
    }
    switch (job.carrier) {
        case Carrier::int64:
            return operate_as<std::int64_t>(session, job, options, recorder);
        case Carrier::float32:  // each is a double too, and what is rounded is not rounded to float32
        case Carrier::float64:
            return operate_as<double>(session, job, options, recorder);
        default:
            return operate_as<FixedPoint>(session, job, options, recorder);
    }
}

}  // namespace

std::unique_ptr<Merged> merge(Session& session, const Job& job, std::string_view strategy,
                              const Options& options, Recorder* recorder) {
    if (job.operation.name != "sum") return operate(session, job, strategy, options, recorder);
    if (job.has_plain_sums()) {
        if (strategy != "coordinate") {
            throw InputError("strategy " + std::string(strategy) + " goes by exact sums, not by plain ones");
        }
        return merge_plain(session, job, options, recorder);
    }
    switch (job.carrier) {
        case Carrier::int64:
            return merge_as<std::int64_t>(session, job, strategy, options, recorder);
        case Carrier::int128:
            return merge_as<Int128>(session, job, strategy, options, recorder);
        case Carrier::big_integer:
            return merge_as<BigInteger>(session, job, strategy, options, recorder);
        case Carrier::float32:
            return merge_as<float>(session, job, strategy, options, recorder);
        case Carrier::float64:
            return merge_as<double>(session, job, strategy, options, recorder);
        case Carrier::fixed_point:
            return merge_as<FixedPoint>(session, job, strategy, options, recorder);
    }
    throw Error("a carrier that is in no table");
}

}  // namespace collective::tool
