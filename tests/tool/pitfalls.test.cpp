#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "collective/strategy/pitfalls.hpp"
#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

/// What a pitfall must show, written down by hand; blanks don't count.
struct Told {
    std::string values;  ///< coordinate, right, wrong
    std::string lights;
};

const std::string passed = "passed";
const std::string failed = "FAILED";
const std::string wrong_sums = "FAILED  the result doesn't hold the sums of the inputs";

std::string lights(const std::string& agreement, const std::string& coordinates,
                   const std::string& fingerprint) {
    return "agreement " + agreement + "coordinates " + coordinates + "fingerprint " + fingerprint;
}

/// At 2, 3 or 5 ranks: one mean divides by them, and what rank 0 holds is all that it has without a
/// reduction.
std::map<std::string_view, Told> told(int ranks) {
    const std::string alone = ranks == 2 ? "1" : "-";  // on more ranks the two workers are not on rank 0
    const std::string mean = ranks == 2   ? "2 6.0 3.0"
                             : ranks == 3 ? "1 3.0 2.0 2 6.0 2.0"
                                          : "1 3.0 1.2 2 6.0 1.2";
    const std::string holders = ranks == 2 ? "ranks 0 and 1 differ" : "";
    return {
        {"position", {"0 1 11  1 10 -", lights(passed, "FAILED 1 missing: 1", wrong_sums)}},
        {"overwrite", {"7 11 10", lights(passed, passed, wrong_sums)}},
        {"first-coordinates", {"2 10 -  5 1 11", lights(passed, "FAILED 1 missing: 2", wrong_sums)}},
        {"dropped-duplicates", {"7 6 3", lights(passed, passed, wrong_sums)}},
        {"coordinate-in-32-bits",
         {"1 1 11  4294967297 10 -", lights(passed, "FAILED 1 missing: 4294967297", wrong_sums)}},
        {"coordinate-through-double",
         {"9007199254740992 1 11  9007199254740993 10 -",
          lights(passed, "FAILED 1 missing: 9007199254740993", wrong_sums)}},
        {"mean-over-ranks", {mean, lights(passed, passed, wrong_sums)}},
        {"arrival-order",
         {"7 1.0000000000000002e+16 1e+16",
          lights(passed, passed, "FAILED a sum isn't correctly rounded on rank")}},
        {"no-reduction", {"7 11 " + alone, "agreement FAILED" + holders}},
        {"dropped-zeros", {"7 0 -", "agreement passed coordinates FAILED"}},
    };
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(without_blanks(part)) != std::string::npos;
}

}  // namespace

TEST_CASE("pitfalls: each is wrong on its input as it says, and caught by the check it names") {
    for (const int ranks : {2, 3, 5}) {
        const auto all = told(ranks);
        for (const PitfallRow& row : pitfall_rows()) {
            REQUIRE(all.count(row.name) == 1);
            const Told& one = all.at(row.name);
            for (const std::string& schedule : schedule_names()) {
                const CommandEnd end = run_command({"pitfalls", std::string(row.name), "--ranks",
                                                    std::to_string(ranks), "--schedule", schedule});
                CAPTURE(row.name);
                CAPTURE(ranks);
                CAPTURE(schedule);
                CAPTURE(end.output);
                CHECK(end.message == "");
                CHECK(end.status == Exit::passed);
                const std::string output = without_blanks(end.output);
                CHECK(contains(output, "coordinate right wrong " + one.values + "agreement"));
                CHECK(contains(output, one.lights));
                CHECK(contains(output, std::string(row.pitfall.caught_by) + failed));
            }
        }
    }
}

TEST_CASE("pitfalls: every one but the missing reduction goes wrong on one rank too") {
    for (const PitfallRow& row : pitfall_rows()) {
        CAPTURE(row.name);
        const CommandEnd end = run_command({"pitfalls", std::string(row.name), "--ranks", "1"});
        CHECK((end.status == Exit::passed) == (row.name != "no-reduction"));
    }
    CHECK(contains(without_blanks(run_command({"pitfalls", "no-reduction", "--ranks", "1"}).output),
                   "It is right here."));
}

