#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "collective/allreduce_by_key.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

/// Rank r gives each coordinate c from r to r + 2, the last first, a row of c, c + r, c + 2 r, ...
struct Mine {
    Mine(int rank, std::size_t of_width) : width(of_width) {
        for (std::int64_t c = rank + 2; c >= rank; --c) {
            coordinates.push_back(c);
            for (std::size_t i = 0; i < width; ++i) {
                values.push_back(static_cast<double>(c) + static_cast<double>(i) * rank);
            }
        }
    }
    Rows<double> rows() const { return {coordinates, values, width}; }

    std::size_t width;
    std::vector<std::int64_t> coordinates;
    std::vector<double> values;
};

double right(int ranks, std::int64_t coordinate, std::size_t column) {
    double sum = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        if (coordinate < rank || coordinate > rank + 2) continue;
        sum += static_cast<double>(coordinate) + static_cast<double>(column) * rank;
    }
    return sum;
}

}  // namespace

TEST_CASE("rows: a matrix goes in and comes out, on every transport") {
    for_each_size([](MPI_Comm comm) {
        for (const char* transport : {"message", "window"}) {
            Options options;
            options.transport = transport;
            const Mine mine(rank_in(comm), 5);
            const Matrix<double> merged = allreduce_by_key(mine.rows(), comm, Sum{}, options);
            CHECK(merged.width == 5);
            CHECK(merged.coordinates.size() == static_cast<std::size_t>(size_of(comm)) + 2);
            CHECK(merged.values.size() == merged.coordinates.size() * 5);
            for (std::size_t i = 0; i < merged.values.size(); ++i) {
                CHECK(merged.coordinates[i / 5] == static_cast<std::int64_t>(i / 5));
                CHECK(merged.values[i] == right(size_of(comm), static_cast<std::int64_t>(i / 5), i % 5));
            }
        }
    });
}

TEST_CASE("rows: a plan takes its own last result") {
    for_each_size([](MPI_Comm comm) {
        Plan plan(comm, Sum{});
        auto view = plan(Mine(rank_in(comm), 40).rows());
        for (int again = 0; again < 3; ++again) view = plan(view);
        double times = 1;
        for (int i = 0; i < 3; ++i) times *= size_of(comm);
        for (const auto& [coordinate, row] : view) {
            for (std::size_t column = 0; column < row.size(); ++column) {
                CHECK(row[column] == times * right(size_of(comm), coordinate, column));
            }
        }
    });
}

TEST_CASE("rows: pairs with rows that lie anywhere; a rank without any need not know their width") {
    for_each_size([](MPI_Comm comm) {
        const Mine mine(rank_in(comm), 3);
        std::vector<Entry<Row<double>>> pairs;
        for (std::size_t i = 0; i < 3 && rank_in(comm) > 0; ++i) {
            pairs.push_back({mine.coordinates[i], std::span(mine.values).subspan(3 * i, 3)});
        }
        // The mean has a state, so its plan ends with the call; the result does not.
        const Matrix<double> merged = allreduce_by_key(pairs, comm, Mean(Mean::Over::all));
        CHECK(merged.width == (size_of(comm) > 1 ? 3 : 0));
        for (std::size_t i = 0; i < merged.values.size(); ++i) {
            const std::int64_t coordinate = merged.coordinates[i / 3];
            const double of_rank_0 = coordinate < 3 ? static_cast<double>(coordinate) : 0;
            const double sum = right(size_of(comm), coordinate, i % 3) - of_rank_0;
            CHECK(merged.values[i] == sum / size_of(comm));
        }
        const Rows<double> none{{}, {}, 0};
        const auto matrix = allreduce_by_key(rank_in(comm) > 0 ? mine.rows() : none, comm);
        CHECK(matrix.width == merged.width);
    });
}

TEST_CASE("rows: one rank's matrix of wrong sizes is an error on all") {
    for_each_size([](MPI_Comm comm) {
        Mine mine(rank_in(comm), 4);
        if (rank_in(comm) == size_of(comm) - 1) mine.values.pop_back();
        std::string message;
        try {
            allreduce_by_key(mine.rows(), comm);
        } catch (const InputError& error) {
            message = error.what();
        }
        CHECK(message.ends_with("a matrix of 11 values for 3 rows of 4: give that many for each coordinate"));
        CHECK(same_everywhere(comm, message));
    });
}
