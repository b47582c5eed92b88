#include "collective/format/json_reader.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <random>

#include "collective/error.hpp"
#include "documents.hpp"

using namespace collective;

namespace {

Document read(std::string_view text) { return read_json(text, "rows.json"); }

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("a job is read as columns, in the order of the text") {
    const Document document = read(R"([["a",[[2,1],[0,-5]]],[7,[]],["b",[[2,0.5]]]])");
    CHECK(document.names == std::vector<std::string>{R"("a")", "7", R"("b")"});
    CHECK(document.begin == std::vector<std::size_t>{0, 2, 2, 3});
    CHECK(document.coordinates == std::vector<std::int64_t>{2, 0, 2});
    CHECK(document.bits == std::vector<std::int64_t>{1, -5, 0x3FE0000000000000});
    CHECK(document.kinds == std::vector<Kind>{Kind::int64, Kind::int64, Kind::float64});
    CHECK(document.wide.empty());
    CHECK(document.space.kind == CoordinateKind::int64);
}

TEST_CASE("no workers, white space, line ends and a byte order mark") {
    CHECK(read("[]") == Document{});
    CHECK(read(" \t\r\n[ ]\r\n") == Document{});
    CHECK(read("\xEF\xBB\xBF[[0,[[1,2]]]]") == read("[[0,[[1,2]]]]"));
    CHECK(read("[\r\n  [0 ,\t[ [1 , 2 ]\r\n]\n]\n]\r\n") == read("[[0,[[1,2]]]]"));
    CHECK_THROWS_AS(read("\xEF\xBB\xBF\xEF\xBB\xBF[]"), InputError);
}

TEST_CASE("integers of 64 bits and beyond") {
    const std::string digits(4000, '7');
    const Document document = read(
        "[[0,[[9223372036854775807,9223372036854775807],[-9223372036854775808,"
        "-9223372036854775808],[-0,-0],[0,9223372036854775808],"
        "[0,-9223372036854775809],[0,18446744073709551616],[0,-" +
        digits + "]]]]");
    CHECK(document.coordinates == std::vector<std::int64_t>{highest, lowest, 0, 0, 0, 0, 0});
    CHECK(document.bits == std::vector<std::int64_t>{highest, lowest, 0, 0, 1, 2, 3});
    CHECK(document.kinds == std::vector<Kind>{Kind::int64, Kind::int64, Kind::int64, Kind::wide, Kind::wide,
                                              Kind::wide, Kind::wide});
    CHECK(document.wide == std::vector<std::string>{"9223372036854775808", "-9223372036854775809",
                                                    "18446744073709551616", "-" + digits});
}

TEST_CASE("the documented limit of digits") {
    const auto job = [](std::size_t digits) { return "[[0,[[1," + std::string(digits, '9') + "]]]]"; };
    CHECK(read(job(most_digits)).wide.front().size() == most_digits);
    CHECK_THROWS_WITH_AS(
        read(job(most_digits + 1)),
        "rows.json:1:9: worker 0, pair 1, coordinate 1: an integer of 100001 digits; at most "
        "100000 are read",
        InputError);
}

TEST_CASE("coordinates above int64 make the whole job unsigned") {
    const Document document =
        read("[[0,[[5,1],[18446744073709551615,1]]],[1,[[9223372036854775808,1],[-0,1]]]]");
    CHECK(document.space.kind == CoordinateKind::uint64);
    CHECK(document.coordinates == std::vector<std::int64_t>{lowest + 5, highest, 0, lowest});
}

TEST_CASE("a job with coordinates below zero and above int64 is refused at the one that comes second") {
    CHECK_THROWS_WITH_AS(
        read("[[0,[[-1,1]]],\n[1,[[2,1],[9223372036854775808,1]]]]"),
        "rows.json:2:12: worker 1, pair 2, coordinate 9223372036854775808: with coordinate -1 at "
        "rows.json:1:7 it fits neither int64 nor uint64",
        InputError);
    CHECK_THROWS_WITH_AS(
        read("[[0,[[9223372036854775808,1]]],\n[1,[[2,1],[-7,1]]]]"),
        "rows.json:2:12: worker 1, pair 2, coordinate -7: with coordinate 9223372036854775808 at "
        "rows.json:1:7 it fits neither int64 nor uint64",
        InputError);
    for (const char* const beyond : {"18446744073709551616", "-9223372036854775809", "100000000000000000000"})
        CHECK_THROWS_AS(read("[[0,[[" + std::string(beyond) + ",1]]]]"), InputError);
}

TEST_CASE("workers are told apart by exact value and decoded text") {
    CHECK(read(R"([[1,[]],["1",[]],[1.5,[]],["",[]],["a",[]],["A",[]],[1e2,[]],["1e2",[]]])").workers() == 8);
    CHECK(read("[[1e999999999,[]],[1e999999998,[]],[9007199254740993,[]],[9007199254740992,[]]]").workers() ==
          4);
    const auto twice = [](const std::string& a, const std::string& b) {
        return "[[" + a + ",[[1,1]]],\n[0.5,[]],\n[" + b + ",[]]]";
    };
    for (const auto& [a, b] : {std::pair{"1", "1.0"},
                               {"1", "1e0"},
                               {"10e-1", "1"},
                               {"-0", "0"},
                               {"0e5", "-0.0"},
                               {R"("a")", R"("\u0061")"},
                               {R"("é")", R"("\u00e9")"},
                               {R"("/")", R"("\/")"},
                               {R"("😀")", R"("\ud83d\ude00")"},
                               {"10e999999999", "1e1000000000"}}) {
        CAPTURE(a);
        CHECK_THROWS_WITH_AS(read(twice(a, b)),
                             ("rows.json:3:2: worker " + std::string(b) +
                              " is named twice, in row 1 (rows.json:1:3) "
                              "and in row 3; give each worker one row")
                                 .c_str(),
                             InputError);
    }
    CHECK_THROWS_AS(read("[[1e99999999999999999999,[]]]"), InputError);
}

TEST_CASE("progress rises to the length of the text") {
    std::string text = "[[0,[[0,0]";
    for (int i = 0; i < 2'000'000; ++i) text += ",[1,2]";
    text += "]]]";
    std::vector<std::size_t> steps;
    read_json(text, "rows.json", {[&](std::size_t bytes) { steps.push_back(bytes); }, {}});
    CHECK(steps.size() >= 3);
    CHECK(std::is_sorted(steps.begin(), steps.end()));
    CHECK(steps.back() == text.size());
}

TEST_CASE("random jobs with random white space read to what they were made from") {
    std::mt19937_64 random(20240);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int trial = 0; trial < 2000; ++trial) {
        Document job;
        const std::size_t workers = below(5);
        for (std::size_t w = 0; w < workers; ++w) {
            job.names.push_back(below(2) == 0 ? std::to_string(w) : fmt::format("\"{}\"", w));
            for (std::size_t pairs = below(6); pairs > 0; --pairs) {
                job.coordinates.push_back(static_cast<std::int64_t>(random() >> below(64)));
                job.kinds.push_back(static_cast<Kind>(below(3)));
                job.bits.push_back(static_cast<std::int64_t>(random()));
                if (job.kinds.back() == Kind::float64) job.bits.back() &= 0x7FEFFFFFFFFFFFFF;  // finite
                if (job.kinds.back() == Kind::wide) {
                    job.bits.back() = static_cast<std::int64_t>(job.wide.size());
                    job.wide.push_back("-1" + std::string(19 + below(60), '0'));
                }
            }
            job.begin.push_back(job.pairs());
        }
        std::string text;
        for (const char c : to_json(job)) {
            const bool punctuation = c == '[' || c == ']' || c == ',';
            if (punctuation && below(4) == 0) text += " \n\r\t"[below(4)];
            text += c;
            if (punctuation && below(4) == 0) text += " \n\r\t"[below(4)];
        }
        CAPTURE(text);
        REQUIRE(read(text) == job);
    }
}
