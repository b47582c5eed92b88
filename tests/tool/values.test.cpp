#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

using Words = std::vector<std::string>;

Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// The result at several rank counts, without blanks; or the message.
void check_run(const std::string& rows, const Words& options, const std::string& right) {
    for (const char* ranks : {"1", "2", "5"}) {
        const CommandEnd end = run_text(rows, with({"--ranks", ranks}, options));
        CAPTURE(ranks);
        CAPTURE(rows);
        CHECK(end.message == "");
        CHECK(without_blanks(end.output) == right);
        CHECK(end.status == Exit::passed);
    }
}

void check_refused(const std::string& rows, const Words& options, const std::string& message) {
    for (const char* ranks : {"1", "2", "5"}) {
        const CommandEnd end = run_text(rows, with({"--ranks", ranks}, options));
        CAPTURE(rows);
        CHECK(end.message.find(message) != std::string::npos);
        CHECK(end.message.substr(0, 400) != "");
        CHECK(end.output == "");
        CHECK(end.status == Exit::bad_input);
    }
}

}  // namespace

TEST_CASE("value types of the command: integers of some bits") {
    const std::string small = "[[0,[[1,100],[2,-5]]],[1,[[1,27],[2,5]]]]";
    check_run(small, {"--value-type", "int8"}, "[[1,127],[2,0]]");
    check_run(small, {"--value-type", "bigint"}, "[[1,127],[2,0]]");
    const std::string large = "[[0,[[1,100]]],[1,[[1,28]]]]";
    check_refused(large, {"--value-type", "int8"},
                  "coordinate 1: the sum 128 is no int8; --wrap takes it modulo 2^8");
    check_run(large, {"--value-type", "int8", "--wrap"}, "[[1,-128]]");
    check_run(large, {"--value-type", "uint8"}, "[[1,128]]");
    check_refused(small, {"--value-type", "uint8"}, "worker 0, pair 2, coordinate 2: value -5 is no uint8");
    check_refused("[[0,[[1,1]]],[7,[[1,1],[2,128]]]]", {"--value-type", "int8"},
                  "worker 7, pair 2, coordinate 2: value 128 is no int8");
    check_refused("[[0,[[1,1.0]]]]", {"--value-type", "int64"}, "value 1.0 is no int64");
    check_refused("[[0,[[1,1.0]]]]", {"--value-type", "bigint"}, "value 1.0 is no bigint");

    const std::string least = "[[0,[[1,-9223372036854775808]]],[1,[[1,-1]]]]";
    check_refused(least, {"--value-type", "int64"}, "the sum -9223372036854775809 is no int64");
    check_run(least, {"--value-type", "int64", "--wrap"}, "[[1,9223372036854775807]]");
    const std::string most = "[[0,[[1,18446744073709551615]]],[1,[[1,2]]]]";
    check_refused(most, {"--value-type", "uint64"}, "the sum 18446744073709551617 is no uint64");
    check_run(most, {"--value-type", "uint64", "--wrap"}, "[[1,1]]");
    check_run(most, {"--value-type", "uint64", "--op", "max"}, "[[1,18446744073709551615]]");
    check_refused("[[0,[[1,18446744073709551616]]]]", {"--value-type", "uint64"}, "is no uint64");

    const std::string factors = "[[0,[[1,200]]],[1,[[1,-200]]]]";
    check_refused(factors, {"--value-type", "int16", "--op", "product"}, "the product -40000 is no int16");
    check_run(factors, {"--value-type", "int16", "--op", "product", "--wrap"}, "[[1,25536]]");
    check_run(factors, {"--value-type", "int16", "--op", "mean"}, "[[1,0.0]]");
}

