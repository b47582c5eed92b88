#include "collective/schedule/cost.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace collective {
namespace {

constexpr Costs plain{{1, 0}, {1, 0}, 0};  // a second a message

double seconds(std::string_view schedule, const Topology& topology, const Costs& costs, const Expected& job) {
    return predicted_seconds(*find_schedule(schedule), topology, costs, job);
}

std::string_view cheapest(const Topology& topology, double pairs_a_rank, double coordinates,
                          bool needs_order = false) {
    const Expected job{pairs_a_rank * topology.ranks(), coordinates, 16, 10};
    return predictions(topology, Costs::stated(true), job, needs_order).front().schedule->name;
}

}  // namespace

TEST_CASE("cost: what a transfer carries") {
    // Four ranks bring 100 pairs each, of 200 coordinates: two of them have 200 * (1 - 1/e) together.
    const Expected job{400, 200, 16, 10};
    const Topology topology = Topology::of_sizes({3, 1});
    const Schedule& split = *find_schedule("split");
    const double two = 200 * (1 - std::exp(-1));
    const ExpectedVolume near = expected_volume(split, topology, job, {0, 0, 1, {1, 2}, Action::reduce, 2});
    CHECK(near.pairs == doctest::Approx(two / 4));
    CHECK(near.bytes == doctest::Approx(16 * two / 4));
    const ExpectedVolume far = expected_volume(split, topology, job, {1, 0, 3, {0, 3}, Action::copy, 2});
    CHECK(far.pairs == doctest::Approx(3 * two / 4));
    CHECK(far.bytes == doctest::Approx(10 * 3 * two / 4));
}

// The formulas of textbooks, for messages alone, bytes alone and pairs alone.
TEST_CASE("cost: what schedules cost by hand") {
    const Topology eight = Topology::flat(8);
    const Expected none{};
    CHECK(seconds("gather", eight, plain, none) == 7);
    CHECK(seconds("recursive-doubling", eight, plain, none) == 3);
    CHECK(seconds("ring", eight, plain, none) == 14);
    CHECK(seconds("split", eight, plain, none) == 14);

    // So many coordinates that no two ranks share one: 1 byte a pair, 8 pairs a rank.
    const Costs bytes{{0, 1}, {0, 1}, 0};
    const Expected apart{64, 1e12, 1, 1};
    const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-6); };
    CHECK(seconds("gather", eight, bytes, apart) == near(7 * 8));
    CHECK(seconds("recursive-doubling", eight, bytes, apart) == near(8 + 16 + 32));
    CHECK(seconds("ring", eight, bytes, apart) == near((1 + 2 + 3 + 4 + 5 + 6 + 7) + 7 * 8));
    CHECK(seconds("split", eight, bytes, apart) == near(7 * 1 + 7 * 8));

    const Costs pairs{{0, 0}, {0, 0}, 1};
    CHECK(seconds("split", eight, pairs, apart) == near(8));
    CHECK(seconds("gather", eight, pairs, apart) == near(64));

    // All coordinates on all ranks.
    const Expected alike{8e9, 10, 1, 1};
    CHECK(seconds("recursive-doubling", eight, bytes, alike) == near(3 * 10));
    CHECK(seconds("split", eight, bytes, alike) == near(2 * 7 * 10 / 8.0));
}

TEST_CASE("cost: ranks of a node share its link") {
    const Costs far{{0, 0}, {0, 1}, 0};
    const Expected apart{4, 1e12, 1, 1};
    CHECK(seconds("gather", Topology::of_sizes({1, 1, 1, 1}), far, apart) == doctest::Approx(3));
    CHECK(seconds("gather", Topology::of_sizes({2, 2}), far, apart) == doctest::Approx(2 * 2));
}

TEST_CASE("cost: lists that are drawn from few coordinates overlap") {
    const Expected job{1000, 50, 16, 10};
    CHECK(job.coordinates_of(4, 4) == doctest::Approx(50).epsilon(1e-6));
    CHECK(job.coordinates_of(1, 1000) == doctest::Approx(1).epsilon(0.02));
    CHECK(job.coordinates_of(0, 4) == 0);
    CHECK(Expected{}.coordinates_of(1, 4) == 0);
}

TEST_CASE("cost: the cheapest schedule is what one expects") {
    for (const double coordinates : {1e6, 1e18}) {
        for (const int ranks : {2, 4, 8, 64}) {
            const Topology flat = Topology::flat(ranks);
            for (const bool needs_order : {false, true}) {
                const auto few = cheapest(flat, 10, coordinates, needs_order);
                CHECK((few == "gather" || few == "recursive-doubling"));
            }
            if (ranks > 2) CHECK(cheapest(flat, 1e5, coordinates) == "split");
            if (ranks > 2) CHECK(cheapest(flat, 1e5, coordinates, true) == "split");
        }
    }
    CHECK(cheapest(Topology::of_sizes({4, 4}), 1e5, 1e6) == "hierarchical");
    CHECK(cheapest(Topology::of_sizes({4, 4}), 1e5, 1e6, true) != "hierarchical");
    CHECK(cheapest(Topology::flat(1000), 10, 1e6) == "recursive-doubling");
}

TEST_CASE("cost: predictions are sorted, all schedules that serve, and grow with the job") {
    for (const auto& sizes : {std::vector<int>{1}, {2}, {7}, {3, 1}, {1, 1, 1}, {40}}) {
        const Topology topology = Topology::of_sizes(sizes);
        double last = -1;
        for (double pairs = 1; pairs < 1e9; pairs *= 10) {
            const auto all = predictions(topology, Costs::stated(false), {pairs, 1e7, 16, 10}, false);
            CHECK(all.size() == schedules().size());
            for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].seconds <= all[i].seconds);
            CHECK(all.front().seconds >= last);
            last = all.front().seconds;
        }
    }
}

}  // namespace collective
