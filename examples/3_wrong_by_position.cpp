// A wrong answer, its total, and what each check says of it.
// try_allreduce_by_key returns the verdicts with the result, and does not throw when a check fails.
//
//     mpirun -n 2 build/release/example-3_wrong_by_position

#include <mpi.h>

#include <iostream>
#include <vector>

#include <collective/allreduce_by_key.hpp>

using Pairs = std::vector<collective::Entry<double>>;

const char* text(collective::Status status) {
    if (status == collective::Status::not_applicable) return "not applicable";
    return status == collective::Status::passed ? "passed" : "FAILED";
}

void print(const char* title, const collective::Result<double>& result) {
    std::cout << title << '\n';
    double total = 0;
    for (const auto& [coordinate, sum] : result.pairs) {
        std::cout << "  " << coordinate << ": " << sum << '\n';
        total += sum;
    }
    std::cout << "  total: " << total << '\n';
    for (const collective::Verdict& verdict : result.verdicts) {
        std::cout << "  check " << verdict.check << ' ' << text(verdict.status) << '\n';
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    // Rank 0 gives 1 to coordinate 0 and 10 to coordinate 1. The others give 100 and 1000, but list 1 first.
    const Pairs mine = rank == 0 ? Pairs{{0, 1}, {1, 10}} : Pairs{{1, 1000}, {0, 100}};

    const auto right = collective::try_allreduce_by_key(mine, MPI_COMM_WORLD);
    const auto wrong = collective::try_allreduce_by_key(mine, MPI_COMM_WORLD, collective::Position{});

    if (rank == 0) {
        print("by coordinate", right);
        print("by position", wrong);
    }
    MPI_Finalize();
}
