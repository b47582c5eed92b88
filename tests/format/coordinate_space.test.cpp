#include "collective/format/coordinate_space.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "collective/error.hpp"
#include "collective/format/json_reader.hpp"
#include "documents.hpp"

using namespace collective;

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

Document read(std::string_view text) { return read_json(text, "f"); }

/// What reading throws.
std::string fault(std::string_view text) {
    try {
        read(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("coordinates: what is read is what is told, of every kind") {
    for (const std::string_view text : {
             R"([["a",[[5,1],[-5,2]]]])",
             R"([["a",[[18446744073709551615,1],[0,2]]]])",
             R"([["a",[["pear",1],["",2],["pear",3]]],["b",[["Äpfel",4],["a\"b",5]]]])",
             R"([["a",[[[1,2],1],[[-1,9223372036854775807],2]]],["b",[[[1,2],-3]]]])",
             R"([["a",[[[7],1],[[-9223372036854775808],2]]]])",
             R"([["a",[[5,[1,2]],[-5,[3,4]]]],["b",[]],["c",[[5,[0.5,-1e+300]]]]])",
             R"([["a",[[18446744073709551615,[1]],[0,[2]]]]])",
             R"([["a",[["x",[1,2,3]]]],["b",[["y",[4,5,6]],["x",[7,8,9]]]]])",
             R"([["a",[[[0,1],[1.5,2.5]]]]])",
             "[]",
         })
        CHECK(to_json(read(text)) == text);
}

TEST_CASE("coordinates: the integers that stand for them are in their order") {
    std::mt19937_64 random(1);
    const auto integer = [&] { return static_cast<std::int64_t>(random()) >> random() % 64; };
    for (int trial = 0; trial < 1000; ++trial) {
        const std::int64_t a = integer(), b = integer();
        const std::int64_t c[] = {a, integer()}, d[] = {trial % 2 == 0 ? a : b, integer()};
        CHECK((name_from(c) < name_from(d)) == std::ranges::lexicographical_compare(c, d));
    }
    const Document texts = read(R"([["a",[["b",1],["ab",2],["",3],["é",4],["B",5]]]])");
    const std::vector<std::int64_t> expected{lowest + 3, lowest + 2, lowest, lowest + 4, lowest + 1};
    CHECK(texts.coordinates == expected);
    const Document rows = read(R"([["a",[[9,[1,2]],[-9,[3,4]]]]])");
    CHECK(rows.coordinates == std::vector<std::int64_t>{18, 19, -18, -17});
    CHECK(rows.space.name(19) == "9[1]");
    CHECK(rows.space.name(-17) == "-9[1]");
    // Too large to be told apart by value.
    for (const std::string& large :
         {std::string("9223372036854775807"), std::string("18446744073709551615")}) {
        const Document numbered = read("[[0,[[" + large + ",[1,2]],[3,[3,4]]]]]");
        CHECK(numbered.coordinates == std::vector<std::int64_t>{lowest + 2, lowest + 3, lowest, lowest + 1});
        CHECK(numbered.space.name(lowest + 3) == large + "[1]");
    }
    const std::string least = std::to_string(lowest);
    CHECK(read("[[0,[[" + least + ",[1,2]],[3,[3,4]]]]]").space.name(lowest + 1) == least + "[1]");
}

TEST_CASE("coordinates: what a strategy makes of places is none of the numbered ones") {
    const Document texts = read(R"([["a",[["b",1],["a",2]]]])");
    CHECK(texts.space.name(texts.space.own(0)) == "0");
    for (const char* const coordinate : {"\"b\"", "5", "-9223372036854775808", "18446744073709551615"}) {
        const Document rows = read("[[0,[[" + std::string(coordinate) + ",[1,2]]]]]");
        CHECK(rows.space.name(rows.space.own(3)) == "1[1]");
    }
    const Document above = read("[[1,[[18446744073709551615,1]]]]");
    CHECK(above.space.name(above.space.own(3)) == "3");
    CHECK(texts.space.name(lowest + 2) == R"("no coordinate")");  // which a fault may add
}

