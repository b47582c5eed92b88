// A strategy says what makes two pairs the same, and what becomes of them. It is the third argument.
// A flawed one is caught where its result is wrong: the call throws the same CheckError on every rank.
//
//     mpirun -n 3 build/release/example-2_choosing_a_strategy

#include <mpi.h>

#include <iostream>
#include <vector>

#include <collective/allreduce_by_key.hpp>

using Pairs = std::vector<collective::Entry<double>>;

template <class Strategy>
void merge(const Pairs& mine, int rank, Strategy strategy) {
    if (rank == 0) std::cout << Strategy::name << ":\n";
    try {
        const Pairs merged = collective::allreduce_by_key(mine, MPI_COMM_WORLD, strategy);
        if (rank != 0) return;
        for (const auto& [coordinate, sum] : merged) std::cout << "  " << coordinate << ": " << sum << '\n';
    } catch (const collective::CheckError& error) {
        if (rank == 0) std::cout << "  " << error.what() << '\n';
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    // All ranks name the same two parameters. Odd ranks list them the other way round.
    const Pairs mine = rank % 2 == 0 ? Pairs{{3, 1}, {8, 10}} : Pairs{{8, 10}, {3, 1}};

    merge(mine, rank, collective::Coordinate{});  // the default: add what has one coordinate
    merge(mine, rank, collective::Position{});    // add what stands at one place of the lists
    merge(mine, rank, collective::Overwrite{});   // keep the last value of a coordinate

    MPI_Finalize();
}