TEST_CASE("value types of the command: float32 is rounded once, from the text and from the sum") {
    // 1 + 2^-24 lies half-way between two float32; what is beyond it decides.
    check_run("[[0,[[1,1.0]]],[1,[[1,5.9604644775390625e-08]]]]", {"--value-type", "float32"}, "[[1,1.0]]");
    check_run("[[0,[[1,1.0]]],[1,[[1,5.9604644775390625e-08]]],[2,[[1,1e-30]]]]", {"--value-type", "float32"},
              "[[1,1.0000001]]");
    // Just above half-way in decimals; by way of the nearest double it would be exactly half-way, and 1.0.
    check_run("[[0,[[1,1.000000059604644775390625000001]]]]", {"--value-type", "float32"}, "[[1,1.0000001]]");
    check_run("[[0,[[1,0.1]]],[1,[[1,0.2]]]]", {"--value-type", "float32"}, "[[1,0.3]]");
    check_run("[[0,[[1,0.1]]],[1,[[1,3]]]]", {"--value-type", "float32", "--op", "max"}, "[[1,3.0]]");
    check_run("[[0,[[1,0.1]]],[1,[[1,0.1]]]]", {"--value-type", "float32", "--op", "product"},
              "[[1,0.010000001]]");
    check_run("[[0,[[1,16777217]]]]", {"--value-type", "float32"}, "[[1,16777216.0]]");
    check_run("[[0,[[1,100000000000000000000]]]]", {"--value-type", "float32"}, "[[1,1e+20]]");
    check_refused("[[0,[[1,3e38]]],[1,[[1,3e38]]]]", {"--value-type", "float32"},
                  "coordinate 1: the sum is beyond the largest float32");
    check_run("[[0,[[1,3e38]]],[1,[[1,3e38]]],[2,[[1,-3e38]]]]", {"--value-type", "float32"}, "[[1,3e+38]]");
    check_refused("[[0,[[1,1e39]]]]", {"--value-type", "float32"}, "beyond the largest float32");
    check_refused("[[0,[[1,1000000000000000000000000000000000000000]]]]", {"--value-type", "float32"},
                  "beyond the largest float32");
}

TEST_CASE("value types of the command: float64 of integers") {
    check_run("[[0,[[1,1]]],[1,[[1,2]]]]", {"--value-type", "float64"}, "[[1,3.0]]");
    check_run("[[0,[[1,9007199254740993]]],[1,[[1,100000000000000000000]]]]", {"--value-type", "float64"},
              "[[1,1.0000900719925474e+20]]");
}

TEST_CASE("value types of the command: complex numbers are rows of two parts") {
    const std::string rows = "[[0,[[1,[1.5,-2]]]],[1,[[1,[2,2]],[2,[0,1]]]]]";
    check_run(rows, {"--value-type", "complex128"}, "[[1,[3.5,0.0]],[2,[0.0,1.0]]]");
    check_run(rows, {"--value-type", "complex64", "--op", "mean"}, "[[1,[1.75,0.0]],[2,[0.0,1.0]]]");
    check_run(rows, {"--value-type", "complex64", "--op", "count"}, "[[1,2],[2,1]]");
    for (const char* op : {"min", "max", "product"})
        check_refused(rows, {"--value-type", "complex128", "--op", op}, "means nothing for complex numbers");
    check_refused("[[0,[[1,2]]]]", {"--value-type", "complex128"}, "is a row of two numbers");
    check_refused("[[0,[[1,[2,3,4]]]]]", {"--value-type", "complex64"}, "is a row of two numbers");
}

TEST_CASE("rows of values go element by element, with every operator") {
    const std::string rows = "[[0,[[5,[1,-2,0.5]],[3,[1,1,1]]]],[1,[]],[2,[[5,[4,3,-0.0]]]]]";
    check_run(rows, {}, "[[3,[1.0,1.0,1.0]],[5,[5.0,1.0,0.5]]]");
    check_run(rows, {"--op", "min"}, "[[3,[1.0,1.0,1.0]],[5,[1.0,-2.0,-0.0]]]");
    check_run(rows, {"--op", "product"}, "[[3,[1.0,1.0,1.0]],[5,[4.0,-6.0,-0.0]]]");
    check_run(rows, {"--op", "mean"}, "[[3,[1.0,1.0,1.0]],[5,[2.5,0.5,0.25]]]");
    check_run(rows, {"--op", "last"}, "[[3,[1.0,1.0,1.0]],[5,[4.0,3.0,-0.0]]]");
    check_run(rows, {"--op", "count"}, "[[3,1],[5,2]]");
    check_run("[[0,[[5,[1,-1]],[6,[1,0]]]],[1,[[5,[-1,1]]]]]", {"--drop-zeros"}, "[[6,[1,0]]]");
    check_run("[[0,[[5,[100000000000000000000,1]]]],[1,[[5,[1,-1]]]]]", {},
              "[[5,[100000000000000000001,0]]]");
    check_run("[[0,[[18446744073709551615,[1]]]],[1,[[0,[2]]]]]", {}, "[[0,[2]],[18446744073709551615,[1]]]");
    check_refused("[[0,[[1,[1e308,1.0]]]],[1,[[1,[1e308,1]]]]]", {}, "coordinate 1[0]: the sum is beyond");
}

