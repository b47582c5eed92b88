#include <mpi.h>

#include <collective/allreduce_by_key.hpp>
#include <iostream>

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    using Entries = std::vector<collective::Entry<std::int64_t>>;
    const Entries mine = rank == 0 ? Entries{{2, 1}, {0, 1}} : Entries{{0, 3}, {2, 4}};
    for (const auto& [coordinate, value] : collective::allreduce_by_key(mine, MPI_COMM_WORLD))
        if (rank == 1) std::cout << coordinate << ' ' << value << '\n';
    MPI_Finalize();
}
