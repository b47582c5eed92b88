#include "collective/schedule/picture.hpp"

#include <doctest/doctest.h>
#include <simdjson.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "collective/error.hpp"
#include "tests/schedule/topologies.hpp"

namespace collective {
namespace {

using Overlap = Load::Overlap;

const Schedule& named(std::string_view name) {
    const Schedule* found = find_schedule(name);
    REQUIRE(found != nullptr);
    return *found;
}

/// The coordinates that a rank holds of a slice: numbered, as only their number matters.
std::set<int> coordinates(int rank, int slice, int a_slice, Overlap overlap) {
    std::set<int> all;
    const int from = (overlap == Overlap::same ? 0 : rank * a_slice) + slice * 1'000'000;
    for (int i = 0; i < a_slice; ++i) all.insert(from + i);
    return all;
}

TEST_CASE("predicted pairs are those of real sets of coordinates that travel") {
    constexpr int a_slice = 3, bytes = 16;
    for (const auto& topology : testing::many_topologies()) {
        const int p = topology.ranks();
        if (p > 7) continue;
        for (const auto& schedule : schedules())
            for (const auto overlap : {Overlap::same, Overlap::disjoint}) {
                const auto drawn = picture(schedule, topology, {}, {a_slice * p, bytes, overlap});
                CHECK(drawn.exact);
                std::map<std::pair<int, int>, std::set<int>> state, before;
                for (int rank = 0; rank < p; ++rank)
                    for (int slice = 0; slice < p; ++slice)
                        state[{rank, slice}] = coordinates(rank, slice, a_slice, overlap);
                for (int round = 0; round < drawn.rounds; ++round) {
                    before = state;
                    for (const auto& [transfer, pairs, carried] : drawn.transfers) {
                        if (transfer.round != round) continue;
                        std::int64_t sent = 0;
                        for (int slice = transfer.slices.first; slice < transfer.slices.last; ++slice) {
                            const auto& run = before[{transfer.source, slice}];
                            sent += static_cast<std::int64_t>(run.size());
                            state[{transfer.target, slice}].insert(run.begin(), run.end());
                        }
                        CHECK(pairs == sent);
                        CHECK(carried == bytes * sent);
                    }
                }
            }
    }
}

TEST_CASE("split and ring send 2M(p-1)/p pairs a rank when all hold the same coordinates") {
    for (int p = 1; p <= 33; ++p)
        for (const auto name : {"split", "ring"}) {
            const auto drawn = picture(named(name), Topology::flat(p), {}, {5 * p, 24, Overlap::same});
            for (const auto& [rank, sent, received] : drawn.by_rank()) {
                CHECK(sent == Volume{2 * (p - 1), 2 * 5 * (p - 1), 24 * 2 * 5 * (p - 1)});
                CHECK(received == sent);
            }
        }
}

TEST_CASE("a rank's picture is its share of everyone's") {
    for (const auto& schedule : schedules()) {
        const auto topology = Topology::of_nodes({0, 1, 1, 0, 1, 2});
        const Load load{600, 16, Overlap::disjoint};
        const auto all = picture(schedule, topology, {}, load);
        CHECK(all.by_rank().size() == 6);
        for (const auto& [rank, sent, received] : all.by_rank()) {
            const auto own = picture(schedule, topology, rank, load);
            REQUIRE(own.by_rank().size() == 1);
            CHECK(own.by_rank()[0].rank == rank);
            CHECK(own.by_rank()[0].sent == sent);
            CHECK(own.by_rank()[0].received == received);
            CHECK(own.total().transfers == sent.transfers + received.transfers);
            CHECK(own.by_round().size() == static_cast<std::size_t>(own.rounds));
        }
    }
}

TEST_CASE("pairs that slices do not divide are rounded and said to be approximate") {
    const auto drawn = picture(named("gather"), Topology::flat(3), {}, {10, 8, Overlap::same});
    CHECK_FALSE(drawn.exact);
    for (const auto& priced : drawn.transfers) CHECK(priced.pairs == 10);  // all slices together
    for (const auto& priced : picture(named("ring"), Topology::flat(3), {}, {10, 8, Overlap::same}).transfers)
        CHECK(priced.pairs == 3);
    for (const auto& priced : picture(named("ring"), Topology::flat(3), {}, {11, 8, Overlap::same}).transfers)
        CHECK(priced.pairs == 4);
    CHECK(to_table(drawn, false).find("approximate") != std::string::npos);
}

TEST_CASE("whole pictures of more than 10,000 transfers are refused") {
    const Load load{0, 16, Overlap::same};
    // p (p - 1) transfers for gather, 2 p (p - 1) for ring.
    CHECK(picture(named("gather"), Topology::flat(100), {}, load).transfers.size() == 9900);
    CHECK_THROWS_AS(picture(named("gather"), Topology::flat(101), {}, load), InputError);
    CHECK(picture(named("ring"), Topology::flat(71), {}, load).transfers.size() == 9940);
    CHECK_THROWS_AS(picture(named("ring"), Topology::flat(72), {}, load), InputError);
    // 2^10 ranks in 10 rounds are 10,240; 2^9 + 256 ranks fold 256, exchange 512 * 9 and unfold 256.
    CHECK_THROWS_AS(picture(named("recursive-doubling"), Topology::flat(1024), {}, load), InputError);
    CHECK(picture(named("recursive-doubling"), Topology::flat(768), {}, load).transfers.size() == 5120);
    // No schedule has just as many: one that sends once a round does.
    Schedule dripping = named("gather");
    dripping.transfers = [](const Topology&, int, int round, const Sink& sink) {
        sink({round, 0, 1, {0, 1}, Action::reduce, 1});
    };
    dripping.rounds = [](const Topology&) { return 10'000; };
    CHECK(picture(dripping, Topology::flat(2), {}, load).transfers.size() == 10'000);
    dripping.rounds = [](const Topology&) { return 10'001; };
    CHECK_THROWS_AS(picture(dripping, Topology::flat(2), {}, load), InputError);

    for (const auto& schedule : schedules()) {
        CHECK_THROWS_WITH_AS(picture(schedule, Topology::flat(100'000), {}, load),
                             doctest::Contains("name one rank"), InputError);
        CHECK(picture(schedule, Topology::flat(100'000), 7, load).by_rank()[0].rank == 7);
    }
}

TEST_CASE("pictures refuse ranks and loads that cannot be") {
    const auto topology = Topology::flat(4);
    const auto& ring = named("ring");
    CHECK_THROWS_AS(picture(ring, topology, 4, {1, 16, Overlap::same}), InputError);
    CHECK_THROWS_AS(picture(ring, topology, -1, {1, 16, Overlap::same}), InputError);
    CHECK_THROWS_AS(picture(ring, topology, 0, {-1, 16, Overlap::same}), InputError);
    CHECK_THROWS_AS(picture(ring, topology, 0, {1, 0, Overlap::same}), InputError);
    CHECK_THROWS_AS(picture(ring, topology, 0, {INT64_MAX, 16, Overlap::same}), InputError);
    const auto huge =
        picture(named("gather"), Topology::flat(3), {}, {1'000'000'000'000'000'000, 1, Overlap::disjoint});
    CHECK(huge.total().pairs == 6'000'000'000'000'000'000);
}

TEST_CASE("the table of two ranks splitting") {
    const auto drawn = picture(named("split"), Topology::flat(2), {}, {6, 16, Overlap::disjoint});
    CHECK("\n" + to_table(drawn, true) == R"(
split on 2 ranks, 1 node: 2 rounds, 4 transfers
predicted for 6 pairs a rank, 16 bytes each, every coordinate on one rank

 round  source  target       slices  action  contributors        pairs          bytes  slice:pairs
     0       0       1            1  reduce             1            3             48  1:3
     0       1       0            0  reduce             1            3             48  0:3
     1       0       1            0    copy             2            6             96  0:6
     1       1       0            1    copy             2            6             96  1:6

 round    transfers          pairs            bytes
     0            2              6               96
     1            2             12              192
   all            4             18              288

  rank         sent          pairs            bytes     received          pairs            bytes
     0            2              9              144            2              9              144
     1            2              9              144            2              9              144
)");
}

TEST_CASE("JSON carries the picture, as a reader of JSON finds it") {
    const auto topology = Topology::of_sizes({2, 1});
    for (const auto& schedule : schedules())
        for (const std::optional<int> rank : {std::optional<int>{}, std::optional<int>{2}}) {
            const auto drawn = picture(schedule, topology, rank, {6, 16, Overlap::same});
            simdjson::dom::parser parser;
            const simdjson::padded_string text{to_json(drawn)};
            const simdjson::dom::element json = parser.parse(text);
            CHECK(std::string_view(json["schedule"]) == schedule.name);
            CHECK(std::int64_t(json["ranks"]) == 3);
            CHECK(std::int64_t(json["nodes"]) == 2);
            CHECK(json["rank"].is_null() == !rank);
            CHECK(std::string_view(json["load"]["overlap"]) == "same");
            CHECK(std::int64_t(json["load"]["pairs_a_rank"]) == 6);
            CHECK(bool(json["exact"]));

            std::vector<Transfer> read;
            std::int64_t bytes = 0, round_number = 0;
            for (const auto round : simdjson::dom::array(json["rounds"])) {
                CHECK(std::int64_t(round["round"]) == round_number++);
                for (const auto each : simdjson::dom::array(round["transfers"])) {
                    const auto number = [&](const char* key) {
                        return static_cast<int>(std::int64_t(each[key]));
                    };
                    const auto slice = [&](std::size_t i) {
                        return static_cast<int>(std::int64_t(each["slices"].at(i)));
                    };
                    read.push_back(
                        {static_cast<int>(round_number - 1),
                         number("source"),
                         number("target"),
                         {slice(0), slice(1)},
                         std::string_view(each["action"]) == "copy" ? Action::copy : Action::reduce,
                         number("contributors")});
                    bytes += std::int64_t(each["bytes"]);
                }
            }
            CHECK(round_number == schedule.rounds(topology));
            REQUIRE(read.size() == drawn.transfers.size());
            for (std::size_t i = 0; i < read.size(); ++i) CHECK(read[i] == drawn.transfers[i].transfer);
            CHECK(std::int64_t(json["totals"]["all"]["bytes"]) == bytes);
            CHECK(simdjson::dom::array(json["totals"]["by_round"]).size() == drawn.by_round().size());
            CHECK(simdjson::dom::array(json["totals"]["by_rank"]).size() == drawn.by_rank().size());
            CHECK(std::int64_t(json["totals"]["by_rank"].at(0)["received"]["pairs"]) ==
                  drawn.by_rank()[0].received.pairs);
        }
}

}  // namespace
}  // namespace collective
