#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <mpi.h>

#include <iostream>
#include <sstream>

// Before a collective only CHECK may stand: a REQUIRE that fails on one rank would leave the others waiting.
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    std::ostringstream log;
    doctest::Context context(argc, argv);
    context.setCout(&log);
    context.setOption("no-colors", true);
    const int mine = context.run();
    int worst = 0;
    MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 || mine != 0) std::cerr << "rank " << rank << ":\n" << log.str() << std::flush;
    MPI_Finalize();
    return worst;
}
