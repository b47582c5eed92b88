#include "collective/local/splitters.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace collective;

namespace {

using Run = std::vector<Entry<int>>;

Run as_run(const std::set<std::int64_t>& coordinates) {
    Run run;
    for (const std::int64_t coordinate : coordinates) run.push_back({coordinate, 0});
    return run;
}

Samples<std::int64_t> sample_run(const Run& run, std::size_t most, std::uint64_t seed) {
    return sample<std::int64_t>(run.size(), most, seed, [&](std::size_t i) { return run[i].coordinate; });
}

/// Cuts the runs as ranks do, each giving at most `most` samples; the pairs in each slice.
std::vector<std::size_t> slice_sizes(const std::vector<Run>& runs, int slices, std::size_t most = 64) {
    std::vector<Samples<std::int64_t>> samples;
    for (std::size_t rank = 0; rank < runs.size(); ++rank) {
        samples.push_back(sample_run(runs[rank], most, rank));
        REQUIRE(samples.back().coordinates.size() <= most);
    }
    const auto splitters = choose_splitters<std::int64_t>(samples, slices);
    REQUIRE(splitters.size() < static_cast<std::size_t>(slices));
    REQUIRE(std::adjacent_find(splitters.begin(), splitters.end(), std::greater_equal<>()) ==
            splitters.end());

    std::vector<std::size_t> sizes(static_cast<std::size_t>(slices));
    for (const Run& run : runs) {
        for (int slice = 0; slice < slices; ++slice) {
            const auto first = slice_begin(std::span<const Entry<int>>(run), std::span(splitters), slice);
            const auto last = slice_begin(std::span<const Entry<int>>(run), std::span(splitters), slice + 1);
            REQUIRE(first <= last);
            sizes[static_cast<std::size_t>(slice)] += slice + 1 == slices ? run.size() - first : last - first;
        }
    }
    return sizes;
}

/// The heaviest slice over the mean.
double imbalance(const std::vector<std::size_t>& sizes) {
    const auto total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
    return static_cast<double>(*std::max_element(sizes.begin(), sizes.end())) *
           static_cast<double>(sizes.size()) / static_cast<double>(total);
}

constexpr std::size_t ranks = 16, pairs = 5'000;

template <class Draw>
std::vector<Run> distinct(Draw draw) {
    std::vector<Run> runs;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        std::set<std::int64_t> coordinates;
        while (coordinates.size() < pairs) coordinates.insert(draw(rank));
        runs.push_back(as_run(coordinates));
    }
    return runs;
}

}  // namespace

TEST_CASE("splitters: slices are even within 15 % whatever the coordinates are like") {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    const auto uniform = [&](std::size_t) { return static_cast<std::int64_t>(random() % 1'000'000'000); };
    const auto power_law = [&](std::size_t) {
        return static_cast<std::int64_t>(1 / std::pow(unit(random), 4));
    };
    const auto block_of_rank = [&](std::size_t rank) {
        return static_cast<std::int64_t>(rank * 1'000'000 + random() % 10'000);
    };
    const auto hot_block = [&](std::size_t) {
        return static_cast<std::int64_t>(random() % 10 ? 500'000'000 + random() % 20'000
                                                       : random() % 1'000'000'000);
    };
    CHECK(imbalance(slice_sizes(distinct(uniform), 16)) < 1.15);
    CHECK(imbalance(slice_sizes(distinct(power_law), 16)) < 1.15);
    CHECK(imbalance(slice_sizes(distinct(block_of_rank), 16)) < 1.15);
    CHECK(imbalance(slice_sizes(distinct(hot_block), 16)) < 1.15);

    // Ranks of unequal size, the same coordinates on all ranks, more slices than ranks.
    auto unequal = distinct(uniform);
    for (std::size_t rank = 1; rank < ranks; ++rank) unequal[rank].resize(pairs / (rank + 1));
    CHECK(imbalance(slice_sizes(std::vector<Run>(ranks, unequal[0]), 16)) < 1.15);
    CHECK(imbalance(slice_sizes(distinct(uniform), 20)) < 1.15);
}

TEST_CASE("splitters: slices are even where every pair is a sample") {
    for (const int slices : {1, 2, 3, 4, 8, 16}) {
        std::vector<Run> interleaved(static_cast<std::size_t>(slices)),
            alike(static_cast<std::size_t>(slices));
        for (int i = 0; i < 48 * slices; ++i)
            interleaved[static_cast<std::size_t>(i % slices)].push_back({i, 0});
        for (auto& run : alike)
            for (int i = 0; i < 48; ++i) run.push_back({7 * i, 0});
        CHECK(slice_sizes(interleaved, slices) ==
              std::vector<std::size_t>(static_cast<std::size_t>(slices), 48));
        CHECK(slice_sizes(alike, slices) == std::vector<std::size_t>(static_cast<std::size_t>(slices), 48));
    }
}

TEST_CASE("splitters: a coordinate is never cut, however hot") {
    std::vector<Run> one(8, Run(100, {5, 0}));
    for (const std::size_t size : slice_sizes(one, 8)) CHECK((size == 0 || size == 800));
    for (auto& run : one) run.push_back({9, 0});
    for (const std::size_t size : slice_sizes(one, 8)) CHECK((size == 0 || size == 8 || size == 800));
}

TEST_CASE("splitters: fewer pairs than slices, or none") {
    CHECK(slice_sizes({{}, {}, {}}, 3) == std::vector<std::size_t>{0, 0, 0});
    const auto sizes = slice_sizes({{{1, 0}}, {}, {{2, 0}}}, 3);
    CHECK(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == 2);
    CHECK(sample_run({}, 64, 0).coordinates.empty());
    CHECK(slice_sizes({{{1, 0}, {2, 0}}}, 1) == std::vector<std::size_t>{2});
}

TEST_CASE("splitters: samples come from all parts of a run and stand for all of its pairs") {
    Run run;
    for (int i = 0; i < 1'000; ++i) run.push_back({i, 0});
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto samples = sample_run(run, 10, seed);
        REQUIRE(samples.coordinates.size() == 10);
        CHECK(samples.weight == 100);
        for (std::size_t i = 0; i < 10; ++i)
            CHECK(samples.coordinates[i] / 100 == static_cast<std::int64_t>(i));
    }
    CHECK(sample_run(run, 10, 1).coordinates != sample_run(run, 10, 2).coordinates);
}

TEST_CASE("splitters: coordinates that are strings") {
    const std::vector<Samples<std::string>> samples{{{"a", "c", "e", "g"}, 1}, {{"b", "d", "f", "h"}, 1}};
    CHECK(choose_splitters<std::string>(samples, 4) == std::vector<std::string>{"c", "e", "g"});
}
