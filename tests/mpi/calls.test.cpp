#include <doctest/doctest.h>

#include <numeric>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

Pairs<std::int64_t> as_vector(std::span<const Entry<std::int64_t>> view) {
    return {view.begin(), view.end()};
}

/// `keys` keys from 0, each with `value`.
Pairs<std::int64_t> all_keys(std::int64_t keys, std::int64_t value) {
    Pairs<std::int64_t> pairs;
    for (std::int64_t key = 0; key < keys; ++key) pairs.push_back({key, value});
    return pairs;
}

template <class Test>
void for_each_way(Test test) {
    for (const Schedule& schedule : schedules()) {
        for (const char* transport : {"message", "window"}) {
            CAPTURE(schedule.name);
            CAPTURE(transport);
            Options options;
            options.schedule = schedule.name;
            options.transport = transport;
            test(options);
        }
    }
}

}  // namespace

TEST_CASE("a plan has nothing to tell before its first call") {
    const Plan<> plan(MPI_COMM_WORLD);
    CHECK(plan.verdicts().empty());
    CHECK(plan.account().pairs == 0);
}

TEST_CASE("a plan keeps nothing of the call before") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        const auto a = all_keys(100, 1);
        const Pairs<std::int64_t> b{{1, 5}, {-1, 7}};
        for_each_way([&](const Options& options) {
            Plan plan(comm, Sum{}, options);
            CHECK(as_vector(plan(a)) == all_keys(100, p));
            CHECK(as_vector(plan(b)) == Pairs<std::int64_t>{{-1, 7 * p}, {1, 5 * p}});
            CHECK(as_vector(plan(a)) == all_keys(100, p));
            CHECK(plan(Pairs<std::int64_t>{}).empty());
            CHECK(as_vector(plan(b)) == Pairs<std::int64_t>{{-1, 7 * p}, {1, 5 * p}});
        });
    });
}

TEST_CASE("one plan serves several types") {
    Plan plan(MPI_COMM_WORLD);
    const int p = size_of(MPI_COMM_WORLD);
    CHECK(as_vector(plan(all_keys(3, 2))) == all_keys(3, 2 * p));
    CHECK(plan(Pairs<double, std::string>{{"half", 0.5}}).front() ==
          Entry<double, std::string>{"half", p / 2.0});
    CHECK(as_vector(plan(all_keys(4, 1))) == all_keys(4, p));
}

TEST_CASE("the caller's pairs stay as they were, also when they are the plan's own result") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        for_each_way([&](const Options& options) {
            const Pairs<std::int64_t> before{{9, 1}, {2, 1}, {9, 1}};
            const auto mine = before;
            Plan plan(comm, Sum{}, options);
            const auto once = plan(mine);
            CHECK(mine == before);
            const auto twice = plan(once);
            CHECK(as_vector(twice) == Pairs<std::int64_t>{{2, p * p}, {9, 2 * p * p}});
            const auto thrice = plan(twice);
            CHECK(as_vector(thrice) == Pairs<std::int64_t>{{2, p * p * p}, {9, 2 * p * p * p}});
        });
    });
}

TEST_CASE("every key gets p (p + 1) / 2, whatever the number of keys") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        for (std::int64_t keys : {1, 2, 7, 100003}) {
            if (keys > 7 && p != 2 && p != 3 && p != 5 && p != 8)
                continue;  // the long one, where it is known to bite
            for_each_way([&](const Options& options) {
                CAPTURE(p);
                CAPTURE(keys);
                CHECK(allreduce_by_key(all_keys(keys, rank_in(comm) + 1), comm, Sum{}, options) ==
                      all_keys(keys, p * (p + 1) / 2));
            });
        }
    });
}

TEST_CASE("a limit on messages changes nothing") {
    for_each_size([](MPI_Comm comm) {
        const auto mine = all_keys(61, rank_in(comm) + 1);
        for_each_way([&](Options options) {
            const auto without = allreduce_by_key(mine, comm, Sum{}, options);
            // 7 elements, an element, the whole run exactly, and what cuts elements in two.
            for (std::size_t limit : {112, 16, 976, 1, 13, 1023}) {
                CAPTURE(limit);
                options.message_limit = limit;
                CHECK(allreduce_by_key(mine, comm, Sum{}, options) == without);
            }
        });
    });
}

TEST_CASE("ranks may hold several workers, one, or none") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        // Rank r holds r % 3 workers: (0, 1) and (r, 10); the last worker of all wins where one must.
        const Pairs<std::int64_t> worker{{0, rank_in(comm) + 1}, {100 + rank_in(comm), 10}};
        const Lists<std::int64_t> mine(static_cast<std::size_t>(rank_in(comm) % 3), std::span(worker));
        Pairs<std::int64_t> sums, lasts;
        std::int64_t first = 0, last = 0;
        for (int rank = 0; rank < p; ++rank) {
            if (rank % 3 == 0) continue;
            first += (rank + 1) * (rank % 3);
            last = rank + 1;
            sums.push_back({100 + rank, 10 * (rank % 3)});
            lasts.push_back({100 + rank, 10});
        }
        if (last > 0) sums.insert(sums.begin(), {0, first});
        if (last > 0) lasts.insert(lasts.begin(), {0, last});
        for_each_way([&](const Options& options) {
            CHECK(allreduce_by_key(mine, comm, Sum{}, options) == sums);
            CHECK(allreduce_by_key(mine, comm, Last{}, options) == lasts);
        });
    });
}

TEST_CASE("all pairs on one rank, and the extreme coordinates") {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const int last = size_of(MPI_COMM_WORLD) - 1;
    Pairs<std::int64_t> mine;
    if (rank_in(MPI_COMM_WORLD) == last) mine = {{highest, 1}, {lowest, 2}, {0, 3}, {highest, 4}};
    for_each_way([&](const Options& options) {
        CHECK(allreduce_by_key(mine, MPI_COMM_WORLD, Sum{}, options) ==
              Pairs<std::int64_t>{{lowest, 2}, {0, 3}, {highest, 5}});
    });
}

TEST_CASE("windows grow for large calls, shrink after many small ones, and grow again") {
    const int p = size_of(MPI_COMM_WORLD);
    for (const char* schedule : {"split", "ring"}) {
        CAPTURE(schedule);
        Options options;
        options.schedule = schedule;
        options.transport = "window";
        options.check = false;
        Plan plan(MPI_COMM_WORLD, Sum{}, options);
        const auto large = all_keys(100'000, 1), small = all_keys(100, 2);  // 1.6 MB
        for (int turn = 0; turn < 2; ++turn) {
            for (int i = 0; i < 3; ++i) CHECK(as_vector(plan(large)) == all_keys(100'000, p));
            for (int i = 0; i < WindowSizes::patience + 3; ++i)
                CHECK(as_vector(plan(small)) == all_keys(100, 2 * p));
        }
    }
}
