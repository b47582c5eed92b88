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
    long reader, book;  // rows of the table
    double stars;       // what the reader gave the book: the dot product of their rows is to come close
};
constexpr Sample batch[] = {{0, 10, 4}, {1, 11, 2}, {0, 11, 3}, {2, 12, 5}, {1, 10, 1}, {2, 10, 4}};

constexpr long width = 2;  // of a row; the number at (row, column) has the coordinate row * width + column
constexpr long loss = -1;  // a coordinate that no number of the table has

std::vector<double> train(MPI_Comm comm, bool prints) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);

    std::vector<double> table(100 * width, 0.7);
    double* const numbers = table.data();
    for (int step = 1; step <= 5; ++step) {
        std::vector<collective::Entry<double>> gradient;
        for (int s = rank; s < std::ssize(batch); s += ranks) {
            const Sample& sample = batch[s];
            const long reader = sample.reader * width, book = sample.book * width;
            double error = -sample.stars;
            for (long i = 0; i < width; ++i) error += numbers[reader + i] * numbers[book + i];
            for (long i = 0; i < width; ++i) {
                gradient.push_back({reader + i, error * numbers[book + i]});
                gradient.push_back({book + i, error * numbers[reader + i]});
            }
            gradient.push_back({loss, error * error});  // summed along with the gradient
        }
        for (const auto& [coordinate, sum] : collective::allreduce_by_key(gradient, comm)) {
            if (coordinate != loss) numbers[coordinate] -= 0.1 * sum;
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
    if (rank == 0) std::cout << (same ? "the same table" : "NOT the same table") << " as on one rank\n";
    MPI_Finalize();
}
