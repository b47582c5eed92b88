#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Worker w, of which rank r holds numbers 2r and 2r + 1: coordinate 1 has w + 1 from all, twice from the
/// odd; coordinate 5 has w + 1 from the even; coordinate 9 a NaN from worker 1 and -0.0 from the others.
Pairs<double> worker(int w) {
    Pairs<double> pairs{{9, w == 1 ? not_a_number : -0.0}, {1, w + 1.0}};
    pairs.push_back({w % 2 == 0 ? 5 : 1, w + 1.0});
    return pairs;
}

/// On every schedule and transport the values at coordinates 1, 5 and 9 must be these, to the bit.
template <class Operator>
void check_operator(MPI_Comm comm, const Operator& op, const Pairs<ValueOf<Operator, double>>& right,
                    Status fingerprint = Status::not_applicable) {
    const Pairs<double> first = worker(2 * rank_in(comm)), second = worker(2 * rank_in(comm) + 1);
    for (const Schedule& schedule : schedules()) {
        for (const char* transport : {"message", "window"}) {
            CAPTURE(Operator::name);
            CAPTURE(schedule.name);
            CAPTURE(transport);
            Options options;
            options.schedule = schedule.name;
            options.transport = transport;
            const auto merged = try_allreduce_by_key(Lists<double>{first, second}, comm, op, options);
            CHECK(merged.passed());
            CHECK(merged.verdicts[2].status == fingerprint);
            CHECK(merged.pairs.size() == right.size());
            for (std::size_t i = 0; i < std::min(right.size(), merged.pairs.size()); ++i) {
                CHECK(merged.pairs[i].coordinate == right[i].coordinate);
                const auto value = merged.pairs[i].value;
                if (std::isnan(static_cast<double>(right[i].value))) {
                    CHECK(std::isnan(static_cast<double>(value)));
                } else {
                    CHECK(value == right[i].value);
                }
            }
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
        check_operator(comm, Min{}, {{1, 1}, {5, 1}, {9, not_a_number}});
        check_operator(comm, Max(Nan::ignored), {{1, 2.0 * p}, {5, 2.0 * p - 1}, {9, -0.0}});
        check_operator(comm, Mean{}, {{1, sum_1 / (2 * p)}, {5, sum_5 / p}, {9, not_a_number}});
        check_operator(comm, Mean(Mean::Over::all),
                       {{1, sum_1 / (2 * p)}, {5, sum_5 / (2 * p)}, {9, not_a_number}});
        check_operator(comm, Count{}, {{1, 3 * p}, {5, p}, {9, 2 * p}}, Status::passed);
        check_operator(comm, First{}, {{1, 1}, {5, 1}, {9, -0.0}});
        check_operator(comm, Last{}, {{1, 2.0 * p}, {5, 2.0 * p - 1}, {9, p == 1 ? not_a_number : -0.0}});
        if (p <= 4) check_operator(comm, Product{}, {{1, product_1}, {5, product_5}, {9, not_a_number}});
    });
}

TEST_CASE("operators: ranks that set one differently disagree, and say how") {
    if (size_of(MPI_COMM_WORLD) == 1) return;
    const Pairs<double> mine{{1, 2}};
    const Mean mean(rank_in(MPI_COMM_WORLD) == 1 ? Mean::Over::all : Mean::Over::contributors);
    const auto message =
        message_of<DisagreementError>([&] { try_allreduce_by_key(mine, MPI_COMM_WORLD, mean); });
    CHECK(contains(message, "mean:over-all"));
    CHECK(same_everywhere(MPI_COMM_WORLD, message));
}
