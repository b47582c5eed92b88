#include <doctest/doctest.h>

#include <map>

#include "reading.hpp"

using namespace collective;

TEST_CASE("CSV: columns in any order, workers anywhere, one value type a number") {
    for (const auto& [text, job] : std::vector<Reading>{
             {"worker,coordinate,value\na,2,1\na,0,1\nb,0,3\n", R"([["a",[[2,1],[0,1]]],["b",[[0,3]]]])"},
             {"value,worker,coordinate\n1,a,2\n3,b,0\n5,a,2\n", R"([["a",[[2,1],[2,5]]],["b",[[0,3]]]])"},
             {"\xEF\xBB\xBF\"coordinate\",\"value\"\r\n7,1\r\n\r\n7,2",
              "[[0,[[7,1],[7,2]]]]"},  // reported: B46
             {"coordinate,value\n", "[[0,[]]]"},
             {"worker,coordinate,value\n", "[]"},
             {"\n \n coordinate , value \n 1 , 2 \n", "[[0,[[1,2]]]]"},
             {"coordinate,value\n+1,+2\n-0,.5\n3,1.\n4,-.5e1\n5,1E+2\n",
              "[[0,[[1,2],[0,0.5],[3,1.0],[4,-5.0],[5,100.0]]]]"},
             {"coordinate,value\n18446744073709551615,123456789012345678901234567890\n1,-0.0\n",
              "[[0,[[18446744073709551615,123456789012345678901234567890],[1,-0.0]]]]"},
             {"worker,coordinate,value\n\"x, \"\"y\"\"\",\"1\",\"2.5\"\n7,1,1\n\"7\",2,2\n",
              R"([["x, \"y\"",[[1,2.5]]],["7",[[1,1],[2,2]]]])"},
             {"worker,coordinate,value\n\"\",1,2\n a ,1,2\nü\\,1,2\n",
              R"([["",[[1,2]]],["a",[[1,2]]],["ü\\",[[1,2]]]])"},
         }) {
        CAPTURE(text);
        CHECK(read_as("csv", text) == job);
        if (text.find("x, ") != text.npos) continue;  // there a comma separates no columns
        std::string tabs = text;
        for (char& c : tabs) c = c == ',' ? '\t' : c;
        CHECK(read_as("tsv", tabs) == job);
    }
    CHECK(read_as("tsv", "worker\tcoordinate\tvalue\na,b\t1\t2\n") == R"([["a,b",[[1,2]]]])");
}

TEST_CASE("CSV: NaN and infinities as other programs print them") {
    for (const auto& [written, value] : std::vector<Reading>{
             {"nan", "\"NaN\""},
             {"NaN", "\"NaN\""},
             {"-nan", "\"NaN\""},
             {"inf", "\"Infinity\""},
             {"+Inf", "\"Infinity\""},
             {"INFINITY", "\"Infinity\""},
             {"-inf", "\"-Infinity\""},
             {"\"-inf\"", "\"-Infinity\""},
             {"-Infinity", "\"-Infinity\""},
         }) {
        CAPTURE(written);
        CHECK(read_as("csv", "coordinate,value\n1," + written + "\n2, " + written + " \n") ==
              "[[0,[[1," + value + "],[2," + value + "]]]]");
    }
}

TEST_CASE("CSV: several columns of coordinates are a tuple, several of values a row; texts") {
    for (const auto& [text, job] : std::vector<Reading>{
             {"coordinate,worker,coordinate,value\n1,a,2,5\n-1,a,3,6\n", R"([["a",[[[1,2],5],[[-1,3],6]]]])"},
             {"worker,coordinate,value,value\na,1,2,5.5\n", R"([["a",[[1,[2,5.5]]]]])"},
             {"text,value\npear,1\n\"a,\"\"b\",2\n7,3\n\" 7\",4\n007,5\n",
              R"([[0,[["pear",1],["a,\"b",2],["7",3],[" 7",4],["007",5]]]])"},
             {"value,text,worker\n1,7,a\n2,-,a\n", R"([["a",[["7",1],["-",2]]]])"},
             {"coordinate,value\n\"7\",3\n", R"([[0,[[7,3]]]])"},
         }) {
        CAPTURE(text);
        CHECK(read_as("csv", text) == job);
    }
}