TEST_CASE(
    "coordinates of every kind, rows of every width, each strategy on each schedule: as by brute force") {
    std::mt19937_64 random(7);
    const auto below = [&](std::uint64_t end) { return random() % end; };
    const auto row = [](const std::vector<long>& values, bool is_row) {
        return is_row ? fmt::format("[{}]", fmt::join(values, ",")) : fmt::format("{}", values[0]);
    };
    for (int trial = 0; trial < 150; ++trial) {
        // Coordinates in their order, as JSON.
        const int kind = trial % 5;
        std::vector<std::string> names;
        for (int i = 0; i < 6; ++i) {
            constexpr const char* texts[] = {R"("")", R"("B")", R"("a\"")", R"("ab")", R"("b")", R"("é")"};
            constexpr const char* tuples[] = {"[-5,2]", "[-5,3]", "[0,-1]",
                                              "[0,0]",  "[1,-9]", "[1,9223372036854775807]"};
            constexpr const char* large[] = {
                "0", "1", "2", "9223372036854775807", "9223372036854775808", "18446744073709551615"};
            constexpr const char* integers[] = {"-9223372036854775808", "-1", "0", "1", "2",
                                                "9223372036854775807"};
            names.emplace_back(kind == 0   ? texts[i]
                               : kind == 1 ? tuples[i]
                               : kind == 2 ? large[i]
                                           : integers[i]);
        }
        const bool is_row = kind == 4 || below(2) == 0;
        const std::size_t width = is_row ? 1 + below(4) : 1;
        std::map<std::size_t, std::vector<long>> sums, lasts, at_place;
        std::string rows;
        const std::size_t workers = below(5);
        for (std::size_t worker = 0; worker < workers; ++worker) {
            std::string pairs;
            for (std::size_t i = 0, size = below(5); i < size; ++i) {
                const std::size_t c = below(6);
                std::vector<long> values;
                for (std::size_t column = 0; column < width; ++column)
                    values.push_back(static_cast<long>(below(9)) - 4);
                for (auto* list : {&sums[c], &at_place[i]}) {
                    list->resize(width);
                    for (std::size_t column = 0; column < width; ++column) (*list)[column] += values[column];
                }
                lasts[c] = values;
                pairs += fmt::format("{}[{},{}]", i > 0 ? "," : "", names[c], row(values, is_row));
            }
            rows += fmt::format("{}[{},[{}]]", worker > 0 ? "," : "", worker, pairs);
        }
        const auto expected = [&](const auto& lists, bool by_place) {
            std::string text;
            for (const auto& [key, values] : lists)
                text += fmt::format("{}[{},{}]", text.empty() ? "" : ",",
                                    by_place ? std::to_string(key) : names[key], row(values, is_row));
            return "[" + text + "]";
        };
        for (const char* strategy : {"coordinate", "position", "overwrite"}) {
            const bool by_place = strategy == std::string("position");
            const std::string right = expected(by_place             ? at_place
                                               : strategy[0] == 'o' ? lasts
                                                                    : sums,
                                               by_place);
            for (const std::string& schedule : schedule_names()) {
                if (strategy[0] == 'o' && (schedule == "ring" || schedule == "hierarchical")) continue;
                const CommandEnd end =
                    run_text("[" + rows + "]", {"--ranks", std::to_string(1 + below(7)), "--strategy",
                                                strategy, "--schedule", schedule});
                CAPTURE(rows);
                CAPTURE(schedule);
                CHECK(end.message == "");
                CHECK(without_blanks(end.output) == right);
                const bool is_right = right == expected(sums, false);
                if (is_right) CHECK(end.status == Exit::passed);
                if (!is_right) CHECK(end.status == Exit::check_failed);
            }
        }
    }
}

