// Coordinates may be strings. Each rank reads its share of a folder's texts; the words are counted over all
// ranks.
//
//     mpirun -n 4 build/release/example-5_counting_words [DIRECTORY]

#include <mpi.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <collective/allreduce_by_key.hpp>

using Words = std::vector<collective::Entry<int, std::string>>;

/// A pair for each word of the text. Repeats may stay: adding them up is what the collective is for.
void append_words(const std::filesystem::path& path, Words& words) {
    std::ifstream text(path);
    std::string word;
    for (int c = 0; c != EOF;) {
        c = text.get();
        if (std::isalpha(c) != 0) {
            word += static_cast<char>(std::tolower(c));
        } else if (!word.empty()) {
            words.push_back({std::exchange(word, {}), 1});
        }
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    const std::filesystem::path directory = argc > 1 ? argv[1] : "/usr/share/common-licenses";
    std::vector<std::filesystem::path> paths;
    for (const auto& file : std::filesystem::directory_iterator(directory)) {
        if (!file.is_symlink()) paths.push_back(file.path());  // there a link is a second name of a text
    }
    std::sort(paths.begin(), paths.end());  // all ranks see them in the same order
    Words mine;
    for (int i = rank; i < std::ssize(paths); i += ranks) append_words(*(paths.begin() + i), mine);

    Words counts = collective::allreduce_by_key(mine, MPI_COMM_WORLD);

    std::stable_sort(counts.begin(), counts.end(),
                     [](const auto& a, const auto& b) { return a.value > b.value; });
    counts.resize(std::min<std::size_t>(counts.size(), 10));
    for (const auto& [word, count] : counts) {
        if (rank == 0) std::cout << count << ' ' << word << '\n';
    }
    MPI_Finalize();
}
