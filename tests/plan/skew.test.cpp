#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/plan/job.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

constexpr int ranks = 16;

/// How many pairs each slice's owner has to combine: its own, and those of others.
class Loads final : public Observer {
  public:
    void sent(const Transfer&, const Parcel&) override {}
    void round_begins(int round, std::span<Member* const> members) override {
        if (round > 0) return;
        for (std::size_t slice = 0; slice < pairs_.size(); ++slice) {
            for (Member* member : members) pairs_[slice] += member->holding(static_cast<int>(slice)).pairs;
        }
    }
    /// The heaviest over the mean.
    double imbalance() const {
        const auto total = std::accumulate(pairs_.begin(), pairs_.end(), std::int64_t{0});
        return static_cast<double>(*std::max_element(pairs_.begin(), pairs_.end())) * ranks /
               static_cast<double>(total);
    }

  private:
    std::vector<std::int64_t> pairs_ = std::vector<std::int64_t>(ranks);
};

template <class Draw>
double imbalance(Draw draw) {
    Workers<double> workers(ranks);
    for (std::size_t worker = 0; worker < workers.size(); ++worker) {
        for (int i = 0; i < 100'000; ++i)
            workers[worker].push_back({static_cast<std::int64_t>(draw(worker)), 1});
    }
    Loads loads;
    Options options;
    options.schedule = "split";
    options.check = false;
    options.observer = &loads;
    run_job<Sum>(workers, even_bounds(workers.size(), ranks), options);
    return loads.imbalance();
}

}  // namespace

TEST_CASE("skew: on 16 ranks the heaviest owner has at most 1.15 times the mean") {
    Random random(3);
    std::uniform_real_distribution<double> unit(0, 1);
    const auto zipf = [&](double s, double n) {  // by the inverse of the continuous distribution
        return std::pow(1 + unit(random) * (std::pow(n, 1 - s) - 1), 1 / (1 - s)) - 1;
    };
    for (const double range : {1e7, 1e15}) {  // dense and sparse
        CAPTURE(range);
        const auto uniform = [&](std::size_t) { return unit(random) * range; };
        CHECK(imbalance(uniform) < 1.15);
        CHECK(imbalance([&](std::size_t) { return zipf(1.1, range); }) < 1.15);
        CHECK(imbalance([&](std::size_t) { return zipf(0.8, range); }) < 1.15);
        CHECK(imbalance([&](std::size_t worker) {  // a block of its own for each rank
                  return (static_cast<double>(worker) + unit(random)) * range / ranks;
              }) < 1.15);
        CHECK(imbalance([&](std::size_t worker) {  // one hot block
                  return random() % 10 == 0 ? uniform(worker) : 0.4 * range + unit(random) * range / 1000;
              }) < 1.15);
        CHECK(imbalance([&](std::size_t worker) {  // one hot coordinate
                  return random() % 2 == 0 ? uniform(worker) : 7;
              }) < 1.15);
    }
}
