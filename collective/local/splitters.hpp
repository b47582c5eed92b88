#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "collective/entry.hpp"

namespace collective {

/// Coordinates taken from a rank's pairs, each standing for `weight` of them.
template <class K>
struct Samples {
    std::vector<K> coordinates;
    double weight = 0;
};

/// How many samples serve a run of `size`: enough that slices come out even, few enough to sort on every
/// rank.
inline std::size_t enough_samples(std::size_t size) { return std::clamp<std::size_t>(size / 64, 64, 1024); }

/// At most `most` samples of `size` coordinates, `at(i)` being the i-th: one at a random place of each of as
/// many equal stretches, or `together` that are neighbours, for a fraction of the cache misses. Jitter keeps
/// ranks with alike lists from all sampling the same places.
template <class K, class At>
Samples<K> sample(std::size_t size, std::size_t most, std::uint64_t seed, const At& at,
                  std::size_t together = 1) {
    Samples<K> samples;
    const std::size_t count = std::min(size, most);
    if (count == 0) return samples;
    samples.weight = static_cast<double>(size) / static_cast<double>(count);
    samples.coordinates.reserve(count);
    for (std::size_t i = 0; i < count; i += together) {
        seed = seed * 6364136223846793005U + 1442695040888963407U;  // Knuth's linear congruential generator
        const double jitter = static_cast<double>(seed >> 11) * 0x1p-53;
        const std::size_t those = std::min(together, count - i);
        const double room = samples.weight * static_cast<double>(those) - static_cast<double>(those - 1);
        const auto place = static_cast<std::size_t>(samples.weight * static_cast<double>(i) + jitter * room);
        for (std::size_t k = 0; k < those; ++k)
            samples.coordinates.push_back(at(std::min(place + k, size - 1)));
    }
    return samples;
}

/// `slices - 1` ascending coordinates that cut the pairs of all ranks into slices of about equal weight:
/// slice s holds the coordinates from splitter s - 1 on, up to below splitter s. May be fewer: the last
/// slices are empty.
template <class K>
std::vector<K> choose_splitters(std::span<const Samples<K>> samples, int slices) {
    struct Weighted {
        K coordinate;
        double weight;
    };
    std::vector<Weighted> all;
    double total = 0;
    for (const auto& rank : samples) {
        for (const auto& coordinate : rank.coordinates) all.push_back({coordinate, rank.weight});
        total += rank.weight * static_cast<double>(rank.coordinates.size());
    }
    std::sort(all.begin(), all.end(),
              [](const Weighted& a, const Weighted& b) { return a.coordinate < b.coordinate; });
    std::vector<K> splitters;
    double below = 0;
    for (const auto& sample : all) {
        const auto next = static_cast<double>(splitters.size() + 1);
        if (next >= slices) break;
        if (below >= total * next / slices && (splitters.empty() || splitters.back() < sample.coordinate)) {
            splitters.push_back(sample.coordinate);
        }
        below += sample.weight;
    }
    return splitters;
}

/// Where a slice starts in a sorted run.
template <class P, class K>
std::size_t slice_begin(std::span<const Entry<P, K>> run, std::span<const K> splitters, int slice) {
    if (slice == 0) return 0;
    const auto splitter = static_cast<std::size_t>(slice - 1);
    if (splitter >= splitters.size()) return run.size();
    const auto place = std::lower_bound(
        run.begin(), run.end(), splitters[splitter],
        [](const Entry<P, K>& entry, const K& coordinate) { return entry.coordinate < coordinate; });
    return static_cast<std::size_t>(place - run.begin());
}

}  // namespace collective
