// Sparse logistic regression, trained three times: gradients are merged by coordinate, by position, and by
// overwriting. The examples are shared out among eight workers, and ranks hold workers: the weights have the
// same bits on any number of ranks.
//
//     mpirun -n 4 build/release/example-8_training [FILE.svm [PAGE.html]]

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <collective/allreduce_by_key.hpp>
#include <collective/report/curves.hpp>

constexpr int workers = 8, epochs = 20;
constexpr double rate = 0.1;

using Pairs = std::vector<collective::Entry<double>>;
using Weights = std::map<long, double>;

struct Example {
    double sign;     // 1 or -1: its class
    Pairs features;  // that of coordinate 0 has every example
};

/// LIBSVM's format, a line an example: `label index:value index:value ...`, numbers, indices from 1.
/// Throws what is wrong, and where.
std::vector<Example> read(const std::string& path) {
    std::vector<Example> examples;
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + ": it can't be opened");
    double first = 0;
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        const auto expect = [&, at = ++number](bool holds) {
            if (holds) return;
            throw std::runtime_error(path + ":" + std::to_string(at) +
                                     ": expected `label index:value ...`, all numbers, indices from 1");
        };
        std::istringstream words(line.substr(0, line.find('#')));
        if ((words >> std::ws).eof()) continue;
        double label = 0, value = 0;
        expect(static_cast<bool>(words >> label));
        if (examples.empty()) first = label;
        examples.push_back({label == first ? 1.0 : -1.0, {{0, 1}}});
        char colon = 0;
        for (long index = 0; !(words >> std::ws).eof();) {
            expect(words >> index >> colon >> value && colon == ':' && index > 0);
            examples.back().features.push_back({index, value});
        }
    }
    if (examples.empty()) throw std::runtime_error(path + ": it has no examples");
    return examples;
}

/// Above 0 if the model puts the example into its class.
double margin(const Weights& weights, const Example& example) {
    double sum = 0;
    for (const auto& [coordinate, value] : example.features) {
        const auto weight = weights.find(coordinate);
        if (weight != weights.end()) sum += weight->second * value;
    }
    return sum * example.sign;
}

Pairs gradient(const Weights& weights, const Example& example) {
    const double pull = example.sign / (1 + std::exp(margin(weights, example)));
    Pairs pairs = example.features;
    for (auto& pair : pairs) pair.value *= pull;
    return pairs;
}

double loss(double margin) { return std::max(0.0, -margin) + std::log1p(std::exp(-std::abs(margin))); }

struct Training {
    Weights weights;
    collective::Curve losses;   // the mean of all examples, before the first epoch and after each
    int steps = 0, caught = 0;  // caught: a check failed
};

template <class Strategy>
Training train(std::span<const Example> examples, MPI_Comm comm, Strategy strategy) {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    std::vector<std::span<const Example>> blocks;  // of this rank's workers
    for (std::size_t worker = 0; worker < workers; ++worker) {
        if (static_cast<int>(worker) * ranks / workers != rank) continue;
        const std::size_t begin = examples.size() * worker / workers;
        blocks.push_back(examples.subspan(begin, examples.size() * (worker + 1) / workers - begin));
    }

    Training training;
    training.losses.name = Strategy::name;
    Weights& weights = training.weights;
    const auto measure = [&] {  // merged the right way, whatever is done to the gradients
        Pairs losses;
        for (const auto& block : blocks) {
            for (const Example& example : block) losses.push_back({0, loss(margin(weights, example))});
        }
        const double sum = collective::allreduce_by_key(losses, comm).front().value;
        training.losses.values.push_back(sum / static_cast<double>(examples.size()));
    };
    measure();
    for (int epoch = 0; epoch < epochs; ++epoch) {
        for (std::size_t step = 0; step * workers < examples.size(); ++step) {
            // Each worker takes its next example: its gradient names the features of that one, no others.
            std::vector<Pairs> gradients(blocks.size());
            for (std::size_t i = 0; i < blocks.size(); ++i) {
                if (step < blocks[i].size()) gradients[i] = gradient(weights, blocks[i][step]);
            }
            const collective::Lists<double> lists(gradients.begin(), gradients.end());
            const auto merged = collective::try_allreduce_by_key(lists, comm, strategy);
            for (const auto& [coordinate, sum] : merged.pairs) weights[coordinate] += rate * sum;
            ++training.steps;
            if (!merged.passed()) ++training.caught;
        }
        measure();
    }
    return training;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::string path = argc > 1 ? argv[1] : "examples/data/licence_sentences.svm";
    std::vector<Example> examples;
    try {
        examples = read(path);
    } catch (const std::exception& error) {  // on every rank: all read the same file
        if (rank == 0) std::cerr << error.what() << '\n';
        MPI_Finalize();
        return 1;
    }

    const Training alone = train(examples, MPI_COMM_SELF, collective::Coordinate{});
    const Training trainings[] = {train(examples, MPI_COMM_WORLD, collective::Coordinate{}),
                                  train(examples, MPI_COMM_WORLD, collective::Position{}),
                                  train(examples, MPI_COMM_WORLD, collective::Overwrite{})};
    const auto& [coordinate, position, overwrite] = trainings;
    if (rank == 0) {
        std::cout << "loss after  coordinate    position   overwrite\n" << std::fixed << std::setprecision(4);
        for (std::size_t epoch = 0; epoch <= epochs; epoch += 4) {
            std::cout << std::setw(3) << epoch << " epochs";
            for (const auto& training : trainings)
                std::cout << std::setw(12) << training.losses.values[epoch];
            std::cout << '\n';
        }
        std::cout << "caught    ";
        for (const auto& training : trainings) std::cout << std::setw(12) << training.caught;
        std::cout << "  (of " << alone.steps << " steps, those in which a check failed)\n"
                  << "by coordinate, the weights are " << (coordinate.weights == alone.weights ? "" : "NOT ")
                  << "those of one process, to the bit\n";
    }
    bool written = true;
    if (rank == 0 && argc > 2) {
        std::ofstream page(argv[2]);
        page << collective::curves_page("Trained right, trained wrong", "The mean loss of " + path, "epoch",
                                        "loss", {coordinate.losses, position.losses, overwrite.losses});
        written = static_cast<bool>(page.flush());
        if (!written) std::cerr << argv[2] << ": it can't be written\n";
    }
    MPI_Finalize();
    return written ? 0 : 1;
}
