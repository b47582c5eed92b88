#include <doctest/doctest.h>
#include <simdjson.h>

#include <cmath>
#include <map>

#include "tests/tool/in_process.hpp"

namespace collective {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using testing::run_command;

const std::string rows =
    R"([["</script>",[[2,1],[0,3],[5,7]]],["b",[[0,10],[2,20]]],[7,[[5,100],[7,200],[0,300]]]])";

/// The data of the page that a command draws of these rows.
std::string data_of(const std::vector<std::string>& words, const std::string& text = rows) {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), text);
    std::vector<std::string> all{words.front(), directory.file("rows.json"), "--page",
                                 directory.file("page.html")};
    all.insert(all.end(), words.begin() + 1, words.end());
    if (words.front() == "run") all.emplace_back("--quiet");
    run_command(all);
    const std::string page = contents(directory.file("page.html"));
    const std::string mark = "id=\"data\">";
    const std::size_t begin = page.find(mark) + mark.size();
    return page.substr(begin, page.find("</script>", begin) - begin);
}

std::vector<std::string> texts(element list) {
    std::vector<std::string> all;
    for (const element one : array(list))
        all.emplace_back(one.is_null() ? "-" : std::string(std::string_view(one)));
    return all;
}

TEST_CASE("A page has the lists, every strategy's values and verdicts, and where they differ") {
    simdjson::dom::parser parser;
    const std::string text = data_of({"compare", "--ranks", "3", "--schedule", "ring"});
    const element data = parser.parse(text);
    CHECK(std::string_view(data["command"]) == "compare");
    CHECK(std::int64_t(data["job"]["pairs"]) == 8);
    const array shown = data["lists"]["shown"];
    REQUIRE(shown.size() == 3);
    CHECK(std::string_view(shown.at(0)["name"]) == "</script>");
    CHECK(std::int64_t(shown.at(2)["name"]) == 7);
    CHECK(texts(shown.at(1)["pairs"].at(1)) == std::vector<std::string>{"2", "20"});

    // 0: 3 + 10 + 300, 2: 1 + 20, 5: 7 + 100, 7: 200. By place: 1 + 10 + 100, 3 + 20 + 200, 7 + 300.
    const array strategies = data["strategies"];
    CHECK(texts(strategies.at(0)["at_coordinates"]) == std::vector<std::string>{"313", "21", "107", "200"});
    CHECK(texts(strategies.at(1)["at_places"]) == std::vector<std::string>{"111", "223", "307"});
    CHECK(texts(strategies.at(2)["at_coordinates"]) == std::vector<std::string>{"300", "20", "100", "200"});
    const std::vector<std::vector<std::string>> verdicts{
        {"passed", "passed", "passed"}, {"passed", "failed", "failed"}, {"passed", "passed", "failed"}};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t check = 0; check < 3; ++check) {
            CHECK(std::string_view(strategies.at(i)["verdicts"].at(check)["status"]) == verdicts[i][check]);
        }
    }
    CHECK(std::int64_t(data["differing"]) == 5);
    std::map<std::string, std::vector<std::string>> differences;
    for (const element row : array(data["differences"])) {
        differences[std::string(std::string_view(row["coordinate"]))] = texts(row["values"]);
    }
    CHECK(differences == std::map<std::string, std::vector<std::string>>{{"0", {"313", "111", "300"}},
                                                                         {"1", {"-", "223", "-"}},
                                                                         {"2", {"21", "307", "20"}},
                                                                         {"5", {"107", "-", "100"}},
                                                                         {"7", {"200", "-", "200"}}});
}

TEST_CASE("A page has the bytes that the cost model predicts beside those that were counted") {
    simdjson::dom::parser parser;
    const std::string text = data_of({"compare", "--ranks", "3", "--schedule", "ring"});
    const element schedule = element(parser.parse(text))["schedule"];
    // 8 pairs of 3 ranks, of the 8 coordinates from 0 to 7: n ranks have 8 * (1 - exp(-n / 3)) of them
    // together. In a round of the ring all three slices travel, 16 bytes a pair.
    const array by_round = schedule["predicted"]["by_round"];
    REQUIRE(by_round.size() == 4);
    for (std::size_t round = 0; round < 4; ++round) {
        const int contributors = round == 0 ? 1 : round == 1 ? 2 : 3;
        CHECK(double(by_round.at(round)) == std::round(16 * 8 * (1 - std::exp(-contributors / 3.0))));
    }
    double sent = 0, received = 0, all = 0;
    for (const element round : by_round) all += double(round);
    for (const element rank : array(schedule["predicted"]["by_rank"])) {
        sent += double(rank.at(0));
        received += double(rank.at(1));
    }
    CHECK(sent == doctest::Approx(all).epsilon(0.01));
    CHECK(received == sent);
}

TEST_CASE("A page of many workers and long lists is a sample that counts what it leaves out") {
    std::string text = "[";
    for (int worker = 0; worker < 20; ++worker) {
        text += (worker == 0 ? "[" : ",[") + std::to_string(worker) + ",[";
        for (int i = 0; i < 10 + worker; ++i) {
            text += (i == 0 ? "[" : ",[") + std::to_string(i % 5) + ",1]";
        }
        text += "]]";
    }
    for (const char* ranks : {"1", "3", "20"}) {
        simdjson::dom::parser parser;
        const std::string page = data_of({"run", "--ranks", ranks}, text + "]");
        const element lists = element(parser.parse(page))["lists"];
        CHECK(array(lists["shown"]).size() == 7);
        CHECK(std::int64_t(array(lists["shown"]).at(6)["index"]) == 19);
        CHECK(std::int64_t(array(lists["shown"]).at(6)["size"]) == 29);
        CHECK(array(lists["places"]).size() == 8);
        CHECK(std::int64_t(lists["more_places"]) == 29 - 8);
        for (const element place : array(lists["places"])) CHECK(std::int64_t(place["hidden"]) == 13);
        // 390 pairs in all; the coordinates 0 to 4 stand twice, or for 3 and 4 once, in each of 7 shown
        // lists.
        std::int64_t hidden = 0;
        for (const element row : array(lists["coordinates"])) hidden += std::int64_t(row["hidden"]);
        CHECK(hidden == 390 - 7 * 8);
    }
}

TEST_CASE("What can't be drawn is told before the work") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), "not JSON");
    for (const char* option : {"--page", "--trace"}) {
        const auto end =
            run_command({"run", directory.file("rows.json"), option, directory.file("none/file")});
        CHECK(end.status == tool::Exit::broken);
        CHECK(end.message.find("none/file") != std::string::npos);
    }
    CHECK(run_command({"explain", "ring", "--page", directory.file("none/file")}).status ==
          tool::Exit::broken);
    put(directory.file("old.html"), "old");
    CHECK(run_command({"run", directory.file("rows.json"), "--page", directory.file("old.html")}).status ==
          tool::Exit::bad_input);
    CHECK(contents(directory.file("old.html")) == "old");
    CHECK(directory.files() == 2);
}

TEST_CASE("A page changes neither the result nor the status") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), rows);
    for (const char* strategy : {"coordinate", "position", "overwrite"}) {
        const std::vector<std::string> words{
            "run", directory.file("rows.json"), "--quiet", "--ranks", "3", "--strategy", strategy};
        std::vector<std::string> with = words;
        with.insert(with.end(),
                    {"--page", directory.file("page.html"), "--trace", directory.file("trace.json")});
        const auto plain = run_command(words);
        const auto drawn = run_command(with);
        CHECK(plain.status == drawn.status);
        CHECK(plain.output == drawn.output);
    }
}

}  // namespace
}  // namespace collective
