#include "collective/check/agreement.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "collective/check/ranks_text.hpp"

namespace collective {
namespace {

/// The copy that most ranks hold.
struct Favourite {
    CopyEvidence copy;
    bool tied;
};

Favourite favourite(std::span<const CopyEvidence> evidence) {
    std::vector<CopyEvidence> sorted(evidence.begin(), evidence.end());
    std::sort(sorted.begin(), sorted.end(), [](const CopyEvidence& a, const CopyEvidence& b) {
        return a.count != b.count ? a.count < b.count : a.hash < b.hash;
    });
    Favourite best{sorted.front(), false};
    std::ptrdiff_t most = 0;
    for (auto from = sorted.begin(); from != sorted.end();) {
        const auto to =
            std::find_if(from, sorted.end(), [&](const CopyEvidence& one) { return one != *from; });
        if (to - from == most) best.tied = true;
        if (to - from > most) best = {*from, false};
        most = std::max(most, to - from);
        from = to;
    }
    return best;
}

}  // namespace

bool copies_agree(std::span<const CopyEvidence> evidence) {
    return std::all_of(evidence.begin(), evidence.end(),
                       [&](const CopyEvidence& one) { return one == evidence.front(); });
}

Verdict judge_agreement(std::span<const CopyEvidence> evidence, std::span<const Standing> standings) {
    if (copies_agree(evidence)) return {"agreement", Status::passed, ""};

    const Favourite most = favourite(evidence);
    const bool fingerprint_knows =
        std::find(standings.begin(), standings.end(), Standing::right) != standings.end() &&
        std::find(standings.begin(), standings.end(), Standing::wrong) != standings.end();
    std::vector<int> differ;
    for (std::size_t rank = 0; rank < evidence.size(); ++rank) {
        const bool differs = !most.tied          ? evidence[rank] != most.copy
                             : fingerprint_knows ? standings[rank] == Standing::wrong
                                                 : evidence[rank] != evidence.front();
        if (differs) differ.push_back(static_cast<int>(rank));
    }
    if (!most.tied || fingerprint_knows)
        return {"agreement", Status::failed,
                ranks_text(differ) + (differ.size() == 1 ? " differs" : " differ") + " from the others"};
    const int two[] = {0, differ.front()};
    return {"agreement", Status::failed, ranks_text(two) + " differ"};
}

}  // namespace collective
