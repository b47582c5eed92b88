#pragma once

#include <cstdint>
#include <span>

#include "collective/check/canonical.hpp"
#include "collective/check/fingerprint.hpp"
#include "collective/entry.hpp"
#include "collective/result.hpp"

namespace collective {

/// What one rank says of its copy of the result.
struct CopyEvidence {
    std::uint64_t count;
    std::uint64_t hash;  ///< of every member's canonical bytes

    friend bool operator==(const CopyEvidence&, const CopyEvidence&) = default;
};

template <class R, class K>
CopyEvidence copy_evidence(std::span<const Entry<R, K>> copy, std::uint64_t seed) {
    return {copy.size(), canonical_hash(copy, seed)};
}

bool copies_agree(std::span<const CopyEvidence> evidence);

/// All ranks hold the same bytes. Names the ranks that differ from most others; of a tie those that the
/// fingerprint finds wrong (`standings` is empty where it says nothing). One rank alone always agrees.
Verdict judge_agreement(std::span<const CopyEvidence> evidence, std::span<const Standing> standings);

}  // namespace collective
