#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "collective/plan/in_memory.hpp"
#include "collective/report/recorder.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/strategy/table.hpp"

namespace collective {
namespace {

using Pairs = std::vector<Entry<std::int64_t>>;

/// What every rank brings: rank r has the coordinates r, r + 1, ..., r + 4, and those of all have 1000.
std::vector<Pairs> lists_of(int ranks) {
    std::vector<Pairs> lists;
    for (int rank = 0; rank < ranks; ++rank) {
        Pairs pairs{{1000, rank}};
        for (int i = 4; i >= 0; --i) pairs.push_back({rank + i, 10 * rank + i});
        lists.push_back(pairs);
    }
    return lists;
}

std::map<std::int64_t, std::int64_t> sums_of(const std::vector<Pairs>& lists) {
    std::map<std::int64_t, std::int64_t> sums;
    for (const Pairs& pairs : lists) {
        for (const auto& pair : pairs) sums[pair.coordinate] += pair.value;
    }
    return sums;
}

std::vector<PairText> print(std::span<const std::byte> bytes) {
    std::vector<Entry<std::int64_t>> storage;
    std::vector<PairText> texts;
    for (const auto& pair : decode<Entry<std::int64_t>>(bytes, storage)) {
        texts.push_back({std::to_string(pair.coordinate), std::to_string(pair.value)});
    }
    return texts;
}

Recording record(int ranks, const std::string& schedule, std::vector<int> nodes, Account& account) {
    Recorder recorder;
    std::vector<int> all;
    for (int rank = 0; rank < ranks; ++rank) all.push_back(rank);
    recorder.set_ranks(all);
    recorder.set_printer(print);
    Options options;
    options.schedule = schedule;
    options.nodes = std::move(nodes);
    options.observer = &recorder;
    InMemory<Coordinate, std::int64_t> in_memory(ranks, {}, options);
    const std::vector<Pairs> pairs = lists_of(ranks);
    std::vector<Lists<std::int64_t>> lists;
    for (const Pairs& own : pairs) lists.push_back({std::span<const Entry<std::int64_t>>(own)});
    in_memory(lists);
    account = in_memory.account();
    return recorder.recording();
}

const std::vector<std::tuple<int, std::vector<int>>> jobs{
    {1, {}}, {2, {}}, {4, {3, 1}}, {5, {}}, {7, {2, 4, 1}}};

TEST_CASE("A recording has the transfers of the schedule, with what the account counts") {
    for (const Schedule& schedule : schedules()) {
        for (const auto& [ranks, nodes] : jobs) {
            CAPTURE(schedule.name);
            CAPTURE(ranks);
            Account account;
            const Recording recording = record(ranks, std::string(schedule.name), nodes, account);
            const Topology topology = nodes.empty() ? Topology::flat(ranks) : Topology::of_sizes(nodes);
            CHECK(recording.expected.pairs == 6 * ranks);
            CHECK(recording.expected.coordinates == 1001);
            std::vector<Transfer> expected;
            for (int round = 0; round < schedule.rounds(topology); ++round) {
                for (int rank = 0; rank < ranks; ++rank) {
                    schedule.transfers(topology, rank, round, [&](const Transfer& transfer) {
                        if (transfer.source == rank) expected.push_back(transfer);
                    });
                }
            }
            std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
                return std::tie(a.round, a.source, a.target) < std::tie(b.round, b.source, b.target);
            });
            const std::vector<Message> all = messages(recording);
            REQUIRE(all.size() == expected.size());
            std::int64_t bytes = 0;
            for (std::size_t i = 0; i < all.size(); ++i) {
                CHECK(all[i].transfer == expected[i]);
                CHECK(all[i].bytes == all[i].pairs * 16);
                CHECK(all[i].send_begin <= all[i].send_end);
                CHECK(all[i].send_end <= all[i].receive_end);
                bytes += all[i].bytes;
            }
            CHECK(bytes == account.bytes_sent);
            CHECK(recording.rounds == account.rounds);
            std::int64_t sent = 0;
            std::int64_t received = 0;
            for (const auto& volume : recording.volumes) {
                sent += volume.sent.bytes;
                received += volume.received.bytes;
            }
            CHECK(sent == bytes);
            CHECK(received == bytes);
        }
    }
}

TEST_CASE("A recording has what each rank holds: at first its own, at last everyone's sums") {
    for (const Schedule& schedule : schedules()) {
        for (const auto& [ranks, nodes] : jobs) {
            if (ranks == 1) continue;  // nothing travels
            CAPTURE(schedule.name);
            CAPTURE(ranks);
            Account account;
            const Recording recording = record(ranks, std::string(schedule.name), nodes, account);
            REQUIRE(recording.states.size() == static_cast<std::size_t>(ranks * (recording.rounds + 1)));
            const std::vector<Pairs> lists = lists_of(ranks);
            for (const auto& state : recording.states) {
                const bool first = state.step == 0;
                if (!first && state.step != recording.rounds) continue;
                REQUIRE(state.shown);
                std::map<std::int64_t, std::int64_t> held;
                for (const PairText& pair : state.values) {
                    held[std::stoll(pair.coordinate)] = std::stoll(pair.value);
                }
                CHECK(held == sums_of(first ? std::vector<Pairs>{lists[static_cast<std::size_t>(state.rank)]}
                                            : lists));
                CHECK(held.size() == state.values.size());
                CHECK(state.finished == (first ? 0 : recording.slices));
                for (const Holding& slice : state.slices) CHECK(slice.contributors == (first ? 1 : ranks));
            }
        }
    }
}

TEST_CASE("Recordings of several processes, put together, are as one") {
    Account account;
    const Recording whole = record(4, "split", {}, account);
    std::vector<Recording> parts(4);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        Recording& part = parts[rank];
        part.schedule = whole.schedule;
        part.node_of_rank = whole.node_of_rank;
        part.rounds = whole.rounds;
        part.slices = whole.slices;
        const auto mine = [&](int one) { return static_cast<std::size_t>(one) == rank; };
        for (const auto& sight : whole.sights) {
            if (mine(sight.at_source ? sight.transfer.source : sight.transfer.target))
                part.sights.push_back(sight);
        }
        for (const auto& one : whole.stretches) {
            if (mine(one.rank)) part.stretches.push_back(one);
        }
        for (const auto& one : whole.states) {
            if (mine(one.rank)) part.states.push_back(one);
        }
        for (const auto& one : whole.volumes) {
            if (mine(one.rank)) part.volumes.push_back(one);
        }
    }
    for (std::size_t rank = 1; rank < 4; ++rank) add(parts[0], to_bytes(parts[rank]));
    const auto all = messages(parts[0]);
    const auto expected = messages(whole);
    REQUIRE(all.size() == expected.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].transfer == expected[i].transfer);
        CHECK(all[i].pairs == expected[i].pairs);
        CHECK(all[i].receive_end == expected[i].receive_end);
    }
    REQUIRE(parts[0].states.size() == whole.states.size());
    for (std::size_t i = 0; i < whole.states.size(); ++i) {
        CHECK(parts[0].states[i].rank == whole.states[i].rank);
        CHECK(parts[0].states[i].values.size() == whole.states[i].values.size());
    }
    CHECK(parts[0].stretches.size() == whole.stretches.size());

    parts[0].sights.pop_back();
    CHECK_THROWS_AS(messages(parts[0]), Error);
}

}  // namespace
}  // namespace collective
