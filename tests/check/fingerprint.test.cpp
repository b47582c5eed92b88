#include "collective/check/fingerprint.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "tests/check/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double max = std::numeric_limits<double>::max();

Verdict fingerprint(const Job<double>& job) { return job.check()[2]; }

/// The verdict on `result` as the sum of `values` at one coordinate, one value a rank.
Status of_sum(const std::vector<double>& values, double result) {
    std::vector<std::vector<Entry<double>>> inputs;
    for (const double value : values) inputs.push_back({{5, value}, {6, 1.25}});
    Job<double> job(std::move(inputs));
    job.remainders[0].add(std::int64_t{5}, 0, result, values);
    job.give_all({{5, result}, {6, 1.25 * static_cast<double>(values.size())}});
    return fingerprint(job).status;
}

}  // namespace

TEST_CASE("fingerprint: errors that a linear hash can't see") {
    Job<std::int64_t> job({{{10, 7}, {11, 7}, {12, 7}}, {{11, 5}}});
    job.give_all({{10, 8}, {11, 10}, {12, 8}});
    CHECK(job.check()[2].status == Status::failed);
    job.give_all({{10, 7}, {11, 12}, {12, 7}});
    CHECK(job.check()[2].status == Status::passed);
}

TEST_CASE("fingerprint: an error of a multiple of one modulus") {
    for (const std::int64_t times : {1, 2, -3})
        for (const std::int64_t modulus : {(std::int64_t{1} << 61) - 1, (std::int64_t{1} << 31) - 1}) {
            Job<std::int64_t> job({{{1, 4}}, {{1, 5}, {2, 6}}});
            job.give_all({{1, 9 + times * modulus}, {2, 6}});
            CHECK(job.check()[2].status == Status::failed);
        }
    Job<double> job({{{1, 1.0}}});
    job.give_all({{1, 0x1p61}});
    CHECK(fingerprint(job).status == Status::failed);
    job.give_all({{1, 0x1p31}});
    CHECK(fingerprint(job).status == Status::failed);
}

TEST_CASE("fingerprint: narrow inputs and a wide result") {
    const std::int64_t highest = std::numeric_limits<std::int64_t>::max();
    Job<std::int64_t, std::int64_t, Int128> job({{{1, highest}}, {{1, highest}}, {{1, highest}, {2, -1}}});
    job.give_right_result();
    CHECK(job.copies[0][0].value == static_cast<Int128>(highest) * 3);
    CHECK(summary(job.check()) == "+++");
    ++job.copies[0][0].value;
    job.give_all(job.copies[0]);
    CHECK(summary(job.check()) == "++-");
}

TEST_CASE("fingerprint: remainders must be published, by one rank, and be what rounding removes") {
    const std::vector<double> values = {1, 0x1p-60};
    const auto job_with = [&](std::vector<std::pair<double, std::vector<double>>> published, double result) {
        Job<double> job({{{5, values[0]}}, {{5, values[1]}}});
        job.give_all({{5, result}});
        for (std::size_t rank = 0; rank < published.size(); ++rank)
            job.remainders[rank].add(std::int64_t{5}, 0, published[rank].first, published[rank].second);
        return fingerprint(job);
    };
    CHECK(job_with({{1, values}}, 1).status == Status::passed);
    CHECK(job_with({}, 1).status == Status::failed);
    CHECK(job_with({{1, values}, {1, values}}, 1).status == Status::failed);
    CHECK(job_with({{1, {1, -0x1p-60}}}, 1).status == Status::failed);
    const double next = std::nextafter(1.0, 2.0);
    const Verdict forged = job_with({{next, values}}, next);
    CHECK(forged.status == Status::failed);
    CHECK(forged.detail == "a sum isn't correctly rounded on rank 0");
}

TEST_CASE("fingerprint: a copy that differs is told from the right ones") {
    Job<double> job({{{5, 1}, {6, 1}}, {{5, 0x1p-60}}, {{6, 3}}, {}});
    job.give_right_result();
    job.copies[1][1].value = 5;
    job.copies[3].pop_back();
    CHECK(summary(job.check()) == "-.-");
    CHECK(job.check()[0].detail == "ranks 1 and 3 differ from the others");
    CHECK(fingerprint(job).detail == "the copies of ranks 1 and 3 don't hold the sums of the inputs");
}

