#include <doctest/doctest.h>

#include "tests/plan/operators.hpp"

using namespace collective;
using namespace collective::testing;

// Values are as in the test by number, which has more types of them.
TEST_CASE_TEMPLATE("operators: by text, every schedule and rank count gives what brute force gives", V,
                   std::int64_t, double) {
    run_operators<V, std::string>();
}
