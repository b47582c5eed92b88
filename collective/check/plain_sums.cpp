#include "collective/check/plain_sums.hpp"

#include <cstdio>
#include <string>

namespace collective {
namespace {

std::string in_short(long double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1Le", number);
    return text;
}

}  // namespace

Verdict judge_plain_sums(std::span<const PlainEvidence> evidence, double unit_roundoff) {
    CompensatedSum apart;
    long double magnitudes = 0, unweighted = 0;
    std::int64_t terms = 0;  // of a coordinate, at most
    for (const PlainEvidence& one : evidence) {
        apart.add(one.expected);
        apart.add(-one.actual);
        magnitudes += one.magnitudes;
        unweighted += one.unweighted;
        terms += one.repeats;
    }
    // Our own products and sums round too, each to 64 bits.
    constexpr long double own = 0x1p-60L;
    const long double additions = static_cast<long double>(std::max<std::int64_t>(terms - 1, 0));
    const long double roundoff = additions * unit_roundoff + own;
    const std::string bound = in_short(roundoff * unweighted);
    if (std::abs(apart.total()) <= roundoff * magnitudes) {  // false of a NaN
        return {"fingerprint", Status::passed,
                "plain sums: errors below " + bound + " in all may not be seen"};
    }
    return {"fingerprint", Status::failed,
            "the result is off by more than additions round, " + bound + " in all"};
}

}  // namespace collective
