#include <doctest/doctest.h>
#include <simdjson.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>

#include "collective/error.hpp"
#include "collective/format/json_reader.hpp"
#include "documents.hpp"

using namespace collective;

namespace {

/// What the reader says of a text, or nothing where it accepts it. The text has no byte to spare behind its
/// end.
std::string fault(std::string_view text) {
    const std::vector<char> exact(text.begin(), text.end());
    try {
        read_json({exact.data(), exact.size()}, "f");
        return {};
    } catch (const InputError& error) {
        return error.what();
    }
}

bool starts(const std::string& text, std::string_view prefix) { return text.starts_with(prefix); }
bool contains(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("cases that people reported: each reads to its pairs, or is refused where the fault stands") {
    // Line, column and what the message must name, counted by hand.
    const std::map<std::string, std::pair<std::string, std::string>> faults{
        {"B13", {"f:1:7: ", "worker 0, pair 1, coordinate 2.5"}},
        {"B13b", {"f:1:7: ", "worker 0, pair 1"}},
        {"B22", {"f:1:9: ", "1e400"}},
        {"B22b", {"f:1:3: ", "nesting too deep"}},
        {"B24a", {"f:1:7: ", "01"}},
        {"B24b", {"f:1:9: ", "+1"}},
        {"B24c", {"f:1:9: ", ".5"}},
        {"B24d", {"f:1:9: ", "1."}},
        {"B24e", {"f:1:9: ", "0x10"}},
        {"B24f", {"f:1:9: ", "NaN"}},
        {"B24g", {"f:1:12: ", "']'"}},
        {"B24h", {"f:1:15: ", "found x"}},
        {"B24i", {"f:1:15: ", "found an array"}},
        {"B24j", {"f:1:1: ", "the end of the text"}},
        {"B30b", {"f:1:21: ", "worker 1, pair 1"}},
    };
    std::ifstream file(COLLECTIVE_TEST_DATA "/reported.json");
    std::size_t read = 0, refused = 0;
    for (std::string line; std::getline(file, line);) {
        if (!starts(line, "{")) continue;
        if (line.ends_with(",")) line.pop_back();
        simdjson::ondemand::parser parser;
        const simdjson::padded_string padded(line);
        auto one = parser.iterate(padded);
        const std::string id{std::string_view(one["id"])};
        CAPTURE(id);
        std::string text;
        if (const std::size_t rows = line.find("\"rows\":"); rows != line.npos) {
            text = line.substr(rows + 7, line.find(",\"expect\"") - rows - 7);  // as it stands
        } else {
            text = std::string_view(one["text"]);
        }
        if (const auto expected = faults.find(id); expected != faults.end()) {
            CHECK(starts(fault(text), expected->second.first));
            CHECK(contains(fault(text), expected->second.second));
            ++refused;
        } else {
            const std::string_view without_mark =
                std::string_view(text).substr(starts(text, "\xEF\xBB\xBF") ? 3 : 0);
            CHECK(to_json(read_json(text, "f")) == without_mark);
            ++read;
        }
    }
    CHECK(refused == faults.size());
    CHECK(read == 14);
}

TEST_CASE("numbers that are none, as coordinate, value and worker") {
    for (const char* const number :
         {"01",    "-01",   "00",   "+1",    ".5",       "-.5",       "1.",  "1.e5", "1e",        "1e+",
          "1E-",   "0x10",  "NaN",  "nan",   "Infinity", "-Infinity", "inf", "--1",  "-",         "1_000",
          "1e5.5", "1.2.3", "true", "false", "null",     "1a",        "1-2", "{}",   "{\"a\":1}", "\"2\"x"}) {
        const std::string text(number);
        CAPTURE(text);
        CHECK(starts(fault("[[0,[[" + text + ",1]]]]"), text.front() == '"'
                                                            ? "f:1:10: worker 0, pair 1, coordinate \"2\": "
                                                            : "f:1:7: worker 0, pair 1: "));
        CHECK(starts(fault("[[0,[[1," + text + "]]]]"), "f:1:9: worker 0, pair 1, coordinate 1: "));
        CHECK(starts(fault("[[" + text + ",[[1,1]]]]"), text.front() == '"' ? "f:1:6: " : "f:1:3: "));
    }
}

TEST_CASE("a coordinate is an integer literal, whatever its value") {
    for (const char* const text : {"2.0", "1e0", "2.5", "-0.0", "1E2", "18446744073709551616", "1e400"}) {
        CAPTURE(text);
        CHECK(starts(
            fault("[[\"w\",[[1,1],[" + std::string(text) + ",1]]]]"),
            "f:1:15: worker \"w\", pair 2, coordinate " + std::string(text) + ": a coordinate is an int"));
    }
}

TEST_CASE("floats beyond the range are refused, not turned into infinities") {
    for (const char* const text : {"1e400", "-1e400", "1.7976931348623159e308", "1e99999999999999999999",
                                   "123456789e301", "0.001e312"}) {
        CAPTURE(text);
        CHECK(contains(fault("[[0,[[1," + std::string(text) + "]]]]"), "beyond the largest float64"));
    }
}

TEST_CASE("shapes that are none") {
    const std::pair<const char*, const char*> cases[]{
        {"  \n ", "f:2:2: expected the rows"},
        {"{}", "f:1:1: expected the rows"},
        {"5", "f:1:1: expected the rows"},
        {"[5]", "f:1:2: expected a row"},
        {"[[]]", "f:1:3: expected the worker's name"},
        {"[[0]]", "f:1:4: worker 0: expected ',' and the worker's pairs"},
        {"[[0,5]]", "f:1:5: worker 0: expected the worker's pairs"},
        {"[[0,{}]]", "f:1:5: worker 0: expected the worker's pairs"},
        {"[[0,[],1]]", "f:1:7: worker 0: expected ']' after the worker's pairs"},
        {"[[0,[5]]]", "f:1:6: worker 0, pair 1: expected a pair"},
        {"[[0,[[]]]]", "f:1:7: worker 0, pair 1: expected a coordinate"},
        {"[[0,[[1]]]]", "f:1:8: worker 0, pair 1, coordinate 1: expected ',' and a value"},
        {"[[0,[[1,]]]]", "f:1:9: worker 0, pair 1, coordinate 1: expected a value"},
        {"[[0,[[1,2,3]]]]", "f:1:10: worker 0, pair 1, coordinate 1: expected ']' after the value"},
        {"[[0,[[1 2]]]]", "f:1:9: worker 0, pair 1, coordinate 1: expected ',' and a value"},
        {"[[0,[[1,2] [3,4]]]]", "f:1:12: worker 0: expected ',' or ']'"},
        {"[[0,[[1,2]]] [1,[]]]", "f:1:14: expected ',' or ']'"},
        {"[[0,[]],]", "f:1:9: expected a row"},
        {"[,[0,[]]]", "f:1:2: expected a row"},
        {"[[0,[[1,2]}]]", "f:1:11: worker 0: expected ',' or ']'"},
        {"[[0,[[1:2]]]]", "f:1:8: worker 0, pair 1, coordinate 1: expected ',' and a value"},
        {"[[0,[[1\"x\",2]]]]", "f:1:8: worker 0, pair 1, coordinate 1: expected ',' and a value"},
        {"[[0,[]]]]", "f:1:9: expected the end of the text"},
        {"[[0,[[1,2]]]] // x", "f:1:15: expected the end of the text after the rows, found '/'"},
        {"[[0,[[1,[[2]]]]]]",
         "f:1:10: worker 0, pair 1, coordinate 1: expected a value (a number), found an array"},
        {"[[[1,2]]]", "f:1:3: expected the worker's name (a string or a number), found an array"},
        {"\xFF\xFE[",
         "f:1:1: expected the rows, [[worker, [[coordinate, value], ...]], ...], found byte 0xff"},
    };
    for (const auto& [text, message] : cases) {
        CAPTURE(text);
        CHECK_MESSAGE(starts(fault(text), message), fault(text));
    }
    const std::string nul("[[0,[[1,2]]]]\0", 14);
    CHECK(contains(fault(nul), "f:1:14: expected the end of the text after the rows, found byte 0x00"));
}

TEST_CASE("strings that are none") {
    CHECK(starts(fault("[[\"a"), "f:1:3: the string that begins here is not closed"));
    CHECK(starts(fault("[[\"a\\"), "f:1:3: the string that begins here is not closed"));
    CHECK(starts(fault("[[\"a\\\"]]"), "f:1:3: the string that begins here is not closed"));
    CHECK(starts(fault("[[\"a\nb\",[]]]"), "f:1:5: a control character in a string"));
    CHECK(starts(fault("[[\"a\\qb\",[]]]"), "f:1:3: the string that begins here has a bad escape"));
    CHECK(starts(fault("[[\"\\ud800\",[]]]"), "f:1:3: the string that begins here has a bad escape"));
    for (const char* const bytes :
         {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80"}) {
        CHECK(starts(fault("[[\"" + std::string(bytes) + "\",[]]]"),
                     "f:1:3: the string that begins here is not valid"));
        CHECK(starts(fault("[[0,[[1," + std::string(bytes) + "]]]]"), "f:1:9: "));
    }
}

TEST_CASE("columns count characters, lines end at a line feed") {
    CHECK(starts(fault("\xEF\xBB\xBFx"), "f:1:1: "));
    CHECK(starts(fault("[[\"äöü😀\",[[1,x]]]]"), "f:1:14: worker \"äöü😀\", pair 1, coordinate 1: "));
    CHECK(starts(fault("[\r\n[0,[\r\n\r\n[1,2],[x"), "f:4:8: worker 0, pair 2: "));
}

TEST_CASE("long names and numbers are shortened in messages, at a character's boundary") {
    std::string name = "\"a";
    for (int i = 0; i < 1000; ++i) name += "é";
    const std::string message = fault("[[" + name + "\",[[1,x]]]]");
    CHECK(message.size() < 200);
    CHECK(simdjson::validate_utf8(message));
    CHECK(fault("[[0,[[1." + std::string(100'000, '3') + ",1]]]]").size() < 200);
    CHECK(fault("[[0,[[1,1e" + std::string(100'000, '3') + "]]]]").size() < 200);
    CHECK(fault("[[0,[[1,0" + std::string(100'000, '3') + "]]]]").size() < 300);
}

TEST_CASE("brackets without end") {
    for (const std::size_t depth : {std::size_t{66}, std::size_t{100'000}, std::size_t{1'000'000}}) {
        CHECK(contains(fault(std::string(depth, '[')), "f:1:3: expected the worker's name"));
        CHECK(contains(fault("[[0,[[1," + std::string(depth, '[')),
                       "f:1:10: worker 0, pair 1, coordinate 1: "));
        CHECK(contains(fault(std::string(depth, '[')), "nesting too deep"));
        CHECK(contains(fault("[[0,[[1," + std::string(depth, '[')), "nesting too deep"));
        CHECK(!fault(std::string(depth, ']')).empty());
        CHECK(!fault(std::string(depth, '{')).empty());
    }
}

namespace {

const std::string sample =
    "\xEF\xBB\xBF[[\"a\\u00e9\\\"\",[[2,1],[-0, 1.5e-3 ]]],\r\n [-1.0e+2,[]],[\"é\",[[9223372036854775807,"
    "123456789012345678901234567890]]]]";

}  // namespace

TEST_CASE("every beginning of a valid text is refused") {
    REQUIRE(fault(sample).empty());
    for (std::size_t length = 0; length < sample.size(); ++length) {
        CAPTURE(length);
        CHECK(starts(fault(sample.substr(0, length)), "f:"));
    }
}

TEST_CASE("changed bytes: what the reader accepts is JSON to another reader too") {
    std::mt19937_64 random(7);
    const std::string text = sample.substr(3),
                      alphabet = "[]{},:\"\\ \n0123456789+-.eEtnaxu\x01\x7f\x80\xc3\xff";
    simdjson::dom::parser judge;
    int accepted = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string changed = text;
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const std::size_t at = random() % changed.size();
            const char byte = alphabet[random() % alphabet.size()];
            switch (random() % 3) {
                case 0:
                    changed[at] = byte;
                    break;
                case 1:
                    changed.insert(at, 1, byte);
                    break;
                case 2:
                    changed.erase(at, 1 + random() % 4);
                    break;
            }
        }
        CAPTURE(changed);
        const std::string message = fault(changed);  // any other exception fails the test
        if (!message.empty()) continue;
        ++accepted;
        const auto error = judge.parse(changed).error();
        CHECK((error == simdjson::SUCCESS || error == simdjson::NUMBER_ERROR));  // of integers beyond 64 bits
    }
    CHECK(accepted > 1000);
}
