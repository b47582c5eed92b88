#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

/// The result at several rank counts, without blanks; or the message.
void check_op(const std::string& rows, const std::vector<std::string>& options, const std::string& right) {
    for (const char* ranks : {"1", "2", "3", "7"}) {
        std::vector<std::string> words{"--ranks", ranks};
        words.insert(words.end(), options.begin(), options.end());
        const CommandEnd outcome = run_text(rows, words);
        CAPTURE(ranks);
        CAPTURE(options[1]);
        CHECK(outcome.message == "");
        CHECK(without_blanks(outcome.output) == right);
        CHECK(outcome.status == Exit::passed);
    }
}

// Of integers, of floats, and of each with integers that no number of 64 bits holds.
const std::string integers = R"([["a",[[1,3],[2,-4],[1,5]]],["b",[]],["c",[[2,7],[1,-2],[2,0]]]])";
const std::string floats =
    R"([["a",[[1,0.5],[2,-0.0]]],["b",[[2,0.0],[1,3]]],["c",[[1,-1e300],[1,1e-300]]]])";
const std::string wide =
    R"([["a",[[1,100000000000000000000],[2,-1]]],["b",[[1,-3],[1,7]]],["c",[[2,100000000000000000000]]]])";
const std::string mixed =
    R"([["a",[[1,100000000000000000000000],[2,-0.0]]],["b",[[1,0.5],[2,0]]],["c",[[1,3],[2,9007199254740993]]]])";

}  // namespace

TEST_CASE("operators of the command: integers") {
    check_op(integers, {"--op", "sum"}, "[[1,6],[2,3]]");
    check_op(integers, {"--op", "min"}, "[[1,-2],[2,-4]]");
    check_op(integers, {"--op", "max"}, "[[1,5],[2,7]]");
    check_op(integers, {"--op", "product"}, "[[1,-30],[2,0]]");
    check_op(integers, {"--op", "mean"}, "[[1,3.0],[2,1.5]]");
    check_op(integers, {"--op", "mean", "--mean-over", "all"}, "[[1,2.0],[2,1.0]]");
    check_op(integers, {"--op", "count"}, "[[1,3],[2,3]]");
    check_op(integers, {"--op", "first"}, "[[1,3],[2,-4]]");
    check_op(integers, {"--op", "last"}, "[[1,-2],[2,0]]");
}

TEST_CASE("operators of the command: floats") {
    check_op(floats, {"--op", "min"}, "[[1,-1e+300],[2,-0.0]]");
    check_op(floats, {"--op", "max"}, "[[1,3.0],[2,0.0]]");
    check_op(floats, {"--op", "product"}, "[[1,-1.5000000000000002],[2,-0.0]]");
    check_op(floats, {"--op", "mean"}, "[[1,-3.3333333333333335e+299],[2,0.0]]");
    check_op(floats, {"--op", "count"}, "[[1,4],[2,2]]");
    check_op(floats, {"--op", "first"}, "[[1,0.5],[2,-0.0]]");
    check_op(floats, {"--op", "last"}, "[[1,1e-300],[2,0.0]]");
}

TEST_CASE("operators of the command: integers of any size") {
    check_op(wide, {"--op", "min"}, "[[1,-3],[2,-1]]");
    check_op(wide, {"--op", "max"}, "[[1,100000000000000000000],[2,100000000000000000000]]");
    check_op(wide, {"--op", "product"}, "[[1,-2100000000000000000000],[2,-100000000000000000000]]");
    check_op(wide, {"--op", "mean"}, "[[1,5e+19],[2,5e+19]]");
    check_op(wide, {"--op", "count"}, "[[1,3],[2,2]]");
    check_op(wide, {"--op", "first"}, "[[1,100000000000000000000],[2,-1]]");
    check_op(wide, {"--op", "last"}, "[[1,7],[2,100000000000000000000]]");
    // A product of small integers that no number of 64 bits holds.
    check_op("[[0,[[1,4294967296]]],[1,[[1,4294967296]]],[2,[[1,-3]]]]", {"--op", "product"},
             "[[1,-55340232221128654848]]");
}

TEST_CASE("operators of the command: floats beside integers that no float holds") {
    // 10^23 lies half-way between two floats.
    check_op(mixed, {"--op", "sum"}, "[[1,1.0000000000000001e+23],[2,9007199254740992.0]]");
    check_op(mixed, {"--op", "min"}, "[[1,0.5],[2,-0.0]]");
    check_op(mixed, {"--op", "max"}, "[[1,1e+23],[2,9007199254740992.0]]");
    check_op(mixed, {"--op", "product"}, "[[1,1.5e+23],[2,-0.0]]");
    check_op(mixed, {"--op", "mean"}, "[[1,3.333333333333333e+22],[2,3002399751580331.0]]");
    check_op(mixed, {"--op", "first"}, "[[1,1e+23],[2,-0.0]]");
    check_op(mixed, {"--op", "last"}, "[[1,3.0],[2,9007199254740992.0]]");
}
