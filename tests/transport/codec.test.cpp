#include "collective/transport/codec.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/plan/kinds.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// Through bytes that lie elsewhere, as after a message.
template <class T>
std::vector<T> there_and_back(const std::vector<T>& elements) {
    Bytes scratch;
    const auto encoded = encode(std::span<const T>(elements), scratch);
    const Bytes message(encoded.begin(), encoded.end());
    std::vector<T> storage;
    const auto decoded = decode<T>(message, storage);
    return {decoded.begin(), decoded.end()};
}

}  // namespace

TEST_CASE("codec: plain pairs travel as they lie in memory") {
    static_assert(TravelsAsIs<Entry<double>> && TravelsAsIs<Entry<Gradient, Cell>>);
    const std::vector<Entry<double>> pairs{{1, 2.5}, {-3, -0.0}};
    Bytes scratch;
    const auto encoded = encode(std::span<const Entry<double>>(pairs), scratch);
    CHECK(static_cast<const void*>(encoded.data()) == pairs.data());
    CHECK(encoded.size() == 2 * sizeof(Entry<double>));
    CHECK(scratch.empty());
    CHECK(there_and_back(pairs) == pairs);
    CHECK(there_and_back(std::vector<Entry<double>>{}).empty());
}

TEST_CASE("codec: other pairs travel serialized") {
    static_assert(!TravelsAsIs<Entry<std::string>> && !TravelsAsIs<Entry<double, std::string>>);
    const std::vector<Entry<std::string, std::string>> words{
        {"", "x"}, {std::string("a\0b", 3), std::string(1000, 'z')}};
    CHECK(there_and_back(words) == words);
    const std::vector<Entry<Bag>> bags{{1, {{1, 2, 3}}}, {2, {}}};
    CHECK(there_and_back(bags) == bags);
    const boost::multiprecision::cpp_int large =
        boost::multiprecision::cpp_int("1" + std::string(1'500, '7'));
    const std::vector<Entry<BigNumber, Cell>> numbers{
        {{1, 2}, {large}}, {{-1, 0}, {-large - 7}}, {{0, 0}, {0}}};
    CHECK(there_and_back(numbers) == numbers);
    CHECK(there_and_back(std::vector<Entry<Bag>>{}).empty());
}

TEST_CASE("codec: a block gives back what was put into it, in the same order") {
    for (const std::size_t size : {0, 3, 1000}) {
        const Bytes inner(size, std::byte{7});
        BlockWriter writer;
        writer.put(std::int32_t{-5}).put_text("a text").put(2.5);
        const Bytes block = writer.put_bytes(inner).put_text("").take();
        BlockReader reader(block);
        CHECK(reader.get<std::int32_t>() == -5);
        CHECK(reader.get_text() == "a text");
        CHECK(reader.get<double>() == 2.5);
        CHECK(reader.get_bytes() == inner);
        CHECK(reader.get_text().empty());
    }
}
