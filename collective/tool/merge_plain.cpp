#include "collective/tool/merge_plain.hpp"

#include "collective/tool/merge.hpp"

namespace collective {

template class Call<ByCoordinate<PlainSum>, float, std::int64_t>;
template class Call<ByCoordinate<PlainSum>, double, std::int64_t>;

}  // namespace collective

namespace collective::tool {

std::unique_ptr<Merged> merge_plain(Session& session, const Job& job, const Options& options,
                                    Recorder* recorder) {
    if (job.carrier == Carrier::float32) return merge_by<float>(session, job, PlainSum{}, options, recorder);
    return merge_by<double>(session, job, PlainSum{}, options, recorder);
}

}  // namespace collective::tool
