#include "collective/format/format.hpp"

#include <doctest/doctest.h>

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

TEST_CASE("formats are found by name") {
    for (const Format& format : formats()) CHECK(find_format(format.name) == &format);
    CHECK(find_format("xml") == nullptr);
}
