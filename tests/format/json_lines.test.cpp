#include <doctest/doctest.h>

#include <string>

#include "collective/format/json_lines.hpp"
#include "reading.hpp"

using namespace collective;

TEST_CASE("JSON Lines: a row a line") {
    for (const auto& [text, job] : std::vector<Reading>{
             {"[\"a\",[[2,1],[0,1.5]]]\n[1,[]]\n", "[[\"a\",[[2,1],[0,1.5]]],[1,[]]]"},
             {"\xEF\xBB\xBF[0,[[1,2]]]\r\n\r\n \t\n [ 1 , [ [ 3 , 4 ] ] ] ", "[[0,[[1,2]]],[1,[[3,4]]]]"},
             {"[0,[[18446744073709551615,123456789012345678901234567890]]]",
              "[[0,[[18446744073709551615,123456789012345678901234567890]]]]"},
             {"", "[]"},
             {" \n\r\n\n", "[]"},
         }) {
        CAPTURE(text);
        CHECK(read_as("json-lines", text) == job);
    }
}

TEST_CASE("JSON Lines: every fault by line and column") {
    for (
        const auto& [text, begins] : std::vector<Reading>{
            {"\n\n[", "f:3:2: expected the worker's name"},
            {"[0,[[1,2]]]\n[1,[[1,2]", "f:2:10: worker 1: expected ',' or ']', found the end of the text"},
            {"[0,[[1,\n2]]]",
             "f:1:8: worker 0, pair 1, coordinate 1: expected a value (a number), found the "
             "end of the line"},
            {"[0,[]] [1,[]]", "f:1:8: expected the end of the line after the row, found an array"},
            {"[0,[]],\n[1,[]]", "f:1:7: expected the end of the line after the row, found ','"},
            {"[[0,[]]]", "f:1:2: expected the worker's name (a string or a number), found an array"},
            {"[0,[]]\n[0,[]]", "f:2:2: worker 0 is named twice, in row 1 (f:1:2) and in row 2"},
            {"[0,[[1,2],[x,2]]]", "f:1:12: worker 0, pair 2: expected a coordinate (an integer), found x"},
            {"[0,[[1.5,2]]]", "f:1:6: worker 0, pair 1, coordinate 1.5: a coordinate is an integer literal"},
            {"[0,[[18446744073709551616,2]]]",
             "f:1:6: worker 0, pair 1, coordinate 18446744073709551616: a "},
            {"[0,[[-1,2]]]\n[1,[[9223372036854775808,1]]]",
             "f:2:6: worker 1, pair 1, coordinate 9223372036854775808: with coordinate -1 at f:1:6 it fits "},
            {"[0,[[1,NaN]]]",
             "f:1:8: worker 0, pair 1, coordinate 1: expected a value (a number), found NaN"},
            {"[0,[[1,1e400]]]", "f:1:8: worker 0, pair 1, coordinate 1: 1e400 is beyond the largest float64"},
            {"[0,[[1]]]", "f:1:7: worker 0, pair 1, coordinate 1: expected ',' and a value"},
            {"[0,[[1,2,3]]]", "f:1:9: worker 0, pair 1, coordinate 1: expected ']' after the value"},
            {std::string("[0,[[1,\0]]]", 11),
             "f:1:8: worker 0, pair 1, coordinate 1: expected a value (a number), "
             "found byte 0x00"},
            {"[\"\xFF\",[]]", "f:1:2: the string that begins here is not valid UTF-8"},
        }) {
        CAPTURE(text);
        CHECK_MESSAGE(read_as("json-lines", text).starts_with(begins), read_as("json-lines", text));
    }
}

TEST_CASE("JSON Lines: ranges side by side have each row once, in order") {
    for (const std::string& text :
         {std::string(), std::string("\n"), std::string("[1]"), std::string("[1]\n[2]\r\n\r\n \t\n [3]\n\n"),
          std::string("\n\n[1]\n   \n"), std::string(40, 'x') + "\ny\nz", std::string("\n \r\n")}) {
        CAPTURE(text);
        std::vector<std::size_t> expected;  // a row begins where a line does that has anything but blanks
        bool is_line_start = true;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const std::string line = text.substr(at, text.find('\n', at) - at);
            if (is_line_start && line.find_first_not_of(" \t\r") != std::string::npos) expected.push_back(at);
            is_line_start = text[at] == '\n';
        }
        for (std::size_t parts = 1; parts <= text.size() + 2; ++parts) {
            std::vector<std::size_t> found;
            for (std::size_t part = 0; part < parts; ++part)
                for (const std::size_t row :
                     rows_between(text, text.size() * part / parts, text.size() * (part + 1) / parts))
                    found.push_back(row);
            CHECK(found == expected);
        }
    }
}

TEST_CASE("JSON Lines: lines far longer than a piece") {
    std::string text;
    std::vector<std::size_t> expected;
    for (const std::size_t size :
         {3 * piece_bytes, piece_bytes - 1, std::size_t{1}, piece_bytes, piece_bytes + 1}) {
        expected.push_back(text.size());
        text += std::string(size, 'x') + "\n";
    }
    int releases = 0;
    std::vector<std::size_t> found;
    for (std::size_t part = 0; part < 5; ++part)
        for (const std::size_t row :
             rows_between(text, text.size() * part / 5, text.size() * (part + 1) / 5, [&] { ++releases; }))
            found.push_back(row);
    CHECK(found == expected);
    CHECK(releases > 5);
}

TEST_CASE("JSON Lines: names that mean the same") {
    const std::vector<std::vector<std::string>> names{{R"("a")", R"("\u0061")"},
                                                      {"1", "1.0", "10e-1", "0.1E1"},
                                                      {R"("1")"},
                                                      {"-0", "0", "0e9"},
                                                      {R"("\u00e9")", R"("\u00E9")", "\"\xC3\xA9\""},
                                                      {R"("")"}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t j = 0; j < names.size(); ++j) {
            for (const std::string& a : names[i])
                for (const std::string& b : names[j])
                    CHECK((meaning_of_name(a) == meaning_of_name(b)) == (i == j));
        }
    }
}