TEST_CASE("pitfalls: the list has what each assumes, its report and its check") {
    const std::string output = without_blanks(run_command({"pitfalls"}).output);
    for (const PitfallRow& row : pitfall_rows()) {
        CAPTURE(row.name);
        CHECK(contains(output, std::string(row.name) + std::string(row.pitfall.assumes) +
                                   std::string(row.pitfall.caught_by) + std::string(row.pitfall.report)));
        CHECK(row.pitfall.url.starts_with("https://github.com/"));
        CHECK(contains(without_blanks(run_command({"list"}).output),
                       std::string(row.name) + std::string(row.meaning)));
    }
}

TEST_CASE("pitfalls: an unknown name gets the nearest one and all of them") {
    const CommandEnd end = run_command({"pitfalls", "overwrit"});
    CHECK(end.status == Exit::usage);
    CHECK(end.message.find("unknown pitfall 'overwrit': did you mean overwrite? (known: position") !=
          std::string::npos);
}

namespace {

/// What `compare --all` says of these rows on 2 ranks, without blanks.
std::string gallery(const std::string& rows) {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), rows);
    const CommandEnd end = run_command({"compare", "--all", "--ranks", "2", directory.file("rows.json")});
    CHECK(end.message == "");
    CHECK(end.status == Exit::passed);
    const std::string output = without_blanks(end.output);
    const std::size_t begin = output.find(without_blanks("extra caught by"));
    return begin == std::string::npos ? output.substr(output.find("Wouldnot")) : output.substr(begin);
}

}  // namespace

TEST_CASE("compare --all: tells what would have hurt, and what would not") {
    CHECK(gallery(R"([["a",[[0,1],[1,2]]],["b",[[0,3],[1,4]]]])") ==
          without_blanks("extra caught by"
                         "overwrite sum 2 0 0 fingerprint"
                         "no-reduction sum 2 0 0 agreement, fingerprint"
                         "Would not have hurt here: position, first-coordinates, dropped-duplicates, "
                         "coordinate-in-32-bits, coordinate-through-double, mean-over-ranks, arrival-order, "
                         "dropped-zeros"));
    CHECK(gallery("[]").starts_with("Wouldnothavehurthere:position,overwrite,first-coordinates"));
}

TEST_CASE("compare --all: integers of any size, floats beside wide integers, what can't be tried") {
    const std::string wide =
        gallery(R"([["a",[[0,100000000000000000000]]],["b",[[0,100000000000000000000]]]])");
    CHECK(contains(wide, "overwrite sum 1 0 0 fingerprint"));
    CHECK(contains(wide, "dropped-duplicates sum 1 0 0 fingerprint"));
    const std::string mixed = gallery(R"([["a",[[0,100000000000000000001]]],["b",[[0,0.5]]]])");
    CHECK(contains(mixed, "overwrite sum 1 0 0 fingerprint"));
    CHECK(!contains(mixed, "dropped-duplicates sum"));
    const std::string above =
        gallery(R"([["a",[[18446744073709551615,1]]],["b",[[18446744073709551615,1]]]])");
    CHECK(contains(above, "dropped-duplicates sum 1 0 0 fingerprint"));
    CHECK(
        contains(above, "coordinate-in-32-bits can't be tried here: it goes by signed integers of 64 bits"));
    const std::string large = gallery(R"([["a",[[0,1e308]]],["b",[[0,1e308]]],["c",[[0,-1e308]]]])");
    CHECK(contains(large, "arrival-order can't be tried here: coordinate 0: the sum is beyond"));
}

TEST_CASE("compare --all: a right mean that can't be had is told, and the others are tried") {
    const std::string nines(400, '9'), sevens(5000, '7');
    const std::string text =
        gallery("[[\"a\",[[1," + nines + "]]],[\"b\",[[1,-" + nines + "],[2," + sevens + "]]]]");
    CHECK(contains(text, "overwrite sum 1 0 0 fingerprint"));
    CHECK(contains(text, "mean-over-ranks can't be tried here: coordinate 2: the mean is beyond"));
}

TEST_CASE("compare --all breaks things itself") {
    const CommandEnd end = run_command({"compare", "--all", "-", "--inject", "drop-pair"});
    CHECK(end.status == Exit::usage);
    CHECK(end.message.find("--inject") != std::string::npos);
}
