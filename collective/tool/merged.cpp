#include "collective/tool/merged.hpp"

#include <algorithm>

#include "collective/tool/merge.hpp"
#include "collective/tool/operate.hpp"

namespace collective::tool {

bool Merged::passed() const {
    return std::none_of(verdicts.begin(), verdicts.end(),
                        [](const Verdict& verdict) { return verdict.status == Status::failed; });
}

namespace {

std::unique_ptr<Merged> operate(Session& session, const Job& job, std::string_view strategy,
                                const Options& options) {
    if (strategy != "coordinate") {
        throw InputError("strategy " + std::string(strategy) + " claims sums, not " + job.operation.name);
    }
    switch (job.carrier) {
        case Carrier::int64:
            return operate_as<std::int64_t>(session, job, options);
        case Carrier::float64:
            return operate_as<double>(session, job, options);
        default:
            return operate_as<FixedPoint>(session, job, options);
    }
}

}  // namespace

std::unique_ptr<Merged> merge(Session& session, const Job& job, std::string_view strategy,
                              const Options& options) {
    if (job.operation.name != "sum") return operate(session, job, strategy, options);
    switch (job.carrier) {
        case Carrier::int64:
            return merge_as<std::int64_t>(session, job, strategy, options);
        case Carrier::int128:
            return merge_as<Int128>(session, job, strategy, options);
        case Carrier::big_integer:
            return merge_as<BigInteger>(session, job, strategy, options);
        case Carrier::float64:
            return merge_as<double>(session, job, strategy, options);
        case Carrier::fixed_point:
            return merge_as<FixedPoint>(session, job, strategy, options);
    }
    throw Error("a carrier that is in no table");
}

}  // namespace collective::tool
