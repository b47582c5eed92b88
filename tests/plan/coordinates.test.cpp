#include <doctest/doctest.h>

#include <string>

#include "tests/plan/kinds.hpp"

using namespace collective;
using namespace collective::testing;

TEST_CASE_TEMPLATE("coordinates: every type on every schedule", K, std::int8_t, std::int32_t, std::uint64_t,
                   std::string, Cell) {
    sum_everywhere<std::int64_t, K>();
}

TEST_CASE("coordinates: pairs whose members have unlike sizes, or both travel serialized") {
    sum_everywhere<double, std::int32_t>();
    sum_everywhere<double, std::string>();
    sum_everywhere<BigNumber, std::string>();
    sum_everywhere<Bag, Cell>();
}
