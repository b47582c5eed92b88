#include "collective/format/format.hpp"

#include <doctest/doctest.h>

#include "collective/error.hpp"
#include "temporary_directory.hpp"

using namespace collective;

namespace {

std::string written(std::string_view name, const std::vector<PairText>& pairs) {
    const TemporaryDirectory directory;
    OutputFile file(directory.file("out"));
    find_format(name)->write(file, pairs.size(), [&](std::size_t i, PairText& text) {
        text.coordinate += pairs[i].coordinate;
        text.value += pairs[i].value;
    });
    file.commit();
    return contents(directory.file("out"));
}

}  // namespace

TEST_CASE("the formats") {
    const std::vector<PairText> pairs{{"0", "4"}, {"2", "-5.5"}, {"12345678901", "\"NaN\""}};
    CHECK(written("json", pairs) == "[[0,4],[2,-5.5],[12345678901,\"NaN\"]]\n");
    CHECK(written("csv", pairs) == "coordinate,value\n0,4\n2,-5.5\n12345678901,\"NaN\"\n");
    CHECK(written("tsv", pairs) == "coordinate\tvalue\n0\t4\n2\t-5.5\n12345678901\t\"NaN\"\n");
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
