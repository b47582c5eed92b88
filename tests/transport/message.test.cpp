#include "collective/transport/message.hpp"

#include <doctest/doctest.h>

#include <climits>
#include <vector>

#include "collective/error.hpp"

using namespace collective;

namespace {

std::vector<int> places(const std::vector<std::uint64_t>& sizes) { return side_by_side(sizes); }

}  // namespace

TEST_CASE("message transport: blocks side by side begin where the ones before them end") {
    CHECK(places({}) == std::vector<int>{0});
    CHECK(places({3, 0, 4}) == std::vector<int>{0, 3, 3, 7});
    CHECK(places({std::uint64_t{1} << 30, (std::uint64_t{1} << 30) - 1}) ==
          std::vector<int>{0, 1 << 30, INT_MAX});
}

TEST_CASE("message transport: sizes that fit an int are refused where their running sum does not") {
    const std::uint64_t large = std::uint64_t{1} << 30;
    CHECK_THROWS_AS(places({large, large}), BrokenError);
    CHECK_THROWS_AS(places({large, large, large, 5}), BrokenError);
    CHECK_THROWS_AS(places({INT_MAX, 0, 1}), BrokenError);
    CHECK_THROWS_AS(places({1, ~std::uint64_t{0}}), BrokenError);
}
