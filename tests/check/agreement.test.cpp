#include "collective/check/agreement.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "collective/check/ranks_text.hpp"

using namespace collective;

namespace {

/// A letter is a copy.
std::string judged(const std::string& copies, const std::vector<Standing>& standings = {}) {
    std::vector<CopyEvidence> evidence;
    for (const char copy : copies) evidence.push_back({7, static_cast<std::uint64_t>(copy)});
    const Verdict verdict = judge_agreement(evidence, standings);
    CHECK(verdict.check == "agreement");
    CHECK((verdict.status == Status::passed) == copies_agree(evidence));
    CHECK((verdict.status == Status::failed) == !verdict.detail.empty());
    return verdict.detail;
}

}  // namespace

TEST_CASE("agreement: one rank alone agrees, and equal copies do") {
    CHECK(judged("a").empty());
    CHECK(judged("aaaaa").empty());
}

TEST_CASE("agreement: names the ranks that differ from most others") {
    CHECK(judged("aba") == "rank 1 differs from the others");
    CHECK(judged("baacda") == "ranks 0, 3 and 4 differ from the others");
    CHECK(judged("aabbc", {}) == "ranks 0 and 2 differ");
}

TEST_CASE("agreement: copies of different lengths differ, whatever the hash") {
    const std::vector<CopyEvidence> evidence = {{1, 5}, {2, 5}, {1, 5}};
    CHECK(judge_agreement(evidence, {}).detail == "rank 1 differs from the others");
}

TEST_CASE("agreement: the fingerprint breaks a tie") {
    constexpr Standing right = Standing::right, wrong = Standing::wrong, unknown = Standing::unknown;
    CHECK(judged("ab") == "ranks 0 and 1 differ");
    CHECK(judged("ab", {wrong, right}) == "rank 0 differs from the others");
    CHECK(judged("ab", {right, wrong}) == "rank 1 differs from the others");
    CHECK(judged("ab", {wrong, wrong}) == "ranks 0 and 1 differ");
    CHECK(judged("ab", {unknown, unknown}) == "ranks 0 and 1 differ");
    CHECK(judged("abab", {right, wrong, right, wrong}) == "ranks 1 and 3 differ from the others");
}

TEST_CASE("agreement: a list of ranks stays short") {
    CHECK(ranks_text(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}) == "ranks 0, 1, 2, 3, 4, 5, 6 and 7");
    CHECK(ranks_text(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 9}) == "ranks 0, 1, 2, 3, 4, 5, 6 and 2 more");
}
