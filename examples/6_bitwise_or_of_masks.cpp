// An operator of one's own. Each rank has seen some words in some of up to 64 documents, a bit for each; the
// masks of a word are or-ed over all ranks.
//
//     mpirun -n 4 build/release/example-6_bitwise_or_of_masks

#include <mpi.h>

#include <cstdint>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <collective/allreduce_by_key.hpp>

struct BitwiseOr {
    static constexpr std::string_view name = "bitwise-or";
    static constexpr bool commutative = true;

    std::uint64_t lift(std::uint64_t mask, collective::Origin) const { return mask; }

    std::size_t combine(std::span<std::uint64_t> same) const {
        for (const std::uint64_t mask : same) same[0] |= mask;
        return 1;
    }

    std::uint64_t finish(std::span<const std::uint64_t> same) const { return same[0]; }
};

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    const std::uint64_t document = std::uint64_t{1} << rank % 64;
    std::vector<collective::Entry<std::uint64_t, std::string>> mine{{"tree", document}, {"leaf", 1}};
    if (rank % 2 == 1) mine.push_back({"root", document});

    const auto seen = collective::allreduce_by_key(mine, MPI_COMM_WORLD, BitwiseOr{});

    if (rank == 0) {
        for (const auto& [word, mask] : seen) std::cout << word << ": " << mask << '\n';
    }
    MPI_Finalize();
}
