#include <doctest/doctest.h>

#include <memory>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

const Pairs<std::int64_t> one{{3, 1}};

std::int64_t count(MPI_Comm comm) { return allreduce_by_key(one, comm).front().value; }

/// A receive for any message on a communicator, which must not meet ours.
class Pending {
  public:
    explicit Pending(MPI_Comm comm) : comm_(comm) {
        MPI_Irecv(&received_, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &request_);
    }
    bool untouched() {
        int done = 0;
        MPI_Test(&request_, &done, MPI_STATUS_IGNORE);
        return done == 0;
    }
    /// What the rank before sends at last. **Collective**.
    int complete() {
        const int rank = rank_in(comm_), size = size_of(comm_);
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 7, comm_);
        MPI_Wait(&request_, MPI_STATUS_IGNORE);
        return received_;
    }

  private:
    MPI_Comm comm_;
    MPI_Request request_ = MPI_REQUEST_NULL;
    int received_ = -1;
};

}  // namespace

TEST_CASE("two halves call at different times while a receive for any message is pending") {
    const int world = size_of(MPI_COMM_WORLD);
    const int rank = rank_in(MPI_COMM_WORLD);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    const int before_in_world = (rank + world - 1) % world;
    const int before_in_half = (rank_in(half) + size_of(half) - 1) % size_of(half);
    for (const Schedule& schedule : schedules()) {
        CAPTURE(schedule.name);
        Options options;
        options.schedule = schedule.name;
        Pending on_world(MPI_COMM_WORLD), on_half(half);
        const Pairs<std::int64_t> mine{{1, 1}, {2, rank}};
        std::int64_t ranks = 0;
        for (int turn = 0; turn < 2; ++turn) {
            if (rank % 2 == turn) ranks = allreduce_by_key(mine, half, Sum{}, options).front().value;
            MPI_Barrier(MPI_COMM_WORLD);
        }
        CHECK(ranks == size_of(half));
        CHECK(on_world.untouched());
        CHECK(on_half.untouched());
        CHECK(allreduce_by_key(mine, MPI_COMM_WORLD, Sum{}, options).front().value == world);
        CHECK(on_world.untouched());
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(on_world.complete() == before_in_world);
        CHECK(on_half.complete() == before_in_half);
    }
    MPI_Comm_free(&half);
}

TEST_CASE("MPI_COMM_SELF is a communicator like any other") {
    CHECK(count(MPI_COMM_SELF) == 1);
    CHECK(count(MPI_COMM_WORLD) == size_of(MPI_COMM_WORLD));
    CHECK(count(MPI_COMM_SELF) == 1);
}

TEST_CASE("no communicator and an intercommunicator are refused") {
    CHECK(contains(message_of<MpiError>([] { count(MPI_COMM_NULL); }), "MPI_COMM_NULL"));
    if (size_of(MPI_COMM_WORLD) == 1) return;
    const int side = rank_in(MPI_COMM_WORLD) % 2;
    MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 0, &between);
    CHECK(contains(message_of<MpiError>([&] { count(between); }), "intercommunicator"));
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
}

TEST_CASE("communicators come and go") {
    const int rank = rank_in(MPI_COMM_WORLD);
    for (int turn = 0; turn < 40; ++turn) {
        const int size = 1 + turn % size_of(MPI_COMM_WORLD);
        const Group group(rank < size, turn % 2 == 0 ? rank : -rank);
        if (group == MPI_COMM_NULL) continue;
        CHECK(count(group) == size);
        MPI_Comm copy = MPI_COMM_NULL;  // a copy is another communicator, with a duplicate of its own
        MPI_Comm_dup(group, &copy);
        CHECK(count(copy) == size);
        MPI_Comm_free(&copy);
        CHECK(count(group) == size);
    }
}

TEST_CASE("many plans on one communicator, used in turns") {
    constexpr std::int64_t many = 200;
    std::vector<std::unique_ptr<Plan<>>> plans;
    for (std::int64_t i = 0; i < many; ++i) plans.push_back(std::make_unique<Plan<>>(MPI_COMM_WORLD));
    const std::int64_t p = size_of(MPI_COMM_WORLD);
    for (std::int64_t i = 0; i < many; ++i) {
        const auto view = (*plans[static_cast<std::size_t>(i)])(Pairs<std::int64_t>{{i, i}});
        // Another plan may take it from there.
        const auto again = (*plans[static_cast<std::size_t>((7 * i + 1) % many)])(view);
        CHECK(std::vector(again.begin(), again.end()) == Pairs<std::int64_t>{{i, p * p * i}});
    }
}

TEST_CASE("a communicator is freed before its plan; a plan ends on one rank alone") {
    for (const char* transport : {"message", "window"}) {
        CAPTURE(transport);
        Options options;
        options.transport = transport;
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        auto plan = std::make_unique<Plan<>>(copy, Sum{}, options);
        CHECK((*plan)(one).front().value == size_of(copy));
        MPI_Comm_free(&copy);
        plan.reset();

        // An exception between two calls, say.
        plan = std::make_unique<Plan<>>(MPI_COMM_WORLD, Sum{}, options);
        CHECK((*plan)(one).front().value == size_of(MPI_COMM_WORLD));
        if (rank_in(MPI_COMM_WORLD) == 0) plan = std::make_unique<Plan<>>(MPI_COMM_WORLD, Sum{}, options);
        CHECK((*plan)(one).front().value == size_of(MPI_COMM_WORLD));
        CHECK(count(MPI_COMM_WORLD) == size_of(MPI_COMM_WORLD));
    }
}