TEST_CASE("rows: position is right where lists are equally ordered, and then its checks pass") {
    for (const char* rows :
         {"[[0,[[0,[1,1]],[1,[10,1]]]],[1,[[0,[100,1]],[1,[1000,1]]]]]", "[[0,[[0,[1]]]],[1,[]]]"})
        CHECK(run_text(rows, {"--ranks", "2", "--strategy", "position"}).status == Exit::passed);
}

TEST_CASE("texts, tuples and rows come back from each format as they were") {
    for (const std::string list : {
             R"([["5",3],[" 5",2],["-",1],["007",4],["3 pears",-5],["2020-01-01",6],["\"",7],["",8]])",
             "[[[-5,2],1],[[-5,3],2]]",
             "[[-5,[1.0,2.5]],[7,[-0.0,1e+300]]]",
             R"([["#",[1,2]],["é,;",[-3,4]]])",
         }) {
        const TemporaryDirectory directory;
        for (const char* format : {"csv", "tsv", "npz"}) {
            const std::string out = directory.file(std::string("list.") + format);
            CHECK(run_text("[[0," + list + "]]", {"-o", out}).message == "");
            const CommandEnd back = run_command({"run", out, "--quiet"});
            CHECK(back.message == "");
            CHECK(back.output == run_text("[[0," + list + "]]", {}).output);
        }
    }
}

TEST_CASE("compare tells of the strategy that can't be tried, and shows the others") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), R"([["a",[[5,200],[6,5]]],["b",[[7,200],[5,5]]]])");
    const CommandEnd end =
        run_command({"compare", "--value-type", "uint8", "--ranks", "2", directory.file("rows.json")});
    CHECK(end.status == Exit::passed);
    CHECK(end.output.find("position can't be tried here: coordinate 0: the sum 400 is no uint8") !=
          std::string::npos);
    const std::string text = without_blanks(end.output);
    CHECK(text.find("positionsum------") != std::string::npos);
    CHECK(text.find("5205-5") != std::string::npos);
}

TEST_CASE("compare --all of value types: pitfalls wrap too, a mean of float32 is caught") {
    const TemporaryDirectory directory;
    const auto gallery = [&](const std::string& text, const Words& options) {
        put(directory.file("rows.json"), text);
        return run_command(with({"compare", "--all", directory.file("rows.json"), "--ranks", "2"}, options))
            .output;
    };
    const std::string wrapped =
        gallery(R"([["a",[[5,200],[6,1]]],["b",[[6,100],[5,60]]]])", {"--value-type", "uint8", "--wrap"});
    CHECK(wrapped.find("Pitfalls that would have hurt here") != std::string::npos);
    CHECK(wrapped.find("can't be tried") == std::string::npos);
    const std::string means =
        gallery("[[0,[[5,1.5]]],[1,[[6,2.5]]],[2,[[6,3.5]]]]", {"--value-type", "float32"});
    const std::size_t row = means.find("mean-over-ranks");
    REQUIRE(row != std::string::npos);
    CHECK(means.substr(row, means.find('\n', row) - row).find("fingerprint") != std::string::npos);
}

TEST_CASE("a value of a hundred thousand digits is shortened in the message") {
    const CommandEnd end =
        run_text("[[0,[[5," + std::string(100'000, '7') + "]]]]", {"--value-type", "int64"});
    CHECK(end.status == Exit::bad_input);
    CHECK(end.message.size() < 300);
}

TEST_CASE("compare tells coordinates by their names, and which value of a row") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), R"([["a",[["b",[1,2]],["a",[3,4]]]],["b",[["a",[5,6]]]]])");
    const CommandEnd end = run_command({"compare", directory.file("rows.json"), "--ranks", "2"});
    CHECK(end.message == "");
    CHECK(end.output.find("3 pairs of 2 workers on 2 ranks, 2 coordinates, values rows of 2 int64") !=
          std::string::npos);
    const std::string text = without_blanks(end.output);
    CHECK(text.find(R"("a"[0]8-5)") != std::string::npos);
    CHECK(text.find(R"(0[1]-8-)") != std::string::npos);
}