TEST_CASE("coordinates and rows: a job has them of one kind, both places are told") {  // reported: B13
    CHECK(fault(R"([[0,[["2",1]]],[1,[[2,10]]]])") ==
          "f:1:26: worker 1, pair 1, coordinate 2: an integer for a coordinate, where worker 0, pair 1 has a "
          "text for a coordinate; give all pairs the same");
    CHECK(fault(R"([[0,[[2,1],[3,1]]],[1,[["2",10]]]])").find("worker 1, pair 1") != std::string::npos);
    CHECK(fault("[[0,[[[2],1],[[2,3],1]]]]")
              .find("a coordinate of 2 parts, where worker 0, pair 1 has a "
                    "coordinate of 1 parts") != std::string::npos);
    CHECK(
        fault("[[0,[[2,[1,2]]]],[1,[[3,[1,2]],[2,[1,2,3]]]]]")
            .find("worker 1, pair 2, coordinate 2: a row of 3 for a value, where worker 0, pair 1 has a row "
                  "of 2 for a value") != std::string::npos);
    CHECK(fault("[[0,[[2,[1]]]],[1,[[2,1]]]]")
              .find("a plain number for a value, where worker 0, pair 1 has a "
                    "row of 1 for a value") != std::string::npos);
    // Rows of another width with the same numbers in all.
    CHECK(fault("[[0,[[2,[1,2]],[3,[1,2]],[4,[1,2]]]],[1,[[2,[1,2,3]],[3,[1,2,3]]]]]") != "");
}

TEST_CASE("coordinates and rows: every fault by its place") {
    CHECK(fault("[[0,[[[],1]]]]") == "f:1:7: worker 0, pair 1: a coordinate without parts");
    CHECK(fault("[[0,[[[1,2.5],1]]]]") ==
          "f:1:10: worker 0, pair 1: a part of a coordinate is an int64 such as 2");
    CHECK(fault("[[0,[[[1,9223372036854775808],1]]]]").starts_with("f:1:10: "));
    CHECK(fault("[[0,[[[1,2,3,4,5,6,7,8,9],1]]]]").find("at most 8 parts") != std::string::npos);
    CHECK(fault("[[0,[[1,[]]]]]").find("a row of values has at least one") != std::string::npos);
    CHECK(fault(R"([[0,[[1,["3"]]]]])").find("expected a value (a number), found a string") !=
          std::string::npos);
    CHECK(fault("[[0,[[1,[[1]]]]]]").ends_with("found an array"));
    CHECK(fault("[[0,[[\"a\\x\",1]]]]").starts_with("f:1:"));
}

TEST_CASE("coordinates: documents join into one space, in any order") {
    const auto one = [](std::string_view pairs) { return read("[[0," + std::string(pairs) + "]]"); };
    const auto join = [&](const std::vector<std::string>& lists) {
        Document all;
        for (std::size_t i = 0; i < lists.size(); ++i) append_worker(all, std::to_string(i), one(lists[i]));
        return all;
    };
    CHECK(join({R"([["b",1]])", "[]", R"([["a",2],["b",3]])", R"([["c",4],["",5]])"}) ==
          read(R"([[0,[["b",1]]],[1,[]],[2,[["a",2],["b",3]]],[3,[["c",4],["",5]]]])"));
    CHECK(join({"[[5,[1,2]]]", "[[-5,[3,4]],[5,[5,6]]]"}) ==
          read("[[0,[[5,[1,2]]]],[1,[[-5,[3,4]],[5,[5,6]]]]]"));
    const std::string large = "[[9223372036854775807,[3,4]],[5,[5,6]]]", small = "[[-5,[1,2]],[5,[1,2]]]";
    CHECK(join({large, small}) == read("[[0," + large + "],[1," + small + "]]"));
    CHECK(join({small, large, small}) == read("[[0," + small + "],[1," + large + "],[2," + small + "]]"));
    const std::string above = "[[18446744073709551615,[1,2]]]";
    CHECK(join({above, "[[5,[1,2]]]"}) == read("[[0," + above + "],[1,[[5,[1,2]]]]]"));
    CHECK_THROWS_WITH_AS(join({above, small}),
                         "coordinates -5 and 18446744073709551615 together are of no type of 64 bits",
                         InputError);
    CHECK_THROWS_WITH_AS(join({"[[5,1]]", R"([["b",1]])"}),
                         "worker 0 has integers for coordinates, worker 1 has texts; give all the same",
                         InputError);
    CHECK_THROWS_WITH_AS(
        join({"[[[5],1]]", "[[[5,6],1]]"}),
        "worker 0 has tuples of 1 for coordinates, worker 1 has tuples of 2; give all the same", InputError);
    CHECK_THROWS_WITH_AS(join({"[[5,1]]", "[]", "[[5,[1,2]]]"}),
                         "worker 0 has plain numbers for values, worker 2 has rows of 2; give all the same",
                         InputError);
}
