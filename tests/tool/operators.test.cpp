#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/format/npz_files.hpp"
#include "tests/schedule/names.hpp"
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

TEST_CASE("operators of the command: NaN and infinities, from an array of NumPy") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> workers{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2};
    const std::vector<double> coordinates{1, 2, 3, 4, 4, 3, 2, 1, 1, 2, 4};
    const std::vector<double> values{nan, 5, nan, infinity, 1, nan, -infinity, 0.5, 2, -nan, 3};
    const TemporaryDirectory directory;
    for (const std::string type : {"<f4", "<f8"}) {
        const std::string file = directory.file("special.npz");
        put(file, zip({{"workers.npy", npy("<i8", workers)},
                       {"coordinates.npy", npy("<i8", coordinates)},
                       {"values.npy", npy(type, values)}}));
        const auto check = [&](const std::vector<std::string>& words, const std::string& right) {
            for (const std::string& schedule : schedule_names()) {
                for (const char* ranks : {"1", "2", "3", "5"}) {
                    std::vector<std::string> all{"run", file,         "--quiet", "--ranks",
                                                 ranks, "--schedule", schedule};
                    all.insert(all.end(), words.begin(), words.end());
                    const CommandEnd end = run_command(all);
                    CAPTURE(type);
                    CAPTURE(words[1]);
                    CAPTURE(schedule);
                    CAPTURE(ranks);
                    CHECK(end.message == "");
                    CHECK(without_blanks(end.output) == right);
                    CHECK(end.status == Exit::passed);
                }
            }
        };
        check({"--op", "min"}, R"([[1,"NaN"],[2,"NaN"],[3,"NaN"],[4,1.0]])");
        check({"--op", "max"}, R"([[1,"NaN"],[2,"NaN"],[3,"NaN"],[4,"Infinity"]])");
        check({"--op", "min", "--ignore-nan"}, R"([[1,0.5],[2,"-Infinity"],[3,"NaN"],[4,1.0]])");
        check({"--op", "max", "--ignore-nan"}, R"([[1,2.0],[2,5.0],[3,"NaN"],[4,"Infinity"]])");
        check({"--op", "sum"}, R"([[1,"NaN"],[2,"NaN"],[3,"NaN"],[4,"Infinity"]])");
        check({"--op", "mean"}, R"([[1,"NaN"],[2,"NaN"],[3,"NaN"],[4,"Infinity"]])");
        check({"--op", "count"}, "[[1,3],[2,3],[3,2],[4,3]]");

        const CommandEnd product = run_command({"run", file, "--quiet", "--op", "product"});
        const std::string plain = "[[1,\"NaN\"],[2,\"NaN\"],[3,\"NaN\"],[4,\"Infinity\"]]";
        CHECK((type == "<f8" ? without_blanks(product.output) == plain
                             : product.message.find("take --value-type float64") != std::string::npos));
        // A NaN is right where a NaN is right, also in the gallery.
        const std::string table = run_command({"compare", file, "--all", "--ranks", "2"}).output;
        CHECK(
            table.find("coordinate  sum       passed     passed       passed           0        0      0") !=
            std::string::npos);
        CHECK(table.find("can't be tried here: of float32") == std::string::npos);
    }
}
