#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/cpp_int/serialize.hpp>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// An integer of any size, by Boost.Serialization.
struct Huge {
    boost::multiprecision::cpp_int value;

    Huge& operator+=(const Huge& other) {
        value += other.value;
        return *this;
    }
    friend bool operator==(const Huge&, const Huge&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& value;
    }
};

/// Travels as it is, with seven bytes of padding inside and seven behind.
struct Padded {
    char first = 0;
    double second = 0;
    char third = 0;

    Padded() = default;
    explicit Padded(int n) : first(static_cast<char>(n)), second(n / 2.0), third(static_cast<char>(-n)) {}

    Padded& operator+=(const Padded& other) {
        first = static_cast<char>(first + other.first);
        second += other.second;
        third = static_cast<char>(third + other.third);
        return *this;
    }
    friend bool operator==(const Padded&, const Padded&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& first& second& third;
    }
};

/// Asks for a place that no fundamental type asks for.
template <std::size_t alignment>
struct alignas(alignment) Aligned {
    std::int64_t value = 0;

    Aligned() = default;
    explicit Aligned(int n) : value(n) {}

    Aligned& operator+=(const Aligned& other) {
        value += other.value;
        return *this;
    }
    friend bool operator==(const Aligned&, const Aligned&) = default;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& value;
    }
};

/// Text in worker order: the operator is not commutative.
struct Join {
    static constexpr std::string_view name = "join";
    static constexpr bool commutative = false;

    std::string lift(const std::string& text, Origin) const { return text; }
    std::size_t combine(std::span<std::string> same) const {
        for (std::size_t i = 1; i < same.size(); ++i) same[0] += same[i];
        return 1;
    }
    std::string finish(std::span<const std::string> same) const { return same[0]; }
};

/// Every rank gives (first, of(rank)), (second, of(rank)) twice, and the odd ranks (third, of(rank)).
template <class V, class K, class Value>
Pairs<V, K> three_keys(int rank, const K& first, const K& second, const K& third, Value of) {
    Pairs<V, K> pairs{{second, of(rank)}, {first, of(rank)}, {second, of(rank)}};
    if (rank % 2 == 1) pairs.push_back({third, of(rank)});
    return pairs;
}

/// The test of every type: `of` makes a value of an integer, and sums of values are values of sums.
template <class V, class K, class Value>
void check_type(const K& first, const K& second, const K& third, Value of) {
    for_each_size([&](MPI_Comm comm) {
        const int p = size_of(comm);
        int all = 0, odd = 0;
        for (int rank = 0; rank < p; ++rank) (rank % 2 == 1 ? odd : all) += rank;
        all += odd;
        Pairs<V, K> expected{{first, of(all)}, {second, of(2 * all)}};
        if (p > 1) expected.push_back({third, of(odd)});
        for (const Schedule& schedule : schedules()) {
            CAPTURE(p);
            CAPTURE(schedule.name);
            Options options;
            options.schedule = schedule.name;
            const auto mine = three_keys<V, K>(rank_in(comm), first, second, third, of);
            const auto merged = try_allreduce_by_key(mine, comm, Sum{}, options);
            CHECK(merged.passed());
            CHECK(merged.pairs == expected);
        }
    });
}

}  // namespace

TEST_CASE("types that travel as they are") {
    using Limits = std::numeric_limits<std::int64_t>;
    check_type<std::int32_t, std::int64_t>(Limits::min(), 0, Limits::max(), [](int n) { return n; });
    check_type<float, std::uint64_t>(0, 1, ~std::uint64_t{0},
                                     [](int n) { return static_cast<float>(n) / 4; });
    using Small = std::numeric_limits<std::int32_t>;
    check_type<Padded, std::int32_t>(Small::min(), 0, Small::max(), [](int n) { return Padded(n); });
    check_type<double, std::array<std::int64_t, 2>>({Limits::min(), Limits::max()}, {0, Limits::min()},
                                                    {Limits::max(), Limits::min()},
                                                    [](int n) { return n / 4.0; });
}

TEST_CASE("types that must stand at multiples of 16 bytes or more, on dense and on sparse coordinates") {
    const auto wide = [](int n) { return static_cast<Int128>(n) << 90; };
    check_type<Int128, std::int64_t>(1, 2, 3, wide);
    check_type<Int128, std::int64_t>(-7, 0, 1LL << 40, wide);
    check_type<Aligned<32>, std::int64_t>(1, 2, 3, [](int n) { return Aligned<32>(n); });
    check_type<Aligned<256>, std::int64_t>(1, 2, 3, [](int n) { return Aligned<256>(n); });
    check_type<std::int64_t, Int128>(1, 2, 3, [](int n) { return std::int64_t{n}; });
}

TEST_CASE("types that travel through Boost.Serialization") {
    const auto huge = [](int n) { return Huge{boost::multiprecision::cpp_int(n) << 500}; };
    check_type<Huge, std::int64_t>(-7, 0, 1LL << 40, huge);
    check_type<Huge, std::string>("", "a much longer word than a small string holds", "word", huge);
    check_type<double, std::string>("a", "aa", "b", [](int n) { return n / 2.0; });
}

TEST_CASE("an operator that is not commutative sees contributions in worker order") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        const int rank = rank_in(comm);
        const std::string mine(1, static_cast<char>('a' + rank));
        std::string all;
        for (int r = 0; r < p; ++r) all += std::string(2, static_cast<char>('a' + r));
        const Pairs<std::string> pairs{{5, mine}, {-5, mine + "."}, {5, mine}};
        for (const Schedule& schedule : schedules()) {
            CAPTURE(schedule.name);
            Options options;
            options.schedule = schedule.name;
            if (schedule.keeps_order) {
                const auto merged = try_allreduce_by_key(pairs, comm, Join{}, options);
                CHECK(merged.pairs.size() == 2);
                CHECK(merged.pairs.back() == Entry<std::string>{5, all});
            } else {
                const auto message =
                    message_of<InputError>([&] { try_allreduce_by_key(pairs, comm, Join{}, options); });
                CHECK(contains(message, "operator join depends on the order of workers"));
            }
        }
        CHECK(try_allreduce_by_key(pairs, comm, Join{}).pairs.back().value == all);
    });
}

TEST_CASE_TEMPLATE("padding inside an entry neither travels into sums nor alarms a check", E,
                   Entry<double, std::int32_t>, Entry<float, std::int64_t>) {
    const int rank = rank_in(MPI_COMM_WORLD);
    std::vector<E> mine(rank < 2 ? 3 : 0);
    // Not the same rubbish in the padding of every rank.
    if (!mine.empty()) std::memset(static_cast<void*>(mine.data()), 17 * (rank + 1), mine.size() * sizeof(E));
    for (int i = 0; i < static_cast<int>(mine.size()); ++i) {
        E& entry = mine[static_cast<std::size_t>(i)];
        entry.coordinate = rank == 0 ? i + 1 : 3 - i;
        entry.value = static_cast<decltype(entry.value)>(rank == 0 ? 1.5 + i : 10 * (i + 1));
    }
    for (const Schedule& schedule : schedules()) {
        CAPTURE(schedule.name);
        Options options;
        options.schedule = schedule.name;
        const auto merged = try_allreduce_by_key(mine, MPI_COMM_WORLD, Sum{}, options);
        CHECK(merged.passed());
        const bool both = size_of(MPI_COMM_WORLD) > 1;
        CHECK(merged.pairs == (both ? std::vector<E>{{1, 31.5F}, {2, 22.5F}, {3, 13.5F}}
                                    : std::vector<E>{{1, 1.5F}, {2, 2.5F}, {3, 3.5F}}));
    }
}
