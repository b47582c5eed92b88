#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "tests/check/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr std::size_t width = 3;
using Numbers = std::vector<double>;

/// Two ranks with rows of small whole numbers, whose sums are exact, and the right result as a flat matrix.
struct RowJob {
    explicit RowJob(std::mt19937_64& random) {
        right.resize(4 * width);
        for (Numbers& flat : inputs) {
            for (std::size_t i = 0; i < 4 * width; ++i) {
                flat.push_back(static_cast<double>(random() % 2000) - 1000);
                right[i] += flat[i];
            }
        }
    }

    static std::vector<Entry<Row<double>>> pairs_of(const Numbers& flat) {
        std::vector<Entry<Row<double>>> pairs;
        for (std::size_t i = 0; i * width < flat.size(); ++i) {
            pairs.push_back({static_cast<std::int64_t>(10 * i), std::span(flat).subspan(i * width, width)});
        }
        return pairs;
    }

    /// "+" passed, "-" failed, "." not applicable: agreement, coordinates, fingerprint.
    std::string checks(const Numbers& first_copy, const Numbers& second_copy) const {
        Job<Row<double>> job({pairs_of(inputs[0]), pairs_of(inputs[1])});
        job.copies = {pairs_of(first_copy), pairs_of(second_copy)};
        std::string text;
        for (const Verdict& one : job.check()) {
            text += one.status == Status::passed ? '+' : one.status == Status::failed ? '-' : '.';
        }
        return text;
    }
    std::string checks(const Numbers& copy) const { return checks(copy, copy); }

    Numbers inputs[2];
    Numbers right;
};

}  // namespace

TEST_CASE("checks: rows, each wrong number is caught") {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 300; ++trial) {
        const RowJob job(random);
        REQUIRE(job.checks(job.right) == "+++");
        const std::size_t place = random() % job.right.size();

        Numbers wrong = job.right;
        wrong[place] += 1;
        CHECK(job.checks(wrong) == "++-");
        CHECK(job.checks(job.right, wrong)[0] == '-');

        const std::size_t other = random() % job.right.size();
        wrong = job.right;
        std::swap(wrong[place], wrong[other]);  // of one row or of two
        CHECK(job.checks(wrong) == (wrong == job.right ? "+++" : "++-"));
    }
}

TEST_CASE("checks: rows, what is not finite stays in its column") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::mt19937_64 random(4);
    RowJob job(random);
    job.inputs[1][4] = job.right[4] = nan;
    job.inputs[0][5] = job.right[5] = infinity;
    job.inputs[0][0] = infinity;
    job.inputs[1][0] = -infinity;
    job.right[0] = nan;
    CHECK(job.checks(job.right) == "+++");
    Numbers wrong = job.right;
    wrong[3] += 1;  // beside a NaN
    CHECK(job.checks(wrong) == "++-");
    wrong = job.right;
    std::swap(wrong[4], wrong[5]);
    CHECK(job.checks(wrong) == "++-");
    wrong = job.right;
    wrong[0] = infinity;
    CHECK(job.checks(wrong) == "++-");
}
