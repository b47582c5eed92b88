#include "collective/operator/integer_sum.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tests/check/exact.hpp"

using namespace collective;
using testing::Big;

namespace {

template <class V>
concept CanBeAdded = requires {
    typename WideInteger<V>;
};
static_assert(CanBeAdded<std::uint64_t> && CanBeAdded<Int128> && !CanBeAdded<UInt128>);

template <class Wide>
Big total(const std::vector<Wide>& terms) {
    Big sum = 0;
    for (const Wide term : terms) sum += Big(term);
    return sum;
}

template <class Wide>
std::vector<Wide> random_terms(std::mt19937_64& random) {
    std::vector<Wide> terms;
    for (auto n = 1 + random() % 8; n > 0; --n) {
        auto bits = static_cast<Wide>(random());
        if constexpr (sizeof(Wide) == 16) bits ^= static_cast<Wide>(random()) << 64;
        switch (random() % 4) {
            case 0:
                terms.push_back(std::numeric_limits<Wide>::min());
                break;
            case 1:
                terms.push_back(std::numeric_limits<Wide>::max());
                break;
            case 2:
                terms.push_back(static_cast<Wide>(bits % 3));
                break;
            default:
                terms.push_back(bits);
        }
    }
    return terms;
}

}  // namespace

TEST_CASE_TEMPLATE("integer sums: one is left exactly where the sum fits, and nothing is lost", Wide,
                   std::int64_t, std::uint64_t, Int128) {
    std::mt19937_64 random(3);
    const Big low(std::numeric_limits<Wide>::min()), high(std::numeric_limits<Wide>::max());
    int fitting = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::vector<Wide> terms = random_terms<Wide>(random);
        const Big sum = total(terms);
        terms.resize(add_where_exact(std::span(terms)));
        REQUIRE(total(terms) == sum);
        const bool fits = low <= sum && sum <= high;
        REQUIRE((terms.size() == 1) == fits);
        fitting += fits;
    }
    CHECK(fitting > 1'000);
    CHECK(fitting < 19'000);
}

TEST_CASE_TEMPLATE("integer sums: a sum that does not fit its type is named", V, std::int8_t, std::int16_t,
                   std::int32_t, std::int64_t, std::uint8_t, std::uint32_t, std::uint64_t) {
    using Wide = WideInteger<V>;
    std::mt19937_64 random(4);
    const Big low(std::numeric_limits<V>::min()), high(std::numeric_limits<V>::max());
    int refused = 0;
    for (int trial = 0; trial < 5'000; ++trial) {
        std::vector<Wide> terms;
        for (auto n = 1 + random() % 5; n > 0; --n)
            terms.push_back(static_cast<Wide>(static_cast<V>(random())));
        const Big sum = total(terms);
        terms.resize(add_where_exact(std::span(terms)));
        const std::span<const Wide> left(terms);
        if (low <= sum && sum <= high) {
            REQUIRE(Big(narrow<V>(left)) == sum);
        } else {
            ++refused;
            const std::string message = "the sum " + sum.str() + " does not fit " +
                                        (std::is_signed_v<V> ? "a signed " : "an unsigned ") +
                                        std::to_string(8 * sizeof(V)) + "-bit integer";
            REQUIRE_THROWS_WITH_AS(narrow<V>(left), message.c_str(), InputError);
        }
    }
    CHECK(refused > 100);
}

TEST_CASE("integer sums: 128 bits") {
    const Int128 most = std::numeric_limits<Int128>::max(), least = std::numeric_limits<Int128>::min();
    const Int128 fits[] = {most}, more[] = {most, 1};
    CHECK(narrow<Int128>(std::span<const Int128>(fits)) == most);
    CHECK_THROWS_AS(narrow<Int128>(std::span<const Int128>(more)), InputError);
    CHECK(to_decimal(least) == Big(least).str());
    CHECK(to_decimal(most) == Big(most).str());
    CHECK(to_decimal(0) == "0");
    CHECK(to_decimal(-10) == "-10");
}
