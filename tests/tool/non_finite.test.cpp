#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

using Words = std::vector<std::string>;

/// `run` on a CSV file of these lines, on some ranks and schedules.
void check_csv(const std::string& lines, const Words& options, Exit status, const std::string& right) {
    const TemporaryDirectory directory;
    put(directory.file("rows.csv"), "worker,coordinate,value\n" + lines);
    for (const char* ranks : {"1", "2", "5"}) {
        for (const char* schedule : {"gather", "split", "recursive-doubling"}) {
            Words words{"run",   directory.file("rows.csv"), "--quiet", "--ranks", ranks, "--schedule",
                        schedule};
            words.insert(words.end(), options.begin(), options.end());
            const CommandEnd end = run_command(words);
            CAPTURE(lines);
            CAPTURE(schedule);
            CAPTURE(ranks);
            CHECK(without_blanks(end.output) == (status == Exit::bad_input ? "" : right));
            if (status == Exit::bad_input) CHECK(end.message.find(right) != std::string::npos);
            CHECK(end.status == status);
        }
    }
}

const std::string all =
    "a,1,nan\na,2,inf\nb,2,1\na,3,inf\nc,3,-inf\nb,4,-inf\nc,4,-inf\na,5,0.25\nb,5,3\nb,1,7\nc,6,nan\n";

}  // namespace

TEST_CASE("NaN and infinities: sums by the rules of IEEE 754, and the checks pass") {
    const std::string right = R"([[1,"NaN"],[2,"Infinity"],[3,"NaN"],[4,"-Infinity"],[5,3.25],[6,"NaN"]])";
    check_csv(all, {}, Exit::passed, right);
    check_csv(all, {"--value-type", "float32"}, Exit::passed, right);
    check_csv(all, {"--sum", "fast"}, Exit::passed, right);
    check_csv(all, {"--op", "mean"}, Exit::passed,
              R"([[1,"NaN"],[2,"Infinity"],[3,"NaN"],[4,"-Infinity"],[5,1.625],[6,"NaN"]])");
    check_csv(all, {"--op", "count"}, Exit::passed, "[[1,2],[2,2],[3,2],[4,2],[5,2],[6,1]]");
    check_csv(all, {"--op", "product"}, Exit::passed,
              R"([[1,"NaN"],[2,"Infinity"],[3,"-Infinity"],[4,"Infinity"],[5,0.75],[6,"NaN"]])");
    check_csv("a,1,inf\nb,1,0\n", {"--op", "product"}, Exit::passed, R"([[1,"NaN"]])");
    check_csv(all, {"--drop-zeros", "--op", "first"}, Exit::passed,
              R"([[1,"NaN"],[2,"Infinity"],[3,"Infinity"],[4,"-Infinity"],[5,0.25],[6,"NaN"]])");
}

TEST_CASE("NaN and infinities: the smallest and the largest, with a NaN or in spite of it") {
    check_csv(all, {"--op", "min"}, Exit::passed,
              R"([[1,"NaN"],[2,1.0],[3,"-Infinity"],[4,"-Infinity"],[5,0.25],[6,"NaN"]])");
    check_csv(all, {"--op", "max"}, Exit::passed,
              R"([[1,"NaN"],[2,"Infinity"],[3,"Infinity"],[4,"-Infinity"],[5,3.0],[6,"NaN"]])");
    for (const char* op : {"min", "max"})
        check_csv("a,1,nan\nb,1,7\nc,6,nan\n", {"--op", op, "--ignore-nan"}, Exit::passed,
                  R"([[1,7.0],[6,"NaN"]])");
}

TEST_CASE("a sum of finite values that is too large stays bad input, whatever is elsewhere") {
    const std::string message = "coordinate 1: the sum is beyond the largest double";
    check_csv("a,1,1e308\nb,1,1e308\n", {}, Exit::bad_input, message);
    check_csv("a,1,1e308\nb,1,1e308\nc,2,inf\na,2,nan\n", {}, Exit::bad_input, message);
    check_csv("a,1,1e308\nb,1,1e308\nc,1,-inf\n", {}, Exit::passed, R"([[1,"-Infinity"]])");
    check_csv("a,1,3e38\nb,1,3e38\nc,2,inf\n", {"--value-type", "float32"}, Exit::bad_input,
              "coordinate 1: the sum is beyond the largest float32");
}

TEST_CASE("NaN and infinities have no place in exact carriers and in integers") {
    check_csv("a,1,9007199254740993\nb,2,nan\n", {}, Exit::bad_input,
              "beside integers that no float64 holds");
    check_csv("a,1,9007199254740993.0\nb,2,nan\n", {}, Exit::passed, R"([[1,9007199254740992.0],[2,"NaN"]])");
    check_csv("a,1,2\nb,2,nan\n", {"--value-type", "int8"}, Exit::bad_input, "is no int8");
    check_csv("a,1,2\nb,2,inf\n", {"--value-type", "float32", "--op", "product"}, Exit::bad_input,
              "take --value-type float64");
}

TEST_CASE("NaN and infinities in compare: a NaN is as right as another") {
    const TemporaryDirectory directory;
    put(directory.file("rows.csv"), "worker,coordinate,value\n" + all + "a,7,1e308\nb,7,1e308\nc,7,-inf\n");
    for (const Words& options : {Words{}, Words{"--all"}, Words{"--sum", "fast"}}) {
        Words words{"compare", directory.file("rows.csv"), "--ranks", "3", "--rows", "0"};
        words.insert(words.end(), options.begin(), options.end());
        const CommandEnd end = run_command(words);
        CHECK(end.message == "");
        CHECK(end.status == Exit::passed);
        CHECK(without_blanks(end.output).find("coordinatesumpassedpassedpassed000") != std::string::npos);
    }
}
