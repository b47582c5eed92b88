#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "collective/operator/last.hpp"
#include "tests/plan/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

std::string refusal(int ranks, const Options& options) {
    const Workers<std::int64_t> workers{{{1, 2}}};
    InMemory<Sum, std::int64_t> job(ranks, {}, options);
    try {
        job(spread(workers, even_bounds(1, ranks)));
    } catch (const InputError& error) {
        return error.what();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("calls: an unknown schedule is refused with the nearest name and all names") {
    Options options;
    options.schedule = "splt";
    CHECK(refusal(1, options) ==
          "unknown schedule 'splt': did you mean split? (known: auto gather recursive-doubling ring split "
          "hierarchical)");
    CHECK(refusal(3, options) == "rank 0: " + refusal(1, options));
    options.schedule = "recursive-dubling";
    CHECK(refusal(1, options).find("did you mean recursive-doubling?") != std::string::npos);
    options.schedule = "";
    CHECK(refusal(1, options).starts_with("unknown schedule ''"));
}

TEST_CASE("calls: nodes must add up to the ranks") {
    Options options;
    options.nodes = {3, 2};
    CHECK(refusal(4, options) ==
          "rank 0: nodes of 5 ranks in all, but there are 4 ranks: give sizes that add up to them");
    CHECK(refusal(5, options) == "not refused");
    options.nodes = {3, 0};
    CHECK(refusal(3, options) == "rank 0: a node of 0 ranks: give sizes from 1");
    options.nodes = {4, -1};
    CHECK(refusal(3, options) == "rank 0: a node of -1 ranks: give sizes from 1");
    options.nodes = {2'000'000'000, 2'000'000'000};
    CHECK(refusal(3, options).find("nodes of 4000000000 ranks in all") != std::string::npos);
}

TEST_CASE("calls: only a rank that exists can be corrupted") {
    Options options;
    options.fault = Fault::corrupt_rank;
    for (const int rank : {-1, 3, 2'000'000'000}) {
        options.fault_rank = rank;
        CHECK(refusal(3, options) ==
              "rank 0: rank " + std::to_string(rank) + " can't be corrupted: the ranks are 0 to 2");
    }
    options.fault_rank = 2;
    CHECK(refusal(3, options) == "not refused");
    options.fault = Fault::none;
    options.fault_rank = 7;
    CHECK(refusal(3, options) == "not refused");
}

TEST_CASE("calls: messages call coordinates by the names that the caller gives them") {
    struct Letters final : CoordinateNames {
        std::string name(std::int64_t coordinate) const override {
            return "letter " + std::string(1, static_cast<char>('a' + coordinate));
        }
    } letters;
    for (const int ranks : {1, 2, 3}) {
        Options options;
        options.names = &letters;
        options.fault = Fault::drop_pair;
        InMemory<Sum, std::int64_t> broken(ranks, {}, options);
        broken(spread(Workers<std::int64_t>{{{3, 4}}, {{1, 9}}}, even_bounds(2, ranks)));
        CHECK(broken.verdicts()[1].detail == "1 missing: letter b");

        options.fault = Fault::none;
        InMemory<Sum, std::int64_t> job(ranks, {}, options);
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        CHECK_THROWS_WITH_AS(
            job(spread(Workers<std::int64_t>{{{2, most}}, {{2, 1}}}, even_bounds(2, ranks))),
            doctest::Contains("coordinate letter c: the sum 9223372036854775808 does not fit"), InputError);
    }
}

TEST_CASE("calls: nothing is left over from the call before") {
    const Workers<std::int64_t> a{{{5, 1}, {2, 10}}, {{2, 100}}}, b{{{7, 1}}, {{-7, 2}, {7, 3}}},
        none{{}, {}};
    using Pairs = std::vector<Entry<std::int64_t>>;
    const std::pair<const Workers<std::int64_t>*, Pairs> calls[] = {
        {&a, {{2, 110}, {5, 1}}}, {&b, {{-7, 2}, {7, 4}}}, {&a, {{2, 110}, {5, 1}}}, {&none, {}}};
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 7}) {
            Options options;
            options.schedule = schedule;
            InMemory<Sum, std::int64_t> job(ranks, {}, options);
            for (const auto& [workers, expected] : calls) {
                job(spread(*workers, even_bounds(workers->size(), ranks)));
                for (int rank = 0; rank < ranks; ++rank) {
                    CHECK(Pairs(job.result(rank).begin(), job.result(rank).end()) == expected);
                }
                for (const Verdict& verdict : job.verdicts()) CHECK(verdict.status == Status::passed);
                CHECK(job.account().workers == 2);
            }
        }
    }
}

TEST_CASE("calls: the input is left as it is, and without checks there is no verdict") {
    const Workers<double> workers{{{5, 1}, {2, 10}, {5, 3}}, {{2, 100}}}, before = workers;
    Options options;
    options.check = false;
    const auto outcome = run_job<Sum>(workers, even_bounds(2, 2), options);
    CHECK(outcome.copies[1] == std::vector<Entry<double>>{{2, 110}, {5, 4}});
    CHECK(outcome.verdicts.empty());
    CHECK(workers == before);
}

TEST_CASE("calls: the operator decides, however often it is called and on whatever length") {
    for (const int ranks : {2, 3, 5, 8}) {
        for (const std::int64_t keys : {1, 2, 7, 10'007}) {
            Workers<std::int64_t> workers(static_cast<std::size_t>(ranks));
            for (int rank = 0; rank < ranks; ++rank)
                for (std::int64_t key = keys; key > 0; --key)
                    workers[static_cast<std::size_t>(rank)].push_back({key, rank + 1});
            for (const std::string& schedule : schedule_names()) {
                Options options;
                options.schedule = schedule;
                const auto outcome = run_job<Sum>(workers, even_bounds(workers.size(), ranks), options);
                CHECK(outcome.checks() == "+++");
                for (const auto& copy : outcome.copies) {
                    REQUIRE(copy.size() == static_cast<std::size_t>(keys));
                    for (const auto& pair : copy) REQUIRE(pair.value == ranks * (ranks + 1) / 2);
                }
            }
        }
    }
}
