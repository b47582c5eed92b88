#include "collective/check/fingerprint.hpp"

#include "collective/check/ranks_text.hpp"

namespace collective {
namespace {

Residues expected_of_all(std::span<const FingerprintEvidence> evidence) {
    Residues sum;
    for (const FingerprintEvidence& one : evidence) sum = sum + one.expected;
    return sum;
}

std::vector<int> ranks_where(std::span<const FingerprintEvidence> evidence, bool FingerprintEvidence::*flag) {
    std::vector<int> ranks;
    for (std::size_t rank = 0; rank < evidence.size(); ++rank)
        if (evidence[rank].*flag) ranks.push_back(static_cast<int>(rank));
    return ranks;
}

Verdict failed(std::string detail) { return {"fingerprint", Status::failed, std::move(detail)}; }

}  // namespace

std::vector<Standing> standings(std::span<const FingerprintEvidence> evidence) {
    std::vector<Standing> standing(evidence.size(), Standing::unknown);
    const bool doubtful = std::any_of(evidence.begin(), evidence.end(), [](const FingerprintEvidence& one) {
        return one.rounding_wrong || one.non_finite_wrong;
    });
    if (doubtful) return standing;
    const Residues expected = expected_of_all(evidence);
    for (std::size_t rank = 0; rank < evidence.size(); ++rank)
        standing[rank] = evidence[rank].actual == expected ? Standing::right : Standing::wrong;
    return standing;
}

Verdict judge_fingerprint(std::span<const FingerprintEvidence> evidence, bool copies_agree) {
    if (const auto ranks = ranks_where(evidence, &FingerprintEvidence::rounding_wrong); !ranks.empty())
        return failed("a sum isn't correctly rounded on " + ranks_text(ranks));
    if (const auto ranks = ranks_where(evidence, &FingerprintEvidence::non_finite_wrong); !ranks.empty())
        return failed("NaNs and infinities of the inputs and of the result don't fit, on " +
                      ranks_text(ranks));

    if (copies_agree) {
        Residues actual;
        for (const FingerprintEvidence& one : evidence) actual = actual + one.actual;
        if (actual == expected_of_all(evidence)) return {"fingerprint", Status::passed, ""};
        return failed("the result doesn't hold the sums of the inputs");
    }
    const std::vector<Standing> standing = standings(evidence);
    std::vector<int> wrong;
    for (std::size_t rank = 0; rank < standing.size(); ++rank)
        if (standing[rank] == Standing::wrong) wrong.push_back(static_cast<int>(rank));
    if (wrong.empty()) return {"fingerprint", Status::passed, ""};
    const bool one = wrong.size() == 1;
    return failed((one ? "the copy of " : "the copies of ") + ranks_text(wrong) +
                  (one ? " doesn't" : " don't") + " hold the sums of the inputs");
}

}  // namespace collective
