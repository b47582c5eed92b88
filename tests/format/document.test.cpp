#include "collective/format/document.hpp"

#include <doctest/doctest.h>

#include <random>

#include "collective/error.hpp"
#include "collective/format/json_reader.hpp"

using namespace collective;

namespace {

const std::string rows[] = {R"(["a",[[1,99999999999999999999],[2,1]]])", R"([1,[]])",
                            R"(["",[[9223372036854775808,0.5],[4,-88888888888888888888],[4,7]]])",
                            R"([2,[[5,1]]])"};

Document read(std::size_t first, std::size_t last) {
    std::string text = "[";
    for (std::size_t row = first; row < last; ++row) text += (row > first ? "," : "") + rows[row];
    return read_json(text + "]", "rows.json");
}

}  // namespace

TEST_CASE("a block of workers is what reading their rows alone gives") {
    const Document whole = read(0, 4);
    for (std::size_t first = 0; first <= 4; ++first) {
        for (std::size_t last = first; last <= 4; ++last) {
            Document expected = read(first, last);
            if (expected.space.kind != CoordinateKind::uint64) {  // the kind of coordinate is the whole job's
                expected.space.kind = CoordinateKind::uint64;
                for (auto& coordinate : expected.coordinates)
                    coordinate ^= std::numeric_limits<std::int64_t>::min();
            }
            CHECK(block(whole, first, last) == expected);
        }
    }
}

TEST_CASE("a document survives its journey as bytes; a damaged one is noticed") {
    for (std::size_t last = 0; last <= 4; ++last) CHECK(from_bytes(to_bytes(read(0, last))) == read(0, last));

    const auto bytes = to_bytes(read(0, 4));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_THROWS_AS(from_bytes(std::span(bytes).first(size)), Error);
    auto longer = bytes;
    longer.push_back({});
    CHECK_THROWS_AS(from_bytes(longer), Error);
    auto many = bytes;
    for (std::size_t i = 0; i < sizeof(std::size_t); ++i) many[i] = std::byte{0xFF};  // the number of names
    CHECK_THROWS_AS(from_bytes(many), Error);
}

TEST_CASE("a document takes in others, each as one worker") {
    Document all;
    append_worker(all, "\"a\"", read_json("[[1,[[5,1],[-5,100000000000000000000]]],[2,[[7,0.5]]]]", "a"));
    append_worker(all, "\"b\"", read_json("[]", "b"));
    append_worker(all, "\"c\"", read_json("[[1,[[5,200000000000000000000]]]]", "c"));
    CHECK(all == read_json(R"([["a",[[5,1],[-5,100000000000000000000],[7,0.5]]],["b",[]],
                               ["c",[[5,200000000000000000000]]]])",
                           "all"));
}

TEST_CASE("a document takes in others: unsigned coordinates before and after, none below zero") {
    const auto above = [] { return read_json("[[1,[[18446744073709551615,1],[0,1]]]]", "above"); };
    const auto both = [] { return read_json("[[1,[[9223372036854775807,2]]]]", "both"); };
    Document first, last;
    append_worker(first, "1", above());
    append_worker(first, "2", both());
    append_worker(last, "2", both());
    append_worker(last, "1", above());
    CHECK(first == read_json("[[1,[[18446744073709551615,1],[0,1]]],[2,[[9223372036854775807,2]]]]", "x"));
    CHECK(last == read_json("[[2,[[9223372036854775807,2]]],[1,[[18446744073709551615,1],[0,1]]]]", "x"));
    CHECK_THROWS_WITH_AS(append_worker(first, "3", read_json("[[1,[[4,1],[-1,1]]]]", "below")),
                         doctest::Contains("worker 3, pair 2: coordinate -1 is below 0"), InputError);
}
