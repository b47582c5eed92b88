#include <doctest/doctest.h>
#include <simdjson.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

/// One reported case: a text, and the exact result or what the error must name.
struct Reported {
    std::string id, text, expect, error;
};

std::vector<Reported> all_reported() {
    std::vector<Reported> all;
    simdjson::ondemand::parser parser;
    const auto json = simdjson::padded_string::load(COLLECTIVE_TEST_DATA "/reported.json").take_value();
    simdjson::ondemand::document document = parser.iterate(json);
    for (simdjson::ondemand::object one : document.get_array()) {
        Reported reported;
        reported.id = std::string_view(one["id"]);
        std::string_view raw;
        if (simdjson::ondemand::value rows; one["rows"].get(rows) == simdjson::SUCCESS) {
            reported.text = simdjson::to_json_string(rows).take_value();
        } else {
            reported.text = std::string_view(one["text"]);
        }
        if (simdjson::ondemand::value expect; one["expect"].get(expect) == simdjson::SUCCESS) {
            reported.expect = simdjson::to_json_string(expect).take_value();
        } else {
            reported.error = std::string_view(one["error"]);
        }
        all.push_back(std::move(reported));
    }
    return all;
}

Reported reported(std::string_view id) {
    const auto all = all_reported();
    const auto place = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.id == id; });
    REQUIRE(place != all.end());
    return *place;
}

/// At 1, 2, 3 and 7 ranks, on every schedule.
void check_result(const std::string& text, const std::string& expect, std::vector<std::string> options = {}) {
    for (const std::string ranks : {"1", "2", "3", "7"}) {
        for (const std::string& schedule : schedule_names()) {
            CAPTURE(ranks);
            CAPTURE(schedule);
            std::vector<std::string> words{"--ranks", ranks, "--schedule", schedule};
            words.insert(words.end(), options.begin(), options.end());
            const CommandEnd outcome = run_text(text, words);
            CHECK(outcome.message == "");
            CHECK(without_blanks(outcome.output) == expect);
            CHECK(outcome.status == Exit::passed);
        }
    }
}

/// The message begins with file, line and column, and names each `worker ...`, `pair ...`, `coordinate ...`
/// of `words`; nothing is put out.
void check_error(const std::string& text, const std::string& words) {
    for (const char* ranks : {"1", "7"}) {
        const CommandEnd outcome = run_text(text, {"--ranks", ranks});
        CAPTURE(outcome.message);
        CHECK(outcome.status == Exit::bad_input);
        CHECK(outcome.output == "");
        CHECK(std::regex_search(outcome.message, std::regex("^[^ ]*rows\\.json:[0-9]+:[0-9]+: .")));
        const std::regex named("(worker|pair|coordinate) [0-9.]*[0-9]|too deep");
        for (std::sregex_iterator word(words.begin(), words.end(), named), end; word != end; ++word) {
            CAPTURE(word->str());
            CHECK(outcome.message.find(word->str()) != std::string::npos);
        }
    }
}

}  // namespace

TEST_CASE("what people reported comes out right, or is refused by name and place") {
    const auto all = all_reported();
    CHECK(all.size() == 29);
    for (const Reported& one : all) {
        CAPTURE(one.id);
        if (one.error.empty()) {
            check_result(one.text, one.expect);
        } else {
            check_error(one.text, one.error);
        }
    }
}

TEST_CASE("B02: in every order of the rows") {
    std::vector<std::string> rows{"[0,[[7,3]]]", "[1,[[7,3]]]", "[2,[[7,5]]]"};
    do {
        check_result("[" + rows[0] + "," + rows[1] + "," + rows[2] + "]", "[[7,11]]");
    } while (std::next_permutation(rows.begin(), rows.end()));
}

TEST_CASE("B04: zeros stay, or all go") {
    check_result(reported("B04").text, "[[2,7],[9,5]]", {"--drop-zeros"});
}

TEST_CASE("B13: no other spelling of a coordinate is taken for an integer") {
    for (const std::string coordinate : {"null", "\"2\"", "2.0", "1e0", "false", "[]", "{}"}) {
        check_error("[[0,[[" + coordinate + ",1]]],[1,[[2,10]]]]", "worker 0, pair 1");
    }
}

TEST_CASE("B22: nesting of any depth is an error, no crash") {
    check_error(std::string(100'000, '['), "too deep");
    check_error("[[0,[[1," + std::string(100'000, '[') + std::string(100'000, ']') + "]]]]", "");
}

TEST_CASE("B26: a result fed back as one worker's pairs gives itself") {
    for (const Reported& one : all_reported()) {
        if (one.expect.empty()) continue;
        CAPTURE(one.id);
        const std::string once = run_text(one.text, {}).output;
        const std::string twice = run_text("[[\"all\"," + once + "]]", {"--ranks", "2"}).output;
        CHECK(once == twice);
    }
}

TEST_CASE("B30: no other type is taken for a number") {
    for (const std::string value : {"null", "\"3\"", "true", "[3]", "{}"}) {
        check_error("[[0,[[1,2]]],[1,[[1," + value + "]]]]", "worker 1, pair 1");
    }
}