TEST_CASE("CSV: every fault by line and column") {
    const std::string head = "worker,coordinate,value\n";
    for (const auto& [text, begins] : std::vector<Reading>{
             {"",
              "f:1:1: expected a line that names the columns: worker, coordinate, value, found the end of"},
             {"\r\n\n", "f:3:1: expected a line that names the columns"},
             {"1,2\n", "f:1:1: the first line names the columns: unknown column '1'"},
             {"coordinate,v\x98lue\n",
              "f:1:12: the first line names the columns: unknown column 'v\\x98lue'"},
             {"coordinate,v\u00e9lue\n",
              "f:1:12: the first line names the columns: unknown column 'v\u00e9lue'"},
             {"coordinate,valu\n",
              "f:1:12: the first line names the columns: unknown column 'valu': did you mean "
              "value?"},
             {"worker,worker\n", "f:1:8: a second column 'worker'"},
             {"text,value,text\n", "f:1:12: a second column 'text'"},
             {"text,value,coordinate\n",
              "f:1:22: coordinates are in columns 'coordinate' or in one 'text', not in both"},
             {"text,value\n,1\n",
              "f:2:1: worker 0, pair 1: expected a coordinate (a text), found an empty field"},
             {"coordinate,value\npear,1\n",
              "f:2:1: worker 0, pair 1: expected a coordinate (an integer), found pear"},
             {"worker,value\n", "f:1:13: no column 'coordinate'"},
             {"coordinate,worker\n", "f:1:18: no column 'value'"},
             {"coordinate,,value\n", "f:1:12: expected a column's title, found an empty field"},
             {"coordinate,value\n1,1\n5,",
              "f:3:3: worker 0, pair 2, coordinate 5: expected a value (a number), found "
              "an empty field"},
             {"coordinate,value\n5,1,9\n",
              "f:2:4: worker 0, pair 1, coordinate 5: expected the end of the line after 2 "
              "fields"},
             {"coordinate,value\n5\n6,1",
              "f:2:2: worker 0, pair 1, coordinate 5: expected ',' and a value, found the "
              "end of the line"},
             {"coordinate,value\n,1\n",
              "f:2:1: worker 0, pair 1: expected a coordinate (an integer), found an empty"},
             {head + "a,1,2\nb,1,2\na,x,2",
              "f:4:3: worker \"a\", pair 2: expected a coordinate (an integer), found x"},
             {head + "a,1,2\n,1,2", "f:3:1: expected a worker's name, found an empty field"},
             {head + "  ,1,2", "f:2:3: expected a worker's name, found an empty field"},
             {head + "a,1.5,2\n",
              "f:2:3: worker \"a\", pair 1, coordinate 1.5: a coordinate is an integer literal"},
             {head + "a,1e0,2\n",
              "f:2:3: worker \"a\", pair 1, coordinate 1e0: a coordinate is an integer literal"},
             {head + "a,18446744073709551616,2\n",
              "f:2:3: worker \"a\", pair 1, coordinate 18446744073709551616: a "},
             {head + "a,-9223372036854775809,2\n",
              "f:2:3: worker \"a\", pair 1, coordinate -9223372036854775809: a "},
             {head + "a,-5,2\nb,9223372036854775808,2\n",
              "f:3:3: worker \"b\", pair 1, coordinate 9223372036854775808: with coordinate -5 at f:2:3 it "
              "fits"},
             {head + "a,1,nano\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found nano"},
             {head + "a,1,-infin\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found -infin"},
             {head + "a,nan,1\n",
              "f:2:3: worker \"a\", pair 1: expected a coordinate (an integer), found nan"},
             {head + "a,1,1e400\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: 1e400 is beyond the largest float64"},
             {head + "a,1,1e999999999999999999999\n", "f:2:5: worker \"a\", pair 1, coordinate 1: 1e99999"},
             {head + "a,1,0x10\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found 0x10"},
             {head + "a,1,01\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found 01"},
             {head + "a,1,+-1\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found +-1"},
             {head + "a,1,.\n",
              "f:2:5: worker \"a\", pair 1, coordinate 1: expected a value (a number), found ."},
             {head + "a,1,2 3\n",
              "f:2:7: worker \"a\", pair 1, coordinate 1: expected ',' or the end of the line"},
             {head + "a,1,2;3\n",
              "f:2:6: worker \"a\", pair 1, coordinate 1: expected ',' or the end of the line"},
             {head + "a,1,\"2\n",
              "f:2:7: worker \"a\", pair 1, coordinate 1: expected the closing quote, found the end"},
             {head + "a,1,\"\"\n",
              "f:2:6: worker \"a\", pair 1, coordinate 1: expected a value (a number), found '\"'"},
             {head + "\"a,1,2\n", "f:2:1: the field that begins here has no closing quote on its line"},
             {head + "a\"b,1,2\n", "f:2:2: a quote inside a field that doesn't begin with one"},
             {head + "\"a\"b,1,2\n", "f:2:4: expected ',' or the end of the line, found b"},
             {head + std::string("a\0b,1,2\n", 8), "f:2:2: a control character, byte 0x00"},
             {head + std::string("a,1,2\0\n", 7),
              "f:2:6: worker \"a\", pair 1, coordinate 1: expected ',' or the end of "
              "the line, found byte 0x00"},
             {head + std::string("a,\0,2\n", 6),
              "f:2:3: worker \"a\", pair 1: expected a coordinate (an integer), found "
              "byte 0x00"},
             {head + "\xFF,1,2\n", "f:2:1: the worker's name that begins here is not valid UTF-8"},
             {head + "a\rb,1,2\n", "f:2:2: a control character, byte 0x0d"},
         }) {
        CAPTURE(text);
        CHECK_MESSAGE(read_as("csv", text).starts_with(begins), read_as("csv", text));
    }
    CHECK(
        read_as("tsv", "coordinate\tvalue\n1\t\t2")
            .starts_with(
                "f:2:3: worker 0, pair 1, coordinate 1: expected a value (a number), found an empty field"));
    CHECK(read_as("tsv", "coordinate\tvalue\n1,2")
              .starts_with(
                  "f:2:2: worker 0, pair 1, coordinate 1: expected a tab or the end of the line, found ','"));
}

