// Training an embedding on several ranks. A batch touches few rows of the table, so a rank's gradient is
// sparse: one pair for each number that its samples touch. The sums have the same bits on any number of
// ranks.
//
//     mpirun -n 4 build/release/example-4_embedding_gradients

#include <mpi.h>

#include <iostream>
#include <vector>

#include <collective/allreduce_by_key.hpp>

struct Sample {
    int reader, book;  // rows of the table
    double stars;      // what the reader gave the book: the dot product of their rows is to come close
};
const std::vector<Sample> batch{{0, 10, 4}, {1, 11, 2}, {0, 11, 3}, {2, 12, 5}, {1, 10, 1}, {2, 10, 4}};

constexpr int width = 2;  // of a row; the number at (row, column) has the coordinate row * width + column
constexpr int loss = -1;  // a coordinate that no number of the table has

std::vector<double> train(MPI_Comm comm, bool prints) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);

    std::vector<double> table(100 * width, 0.7);
    for (int step = 1; step <= 5; ++step) {
        std::vector<collective::Entry<double>> gradient;
        for (std::size_t s = rank; s < batch.size(); s += ranks) {
            const int reader = batch[s].reader * width, book = batch[s].book * width;
            double error = -batch[s].stars;
            for (int i = 0; i < width; ++i) error += table[reader + i] * table[book + i];
            for (int i = 0; i < width; ++i) {
                gradient.push_back({reader + i, error * table[book + i]});
                gradient.push_back({book + i, error * table[reader + i]});
            }
            gradient.push_back({loss, error * error});  // summed along with the gradient
        }
        for (const auto& [coordinate, sum] : collective::allreduce_by_key(gradient, comm)) {
            if (coordinate != loss) table[coordinate] -= 0.1 * sum;
            if (coordinate == loss && prints) std::cout << "step " << step << ": loss " << sum << '\n';
        }
    }
    return table;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const bool same = train(MPI_COMM_WORLD, rank == 0) == train(MPI_COMM_SELF, false);
    if (rank == 0)
        std::cout << "table: " << (same ? "the same bits as on one rank" : "NOT as on one rank") << '\n';
    MPI_Finalize();
}
