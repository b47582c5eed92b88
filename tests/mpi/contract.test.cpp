#include <doctest/doctest.h>

#include <array>

#include "collective/allreduce_by_key.hpp"
#include "collective/strategy/table.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// One of the contract's six inputs, with what each strategy was recorded to give.
struct Recorded {
    Workers<std::int64_t> workers;
    Pairs<std::int64_t> position, overwrite, coordinate;
};

const std::array six{
    Recorded{{{{2, 1}, {0, 1}}, {{0, 3}, {2, 4}}}, {{0, 4}, {1, 5}}, {{0, 3}, {2, 4}}, {{0, 4}, {2, 5}}},
    Recorded{{}, {}, {}, {}},
    Recorded{{{}}, {}, {}, {}},
    Recorded{{{{1, 1}}}, {{0, 1}}, {{1, 1}}, {{1, 1}}},
    Recorded{{{{-1, 1}}, {{-1, -1}}}, {{0, 0}}, {{-1, -1}}, {{-1, 0}}},
    Recorded{{{{1, 2}}, {{3, 4}}}, {{0, 6}}, {{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}},
};

}  // namespace

TEST_CASE("the six inputs give what was recorded, by each strategy, on each schedule, at each size") {
    for_each_size([](MPI_Comm comm) {
        for (const Schedule& schedule : schedules()) {
            Options options;
            options.schedule = schedule.name;
            for (std::size_t i = 0; i < six.size(); ++i) {
                CAPTURE(schedule.name);
                CAPTURE(i);
                const auto mine = lists_of(six[i].workers, rank_in(comm), size_of(comm));
                const auto by_position = try_allreduce_by_key(mine, comm, Position{}, options);
                CHECK(by_position.pairs == six[i].position);
                CHECK(by_position.passed() == (six[i].position == six[i].coordinate));
                const auto by_overwrite = try_allreduce_by_key(mine, comm, Overwrite{}, options);
                CHECK(by_overwrite.pairs == six[i].overwrite);
                CHECK(by_overwrite.passed() == (six[i].overwrite == six[i].coordinate));
                const auto by_coordinate = try_allreduce_by_key(mine, comm, Coordinate{}, options);
                CHECK(by_coordinate.pairs == six[i].coordinate);
                CHECK(by_coordinate.passed());
            }
        }
    });
}

TEST_CASE("a failed check is an exception, the same on every rank") {
    const auto mine = lists_of(six[0].workers, rank_in(MPI_COMM_WORLD), size_of(MPI_COMM_WORLD));
    const std::string message =
        message_of<CheckError>([&] { allreduce_by_key(mine, MPI_COMM_WORLD, Position{}); });
    CHECK(contains(message, "check coordinates failed"));
    CHECK(same_everywhere(MPI_COMM_WORLD, message));
}
