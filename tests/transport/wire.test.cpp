#include "collective/transport/wire.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <vector>

using namespace collective;

namespace {

template <class P, class K>
using Pairs = std::vector<Entry<P, K>>;

/// Through bytes that lie elsewhere, as after a message.
template <class P, class K>
Pairs<P, K> there_and_back(const Pairs<P, K>& pairs, Form& form, std::size_t& bytes) {
    Buffer<std::byte> scratch;
    const Wire wire = to_wire(std::span<const Entry<P, K>>(pairs), scratch);
    const std::vector<std::byte> message(wire.body.begin(), wire.body.end());
    form = wire.form;
    bytes = message.size();
    Pairs<P, K> out(pairs.size());
    from_wire(Wire{wire.form, wire.lowest, message}, std::span<Entry<P, K>>(out));
    return out;
}

template <class K>
Pairs<double, K> pairs_at(const std::vector<K>& coordinates) {
    Pairs<double, K> pairs;
    for (const K coordinate : coordinates)
        pairs.push_back({coordinate, static_cast<double>(pairs.size()) - 0.5});
    return pairs;
}

/// What arrives is what was sent, in the form and in not much more than the bytes that are expected.
template <class K>
void check_form(const std::vector<K>& coordinates, Form expected, double bytes_a_pair) {
    const auto pairs = pairs_at(coordinates);
    Form form{};
    std::size_t bytes = 0;
    CHECK(there_and_back(pairs, form, bytes) == pairs);
    CHECK(form == expected);
    CHECK(static_cast<double>(bytes) <= bytes_a_pair * static_cast<double>(pairs.size()) + 32);
}

std::vector<std::int64_t> sorted_sample(std::mt19937_64& random, std::size_t size, std::int64_t range) {
    std::set<std::int64_t> chosen;
    while (chosen.size() < size)
        chosen.insert(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(range)));
    return {chosen.begin(), chosen.end()};
}

constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr auto most = std::numeric_limits<std::int64_t>::max();

}  // namespace

TEST_CASE("wire: the smallest form is taken") {
    std::mt19937_64 random(1);
    for (const std::size_t n : {2'000, 2'048, 2'049, 10'000}) {
        const auto range = [&](double density) {
            return static_cast<std::int64_t>(static_cast<double>(n) / density);
        };
        check_form(sorted_sample(random, n, range(0.5)), Form::bitmap, 8 + 0.25);
        check_form(sorted_sample(random, n, range(0.3)), Form::bitmap, 8 + 0.42);
        check_form(sorted_sample(random, n, range(0.05)), Form::deltas, 8 + 1.3);
        check_form(sorted_sample(random, n, range(0.005)), Form::deltas, 8 + 1.8);
        std::vector<std::int64_t> dense(n);
        std::iota(dense.begin(), dense.end(), -7);
        check_form(dense, Form::dense, 8);
        std::vector<std::int64_t> unsorted(dense.rbegin(), dense.rend());
        check_form(unsorted, Form::pairs, 16);
        std::vector<std::int64_t> repeated(n, 5);
        check_form(repeated, Form::deltas, 8 + 1.3);
    }
}

TEST_CASE("wire: coordinates anywhere, few or none") {
    check_form<std::int64_t>({}, Form::pairs, 0);
    check_form<std::int64_t>({42}, Form::dense, 8);
    check_form<std::int64_t>({least, most}, Form::pairs, 16);
    check_form<std::int64_t>({most - 1, most}, Form::dense, 8);
    check_form<std::int64_t>({least, least + 1, least + 2}, Form::dense, 8);
    check_form<std::uint64_t>({0, ~std::uint64_t{0}}, Form::pairs, 16);
    std::vector<std::int64_t> apart;
    std::vector<std::int64_t> too_far;
    for (std::int64_t i = 0; i < 100; ++i) {
        apart.push_back(least + i * 0xffffffff);
        too_far.push_back(least + i * 0x100000000);
    }
    check_form(apart, Form::deltas, 8 + 4.3);
    check_form(too_far, Form::pairs, 16);
    std::vector<std::int8_t> all;
    for (int i = -128; i < 128; ++i) all.push_back(static_cast<std::int8_t>(i));
    check_form(all, Form::dense, 8);
}

TEST_CASE("wire: random lists of any value come back as they were") {
    std::mt19937_64 random(2);
    struct Wide {
        std::int64_t a;
        char b;
        bool operator==(const Wide& other) const { return a == other.a && b == other.b; }
    };
    std::set<Form> seen;
    for (int trial = 0; trial < 2'000; ++trial) {
        Pairs<Wide, std::int32_t> pairs;
        const auto mask = (std::uint64_t{2} << random() % 32) - 1;
        for (auto n = random() % 300; n > 0; --n) {
            pairs.push_back(
                {static_cast<std::int32_t>(random() & mask), {static_cast<std::int64_t>(random()), 'x'}});
        }
        if (trial % 4 != 0) {
            std::sort(pairs.begin(), pairs.end(),
                      [](auto& a, auto& b) { return a.coordinate < b.coordinate; });
        }
        Form form{};
        std::size_t bytes = 0;
        CHECK(there_and_back(pairs, form, bytes) == pairs);
        CHECK(bytes <= pairs.size() * sizeof(Entry<Wide, std::int32_t>));
        seen.insert(form);
    }
    CHECK(seen.size() >= 3);
}
