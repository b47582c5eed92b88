// Training an embedding on several ranks. A batch touches few rows of the table, so a rank's gradient is
// sparse: one row for each time that a sample touches one. The sums have the same bits on any number of
// ranks.
//
//     mpirun -n 4 build/release/example-4_embedding_gradients

#include <mpi.h>

#include <iostream>
#include <vector>

#include <collective/allreduce_by_key.hpp>

struct Sample {
    long reader, book;  // rows of the table
    double stars;       // what the reader gave the book: the dot product of their rows is to come close
};
constexpr Sample batch[] = {{0, 10, 4}, {1, 11, 2}, {0, 11, 3}, {2, 12, 5}, {1, 10, 1}, {2, 10, 4}};

constexpr long width = 2;  // of a row
constexpr long loss = -1;  // a coordinate that no row of the table has

std::vector<double> train(MPI_Comm comm, bool prints) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);

    std::vector<double> table(100 * width, 0.7);
    for (int step = 1; step <= 5; ++step) {
        std::vector<std::int64_t> coordinates;
        std::vector<double> values;  // a row for each coordinate
        for (int s = rank; s < std::ssize(batch); s += ranks) {
            const double* reader = &table[batch[s].reader * width];
            const double* book = &table[batch[s].book * width];
            const double error = reader[0] * book[0] + reader[1] * book[1] - batch[s].stars;
            coordinates.insert(coordinates.end(), {batch[s].reader, batch[s].book, loss});
            values.insert(values.end(), {error * book[0], error * book[1], error * reader[0],
                                         error * reader[1], error * error, 0});
        }
        const collective::Rows mine{coordinates, values, width};
        const collective::Matrix<double> sum = collective::allreduce_by_key(mine, comm);
        for (std::size_t i = 0; i < sum.coordinates.size(); ++i) {
            const double* row = &sum.values[i * width];
            const long place = sum.coordinates[i] * width;
            for (long j = 0; place >= 0 && j < width; ++j) table[place + j] -= 0.1 * row[j];
            if (place < 0 && prints) std::cout << "step " << step << ": loss " << row[0] << '\n';
        }
    }
    return table;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const bool same = train(MPI_COMM_WORLD, rank == 0) == train(MPI_COMM_SELF, false);
    if (rank == 0) std::cout << (same ? "the same table" : "NOT the same table") << " as on one rank\n";
    MPI_Finalize();
}
