// MPI ends while plans and communicators are alive: they must neither hang nor crash, nor be usable any more.
#include <cstdio>

#include "collective/allreduce_by_key.hpp"

int main() {
    MPI_Init(nullptr, nullptr);
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);

    collective::Plan on_world(MPI_COMM_WORLD), on_half(half), unused(MPI_COMM_SELF);
    const std::vector<collective::Entry<double>> mine{{1, 1.0}};
    const bool right = on_half(mine)[0].value == (size + 1 - rank % 2) / 2 && on_world(mine)[0].value == size;
    MPI_Finalize();

    try {
        collective::allreduce_by_key(mine, MPI_COMM_WORLD);
    } catch (const collective::MpiError&) {
        return right ? 0 : 1;
    }
    std::puts("a call after MPI_Finalize was not refused");
    return 2;
}
