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
            if (!expected.unsigned_coordinates) {  // the kind of coordinate is the whole job's
                expected.unsigned_coordinates = true;
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
