#include "collective/report/recording.hpp"

#include <algorithm>
#include <tuple>

#include "collective/error.hpp"
#include "collective/transport/codec.hpp"

namespace collective {

namespace {

template <class T>
void put_all(BlockWriter& block, const std::vector<T>& elements) {
    block.put_bytes(std::as_bytes(std::span(elements)));
}

template <class T>
std::vector<T> get_all(BlockReader& block) {
    const Bytes bytes = block.get_bytes();
    std::vector<T> storage;
    const auto elements = decode<T>(bytes, storage);
    return {elements.begin(), elements.end()};
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

Bytes to_bytes(const Recording& recording) {
    BlockWriter block;
    block.put(recording.all_sights);
    put_all(block, recording.sights);
    put_all(block, recording.volumes);
    block.put(recording.stretches.size());
    for (const auto& one : recording.stretches) {
        block.put(one.rank).put(one.round).put_text(one.name).put(one.begin).put(one.end);
    }
    block.put(recording.states.size());
    for (const auto& one : recording.states) {
        block.put(one.step).put(one.rank).put(one.pairs).put(one.finished).put(one.shown);
        put_all(block, one.slices);
        put_all(block, one.value_slices);
        for (const PairText& pair : one.values) block.put_text(pair.coordinate).put_text(pair.value);
    }
    return block.take();
}

void add(Recording& recording, const Bytes& other) {
    BlockReader block(other);
    recording.all_sights = block.get<bool>() && recording.all_sights;
    append(recording.sights, get_all<Recording::Sight>(block));
    append(recording.volumes, get_all<Recording::RankRound>(block));
    for (auto count = block.get<std::size_t>(); count > 0; --count) {
        Recording::Stretch one{};
        one.rank = block.get<int>();
        one.round = block.get<int>();
        one.name = block.get_text();
        one.begin = block.get<double>();
        one.end = block.get<double>();
        recording.stretches.push_back(std::move(one));
    }
    for (auto count = block.get<std::size_t>(); count > 0; --count) {
        Recording::State one{};
        one.step = block.get<int>();
        one.rank = block.get<int>();
        one.pairs = block.get<std::int64_t>();
        one.finished = block.get<int>();
        one.shown = block.get<bool>();
        one.slices = get_all<Holding>(block);
        one.value_slices = get_all<int>(block);
        one.values.resize(one.value_slices.size());
        for (PairText& pair : one.values) pair = {block.get_text(), block.get_text()};
        recording.states.push_back(std::move(one));
    }
    if (recording.sights.size() > 2 * most_sights) recording.all_sights = false;
    if (!recording.all_sights) recording.sights.clear();
    std::sort(recording.states.begin(), recording.states.end(), [](const auto& a, const auto& b) {
        return std::tie(a.step, a.rank) < std::tie(b.step, b.rank);
    });
    std::sort(recording.volumes.begin(), recording.volumes.end(), [](const auto& a, const auto& b) {
        return std::tie(a.round, a.rank) < std::tie(b.round, b.rank);
    });
}

std::vector<Message> messages(const Recording& recording) {
    const auto key = [](const Recording::Sight& sight) {
        const Transfer& transfer = sight.transfer;
        return std::tuple(transfer.round, transfer.source, transfer.target, !sight.at_source);
    };
    std::vector<Recording::Sight> sights = recording.sights;
    std::sort(sights.begin(), sights.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    std::vector<Message> all;
    all.reserve(sights.size() / 2);
    for (std::size_t i = 0; i < sights.size(); i += 2) {
        const auto& sent = sights[i];
        if (i + 1 == sights.size() || !sent.at_source || sights[i + 1].at_source ||
            !(sent.transfer == sights[i + 1].transfer) || sent.bytes != sights[i + 1].bytes) {
            throw Error("the recording is not whole: the two ends of a transfer differ");
        }
        all.push_back({sent.transfer, sent.pairs, sent.bytes, sent.begin, sent.end, sights[i + 1].begin,
                       sights[i + 1].end});
    }
    return all;
}

}  // namespace collective
