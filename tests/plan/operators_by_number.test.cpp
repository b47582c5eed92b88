#include <doctest/doctest.h>

#include "tests/plan/operators.hpp"

using namespace collective;
using namespace collective::testing;

TEST_CASE_TEMPLATE("operators: by number, every schedule and rank count gives what brute force gives", V,
                   std::int64_t, std::uint8_t, std::uint64_t, double, float) {
    run_operators<V, std::int64_t>();
}
