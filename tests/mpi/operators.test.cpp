#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/ranks.hpp"
#include "tests/plan/any_operator.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Worker w, of which rank r holds numbers 2r and 2r + 1: coordinate 1 has w + 1 from all, twice from the
/// odd; coordinate 5 has w + 1 from the even; coordinate 9 a NaN from worker 1 and -0.0 from the others.
std::vector<Entry<double>> worker(int w) {
    const double value = w + 1;
    return {{9, w == 1 ? not_a_number : -0.0}, {1, value}, {w % 2 == 0 ? 5 : 1, value}};
}

/// On every schedule and transport the values at coordinates 1, 5 and 9 must be these, to the bit.
template <class Operator, class R>
void check_operator(MPI_Comm comm, const Operator& op, R at_1, R at_5, R at_9) {
    const auto first = worker(2 * rank_in(comm)), second = worker(2 * rank_in(comm) + 1);
    const std::vector<Entry<std::uint64_t>> right{{1, bits_of(at_1)}, {5, bits_of(at_5)}, {9, bits_of(at_9)}};
    for (const Schedule& schedule : schedules()) {
        for (const char* transport : {"message", "window"}) {
            CAPTURE(Operator::name);
            CAPTURE(schedule.name);
            CAPTURE(transport);
            Options options;
            options.schedule = schedule.name;
            options.transport = transport;
            const auto merged =
                try_allreduce_by_key(Lists<double>{first, second}, comm, AnyOperator<double>(op), options);
            CHECK(merged.passed());
            CHECK(merged.pairs == right);
        }
    }
}

}  // namespace

TEST_CASE("operators: over every schedule and transport") {
    for_each_size([](MPI_Comm comm) {
        const int p = size_of(comm);
        CAPTURE(p);
        // Each rank contributes 2r + 1 and, twice, 2r + 2 to coordinate 1, and 2r + 1 to coordinate 5.
        double sum_1 = 0, sum_5 = 0, product_1 = 1, product_5 = 1;
        for (int r = 0; r < p; ++r) {
            const double odd = 2 * r + 1, even = 2 * r + 2;
            sum_1 += odd + 2 * even;
            sum_5 += odd;
            product_1 *= odd * even * even;
            product_5 *= odd;
        }
        const double last = 2 * p;
        check_operator(comm, Sum{}, sum_1, sum_5, not_a_number);
        check_operator(comm, Min{}, 1.0, 1.0, not_a_number);
        check_operator(comm, Max(Nan::ignored), last, last - 1, -0.0);
        check_operator(comm, Mean{}, sum_1 / last, sum_5 / p, not_a_number);
        check_operator(comm, Mean(Mean::Over::all), sum_1 / last, sum_5 / last, not_a_number);
        check_operator(comm, Count{}, 3 * p, p, 2 * p);
        check_operator(comm, First{}, 1.0, 1.0, -0.0);
        check_operator(comm, Last{}, last, last - 1, p == 1 ? not_a_number : -0.0);
        // Of more ranks the product above is not exact.
        if (p <= 4) check_operator(comm, Product{}, product_1, product_5, not_a_number);
    });
}

TEST_CASE("operators: the fingerprint checks counts, of values of any kind") {
    const std::vector<Entry<double>> mine{{1, not_a_number}, {rank_in(MPI_COMM_WORLD), 0.5}};
    Options options;
    for (const Fault fault : {Fault::none, Fault::swap_values}) {
        options.fault = fault;
        const auto merged = try_allreduce_by_key(mine, MPI_COMM_WORLD, Count{}, options);
        const bool broken = merged.account.fault == "broken on purpose";
        CHECK(merged.verdicts[2].status == (broken ? Status::failed : Status::passed));
        // One rank alone has counts that are equal.
        CHECK(broken == (fault != Fault::none && size_of(MPI_COMM_WORLD) > 1));
    }
}

TEST_CASE("operators: ranks that set one differently disagree, and say how") {
    if (size_of(MPI_COMM_WORLD) == 1) return;
    const std::vector<Entry<double>> mine{{1, 2}};
    const Mean mean(rank_in(MPI_COMM_WORLD) == 1 ? Mean::Over::all : Mean::Over::contributors);
    const auto message =
        message_of<DisagreementError>([&] { try_allreduce_by_key(mine, MPI_COMM_WORLD, mean); });
    CHECK(contains(message, "mean:over-all"));
    CHECK(same_everywhere(MPI_COMM_WORLD, message));
}
