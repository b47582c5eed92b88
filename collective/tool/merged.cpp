#include "collective/tool/merged.hpp"

#include <algorithm>

#include "collective/tool/merge.hpp"

namespace collective::tool {

bool Merged::passed() const {
    return std::none_of(verdicts.begin(), verdicts.end(),
                        [](const Verdict& verdict) { return verdict.status == Status::failed; });
}

std::unique_ptr<Merged> merge(Session& session, const Job& job, std::string_view strategy,
                              const Options& options) {
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
