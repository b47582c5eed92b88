// Every rank brings a list of pairs; every rank gets the same sums, one a coordinate, sorted.
//
//     mpirun -n 2 build/release/example-1_two_ranks

#include <mpi.h>

#include <iostream>
#include <vector>

#include <collective/allreduce_by_key.hpp>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    // Coordinate 7 occurs on every rank, the other one on this rank alone.
    const std::vector<collective::Entry<double>> mine{{7, 100.0 + rank}, {rank, 1}};

    const auto merged = collective::allreduce_by_key(mine, MPI_COMM_WORLD);

    if (rank == 0) {  // any rank could print: all have the same list
        for (const auto& [coordinate, sum] : merged) std::cout << coordinate << ": " << sum << '\n';
    }
    MPI_Finalize();
}
