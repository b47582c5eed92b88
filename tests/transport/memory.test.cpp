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

TEST_CASE("memory transport: a view is what its source offered, for each pair of ranks and range of slices") {
    MemoryTransport transport(3);
    const Bytes a = bytes("a"), b = bytes("b"), c = bytes("c"), none;
    const Transfer first{0, 0, 1, {0, 2}, Action::reduce, 1}, second{0, 0, 1, {2, 3}, Action::copy, 3},
        third{0, 2, 1, {0, 2}, Action::reduce, 1}, empty{0, 1, 0, {0, 3}, Action::reduce, 1};
    transport.offer(first, a);
    transport.offer(second, b);
    transport.offer(third, c);
    transport.offer(empty, none);
    CHECK(transport.view(third).data() == c.data());
    CHECK(transport.view(second).data() == b.data());
    CHECK(transport.view(first).data() == a.data());
    CHECK(transport.view(first).size() == 1);
    CHECK(transport.view(empty).empty());

    transport.end_round();
    CHECK_THROWS(transport.view(first));
    transport.offer(first, c);
    CHECK(transport.view(first).data() == c.data());
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
