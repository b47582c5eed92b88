#include "collective/transport/memory.hpp"

#include <doctest/doctest.h>

#include <span>
#include <vector>

using namespace collective;

namespace {

Bytes bytes(const char* text) {
    const auto view = std::as_bytes(std::span(std::string_view(text)));
    return {view.begin(), view.end()};
}

}  // namespace

TEST_CASE("memory transport: all ranks are members, on one node") {
    MemoryTransport transport(3);
    CHECK(std::vector<int>(transport.members().begin(), transport.members().end()) ==
          std::vector<int>{0, 1, 2});
    CHECK(transport.topology() == Topology::flat(3));
    CHECK(transport.name() == "memory");
}

TEST_CASE(
    "memory transport: a view is the parcel that its source offered, for each pair of ranks and range of "
    "slices") {
    MemoryTransport transport(3);
    const Bytes a = bytes("a"), b = bytes("b"), c = bytes("c"), none;
    const Transfer first{0, 0, 1, {0, 2}, Action::reduce, 1}, second{0, 0, 1, {2, 3}, Action::copy, 3},
        third{0, 2, 1, {0, 2}, Action::reduce, 1}, empty{0, 1, 0, {0, 3}, Action::reduce, 1};
    transport.offer(first, {c, a});
    transport.offer(second, {none, b});
    transport.offer(third, {none, c});
    transport.offer(empty, {none, none});
    CHECK(transport.view(third).body.data() == c.data());
    CHECK(transport.view(second).body.data() == b.data());
    CHECK(transport.view(first).body.data() == a.data());
    CHECK(transport.view(first).body.size() == 1);
    CHECK(transport.view(first).head.data() == c.data());
    CHECK(transport.view(empty).body.empty());

    transport.end_round();
    CHECK_THROWS(transport.view(first));
    transport.offer(first, {none, c});
    CHECK(transport.view(first).body.data() == c.data());
}

TEST_CASE("memory transport: blocks are gathered in rank order, words are or-ed for every member") {
    MemoryTransport transport(3);
    const std::vector<Bytes> blocks{bytes("one"), {}, bytes("three")};
    CHECK(transport.allgather(blocks) == blocks);

    std::vector<std::vector<std::uint64_t>> words{{1, 0}, {2, std::uint64_t{1} << 63}, {1, 0}};
    const std::vector<std::span<std::uint64_t>> views(words.begin(), words.end());
    transport.allreduce_or(views);
    for (const auto& one : words) CHECK(one == std::vector<std::uint64_t>{3, std::uint64_t{1} << 63});
}