TEST_CASE("fingerprint: a zero of the other sign is a disagreement but no wrong sum") {
    Job<double> job({{{5, 1}}, {{5, -1}}});
    job.give_right_result();
    job.copies[1][0].value = -0.0;
    CHECK(summary(job.check()) == "-.+");
    CHECK(job.check()[0].detail == "ranks 0 and 1 differ");
}

TEST_CASE("fingerprint: NaNs and infinities follow IEEE 754") {
    const Status passed = Status::passed, failed = Status::failed;
    struct Row {
        std::vector<double> values;
        Status nan_result, plus_result, minus_result, finite_result;
    };
    const std::vector<Row> rows = {
        {{1, not_a_number}, passed, failed, failed, failed},
        {{1, infinity}, failed, passed, failed, failed},
        {{-infinity, 1}, failed, failed, passed, failed},
        {{infinity, -infinity}, passed, failed, failed, failed},
        {{infinity, infinity, 3}, failed, passed, failed, failed},
        {{not_a_number, infinity, 2}, passed, failed, failed, failed},
        {{1, 2}, failed, failed, failed, failed},
        {{max, max}, failed, passed, failed, failed},
        {{-max, -0x1p970}, failed, failed, passed, failed},
    };
    for (const Row& row : rows) {
        CAPTURE(row.values);
        CHECK(of_sum(row.values, not_a_number) == row.nan_result);
        CHECK(of_sum(row.values, infinity) == row.plus_result);
        CHECK(of_sum(row.values, -infinity) == row.minus_result);
        CHECK(of_sum(row.values, 0.5) == row.finite_result);
    }
}

TEST_CASE("fingerprint: a NaN in one of unequal copies, whoever's share it is in") {
    for (std::size_t rank = 0; rank < 3; ++rank) {
        for (std::size_t i = 0; i < 6; ++i) {
            Job<double> job({{{0, 1}, {1, 1}, {2, 1}}, {{3, 1}, {4, 1}, {5, 1}}, {}});
            job.give_right_result();
            job.copies[rank][i].value = not_a_number;
            CHECK(summary(job.check()) == "-..");
            CHECK(fingerprint(job).detail ==
                  "not comparable: the ranks' copies differ and hold a NaN or an infinity");
            job.give_all(job.copies[rank]);
            CHECK(summary(job.check()) == "++-");
        }
    }
}

TEST_CASE("fingerprint: other coordinates stay checked beside a NaN") {
    std::vector<std::vector<Entry<double>>> inputs(3);
    for (std::int64_t i = 0; i < 100; ++i)
        inputs[static_cast<std::size_t>(i % 3)].push_back({i, i % 2 ? not_a_number : 1.0});
    Job<double> job(inputs);
    std::vector<Entry<double>> result;
    for (std::int64_t i = 0; i < 100; ++i) result.push_back({i, i % 2 ? not_a_number : 1.0});
    job.give_all(result);
    CHECK(summary(job.check()) == "+++");
    for (const auto& apart : job.check_apart()) CHECK(summary(apart) == "+++");
    result[50].value = 2;
    job.give_all(result);
    CHECK(summary(job.check()) == "++-");
    job.copies[1][0].value = 3;
    CHECK(summary(job.check()) == "-..");
}

TEST_CASE("fingerprint: says when it has nothing to say") {
    Job<int> last({{{1, 1}}, {{1, 2}}});
    last.give_all({{1, 2}});
    last.claimed = Claimed::neither;
    CHECK(last.check()[2].status == Status::not_applicable);
    CHECK(last.check()[2].detail ==
          "the values are claimed to be neither sums, nor means of floats or of integers of 64 bits");

    Job<std::string> words({{{1, "a"}}, {{1, "b"}}});
    words.give_all({{1, "ab"}});
    CHECK(summary(words.check()) == "++.");
    words.copies[1][0].value = "ba";
    CHECK(summary(words.check()) == "-..");
    CHECK(words.check()[0].detail == "ranks 0 and 1 differ");
}

TEST_CASE("fingerprint: shares tile any count") {
    for (std::size_t ranks = 1; ranks < 9; ++ranks)
        for (std::size_t count = 0; count < 30; ++count) {
            std::size_t next = 0;
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                const Share share = share_of(count, rank, ranks);
                CHECK(share.first == next);
                next = share.last;
            }
            CHECK(next == count);
        }
}