TEST_CASE("CSV: integers of up to 100000 digits") {
    const auto job = [](std::size_t digits) {
        return read_as("csv", "coordinate,value\n1," + std::string(digits, '7') + "\n");
    };
    CHECK(job(100'000) == "[[0,[[1," + std::string(100'000, '7') + "]]]]");
    CHECK(job(100'001).starts_with("f:2:3: worker 0, pair 1, coordinate 1: an integer of 100001 digits"));
}

TEST_CASE("CSV: workers in turn, line by line, read as if each had its own block") {
    std::string mixed = "worker,coordinate,value\n";
    std::map<int, std::string> rows;
    for (int i = 0; i < 1000; ++i) {
        const int worker = (i * i) % 7;
        mixed += std::to_string(worker) + ',' + std::to_string(i) + ',' + std::to_string(i * 3) + '\n';
        auto& row = rows[worker];
        row += (row.empty() ? "[" : ",[") + std::to_string(i) + "," + std::to_string(i * 3) + "]";
    }
    std::string job;
    for (const int worker : {0, 1, 4, 2})  // squares modulo 7, in the order in which they come
        job += (job.empty() ? "[\"" : ",[\"") + std::to_string(worker) + "\",[" + rows[worker] + "]]";
    CHECK(read_as("csv", mixed) == "[" + job + "]");
}
