#include "collective/format/format.hpp"

#include <doctest/doctest.h>

#include "collective/error.hpp"
#include "temporary_directory.hpp"

using namespace collective;

namespace {

std::string written(std::string_view name, const std::vector<PairText>& pairs,
                    ValueHint hint = ValueHint::none) {
    const TemporaryDirectory directory;
    OutputFile file(directory.file("out"));
    find_format(name)->write(file,
                             {pairs.size(), [&](std::size_t i, PairText& text) { text = pairs[i]; }, hint});
    file.commit();
    return contents(directory.file("out"));
}

}  // namespace

TEST_CASE("the formats") {
    const std::vector<PairText> pairs{{"0", "4"}, {"2", "-5.5"}, {"12345678901", "\"NaN\""}};
    CHECK(written("json", pairs) == "[[0,4],[2,-5.5],[12345678901,\"NaN\"]]\n");
    CHECK(written("csv", pairs) == "coordinate,value\n0,4\n2,-5.5\n12345678901,nan\n");
    CHECK(written("tsv", pairs) == "coordinate\tvalue\n0\t4\n2\t-5.5\n12345678901\tnan\n");
    CHECK(written("table", pairs) ==
          " coordinate  value\n"
          "          0      4\n"
          "          2   -5.5\n"
          "12345678901  \"NaN\"\n");
}

TEST_CASE("nothing to write") {
    CHECK(written("json", {}) == "[]\n");
    CHECK(written("csv", {}) == "coordinate,value\n");
    CHECK(written("table", {}) == "coordinate  value\n");
}

TEST_CASE("Matrix Market: one row, columns from 1, real where a value is") {
    CHECK(written("matrix-market", {{"0", "4"}, {"7", "-123456789012345678901"}}) ==
          "%%MatrixMarket matrix coordinate integer general\n1 8 2\n1 1 4\n1 8 -123456789012345678901\n");
    CHECK(written("matrix-market", {{"9223372036854775806", "1e+23"}}) ==
          "%%MatrixMarket matrix coordinate real general\n1 9223372036854775807 1\n1 9223372036854775807 "
          "1e+23\n");
    CHECK(written("matrix-market", {{"0", "\"-Infinity\""}}) ==
          "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 -inf\n");
    CHECK(written("matrix-market", {}) == "%%MatrixMarket matrix coordinate integer general\n1 0 0\n");
    for (const std::string coordinate : {"-1", "9223372036854775807", "18446744073709551615"}) {
        const std::string begins = "coordinate " + coordinate + " has no column in Matrix Market";
        CHECK_THROWS_WITH_AS(written("matrix-market", {{coordinate, "1"}}), doctest::Contains(begins.c_str()),
                             InputError);
    }
}

TEST_CASE("formats are found by name") {
    for (const Format& format : formats()) CHECK(find_format(format.name) == &format);
    CHECK(find_format("xml") == nullptr);
}

TEST_CASE("a file's format is told by its suffix, else it is JSON") {
    for (const auto& [path, name] :
         std::vector<std::pair<std::string, std::string>>{{"a.json", "json"},
                                                          {"a/b.csv", "csv"},
                                                          {"a.csv.gz", "csv"},
                                                          {"a.tsv.zst", "tsv"},
                                                          {"a.ndjson", "json-lines"},
                                                          {"a.jsonl", "json-lines"},
                                                          {"a.mtx", "matrix-market"},
                                                          {"a.gz", "json"},
                                                          {"-", "json"},
                                                          {"csv", "json"},
                                                          {"a.table", "json"}}) {
        CAPTURE(path);
        CHECK(format_of(path).name == name);
    }
}

TEST_CASE("tuples, texts and rows in every format") {
    const std::vector<PairText> tuples{{"[1,2]", "[0.5,1.0]"}, {"[3,-4]", "[\"NaN\",-0.0]"}};
    CHECK(written("json", tuples) == "[[[1,2],[0.5,1.0]],[[3,-4],[\"NaN\",-0.0]]]\n");
    CHECK(written("csv", tuples) == "coordinate,coordinate,value,value\n1,2,0.5,1.0\n3,-4,nan,-0.0\n");
    CHECK(written("tsv", {}) == "coordinate\tvalue\n");
    const std::vector<PairText> texts{{R"("a\"b,é")", "1"}, {R"("\u0001")", "2"}};
    CHECK(written("csv", {texts[0]}) == "text,value\n\"a\"\"b,é\",1\n");
    CHECK_THROWS_WITH_AS(written("csv", texts), doctest::Contains("has a control character"), InputError);
    CHECK_THROWS_WITH_AS(written("matrix-market", {{"5", "[0.5,1.0]"}}),
                         doctest::Contains("has a row of values"), InputError);
    CHECK(written("matrix-market", {{"5", "[0.5,1.0]"}}, ValueHint::complex128) ==
          "%%MatrixMarket matrix coordinate complex general\n1 6 1\n1 6 0.5 1.0\n");
    CHECK_THROWS_WITH_AS(written("matrix-market", tuples), doctest::Contains("has no column"), InputError);
}
