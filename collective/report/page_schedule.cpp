#include "collective/report/page_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace collective {

namespace {

constexpr std::size_t most_volumes = 20'000;

void write_volume(JsonWriter& json, std::string_view name, const Recording::Volume& volume) {
    json.key(name).begin_object().member("transfers", volume.transfers);
    json.member("pairs", volume.pairs).member("bytes", volume.bytes).end_object();
}

void add_to(Recording::Volume& sum, const Recording::Volume& part) {
    sum.transfers += part.transfers;
    sum.pairs += part.pairs;
    sum.bytes += part.bytes;
}

void write_volumes(JsonWriter& json, const Recording& recording) {
    std::vector<Recording::Volume> by_round(static_cast<std::size_t>(recording.rounds));
    std::vector<Recording::RankRound> by_rank(recording.node_of_rank.size());
    for (const auto& volume : recording.volumes) {
        add_to(by_round[static_cast<std::size_t>(volume.round)], volume.sent);
        add_to(by_rank[static_cast<std::size_t>(volume.rank)].sent, volume.sent);
        add_to(by_rank[static_cast<std::size_t>(volume.rank)].received, volume.received);
    }
    json.key("by_round").begin_array();
    for (const auto& volume : by_round) {
        json.begin_object();
        write_volume(json, "sent", volume);
        json.end_object();
    }
    json.end_array().key("by_rank").begin_array();
    for (const auto& rank : by_rank) {
        json.begin_object();
        write_volume(json, "sent", rank.sent);
        write_volume(json, "received", rank.received);
        json.end_object();
    }
    json.end_array();
    if (recording.volumes.size() > most_volumes) return;
    json.key("sent_bytes").begin_array();  // round, rank, bytes
    for (const auto& volume : recording.volumes) {
        if (volume.sent.bytes == 0) continue;
        json.begin_array().value(volume.round).value(volume.rank).value(volume.sent.bytes).end_array();
    }
    json.end_array();
}

/// The bytes that the cost model predicts, in the order of `write_volumes`'s.
void write_predicted(JsonWriter& json, const Recording& recording, const Schedule& schedule,
                     const Topology& topology) {
    std::vector<double> by_round(static_cast<std::size_t>(recording.rounds));
    std::vector<double> sent(recording.node_of_rank.size()), received(sent.size());
    for (int rank = 0; rank < topology.ranks(); ++rank) {
        for (int round = 0; round < recording.rounds; ++round) {
            schedule.transfers(topology, rank, round, [&](const Transfer& transfer) {
                const double bytes = expected_volume(schedule, topology, recording.expected, transfer).bytes;
                if (transfer.target == rank) {
                    received[static_cast<std::size_t>(rank)] += bytes;
                    return;
                }
                sent[static_cast<std::size_t>(rank)] += bytes;
                by_round[static_cast<std::size_t>(round)] += bytes;
            });
        }
    }
    json.key("predicted").begin_object().key("by_round").begin_array();
    for (const double bytes : by_round) json.value(std::round(bytes));
    json.end_array().key("by_rank").begin_array();
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
        json.begin_array().value(std::round(sent[rank])).value(std::round(received[rank])).end_array();
    }
    json.end_array().end_object();
}

void write_states(JsonWriter& json, const Recording& recording) {
    json.key("states").begin_array();
    for (const auto& state : recording.states) {
        json.begin_object().member("step", state.step).member("rank", state.rank);
        json.member("pairs", state.pairs).member("finished", state.finished);
        if (!state.slices.empty()) {
            json.key("contributors").begin_array();
            for (const Holding& slice : state.slices) json.value(slice.contributors);
            json.end_array().key("done").begin_array();
            for (const Holding& slice : state.slices) json.value(slice.finished ? 1 : 0);
            json.end_array();
        }
        if (state.shown) {
            json.key("values").begin_array();
            for (std::size_t i = 0; i < state.values.size(); ++i) {
                const auto& [coordinate, value] = state.values[i];
                json.begin_array().value(state.value_slices[i]).value(coordinate).value(value).end_array();
            }
            json.end_array();
        }
        json.end_object();
    }
    json.end_array();
}

}  // namespace

Recording recording_of(const Picture& picture, const Topology& topology) {
    Recording recording;
    const Schedule& schedule = *find_schedule(picture.schedule);
    recording.schedule = picture.schedule;
    recording.rounds = picture.rounds;
    recording.slices = schedule.slices(topology);
    const auto ranks = static_cast<std::size_t>(picture.ranks);
    recording.node_of_rank.reserve(ranks);
    for (int rank = 0; rank < picture.ranks; ++rank) recording.node_of_rank.push_back(topology.node_of(rank));
    const auto transfers = picture.transfers.size();
    recording.all_sights = transfers <= most_sights;
    recording.volumes.reserve(2 * transfers);
    for (const PricedTransfer& priced : picture.transfers) {
        const Transfer& transfer = priced.transfer;
        const Recording::Volume volume{1, priced.pairs, priced.bytes};
        recording.volumes.push_back({transfer.source, transfer.round, volume, {}});
        recording.volumes.push_back({transfer.target, transfer.round, {}, volume});
        if (!recording.all_sights) continue;
        recording.sights.push_back({transfer, true, priced.pairs, priced.bytes, 0, 0});
        recording.sights.push_back({transfer, false, priced.pairs, priced.bytes, 0, 0});
    }
    return recording;
}

void write_schedule(JsonWriter& json, const Recording& recording, bool counted) {
    const Schedule& schedule = *find_schedule(recording.schedule);
    const Topology topology = Topology::of_nodes(recording.node_of_rank);
    json.begin_object().member("name", schedule.name).member("summary", schedule.summary);
    json.member("good_when", schedule.good_when).member("counted", counted);
    json.member("ranks", recording.ranks()).member("rounds", recording.rounds);
    json.key("nodes").begin_array();
    for (const int node : recording.node_of_rank) json.value(node);
    json.end_array().key("owners").begin_array();
    for (int slice = 0; slice < recording.slices; ++slice) json.value(schedule.owner(topology, slice));
    json.end_array().member("complete", recording.all_sights).key("transfers").begin_array();
    for (const Message& message : messages(recording)) {
        const Transfer& transfer = message.transfer;
        json.begin_array().value(transfer.round).value(transfer.source).value(transfer.target);
        json.value(transfer.slices.first).value(transfer.slices.last);
        json.value(transfer.action == Action::reduce ? 0 : 1).value(transfer.contributors);
        json.value(message.pairs).value(message.bytes).end_array();
    }
    json.end_array();
    write_volumes(json, recording);
    if (counted) write_predicted(json, recording, schedule, topology);
    write_states(json, recording);
    json.end_object();
}

}  // namespace collective
