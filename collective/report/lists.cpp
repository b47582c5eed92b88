#include "collective/report/lists.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "collective/transport/codec.hpp"

namespace collective {

namespace {

constexpr std::size_t most_workers = 8;  // with more, the first six and the last one are shown
constexpr std::size_t first_workers = 6;
constexpr std::size_t most_places = 14;  // where no list is longer, else `first_places` are shown
constexpr std::size_t first_places = 8;
constexpr std::size_t most_coordinates = 14;

/// What a process has to say first: its size, and the beginnings of those of its lists that may be shown.
Bytes beginnings(const Document& document, const std::vector<int>& rank_of_worker) {
    const std::size_t workers = document.workers();
    std::vector<std::size_t> chosen;
    std::size_t longest = 0;
    for (std::size_t worker = 0; worker < workers; ++worker) {
        longest = std::max(longest, document.begin[worker + 1] - document.begin[worker]);
        if (worker < most_workers || worker + 1 == workers) chosen.push_back(worker);
    }
    BlockWriter block;
    block.put(workers).put(document.pairs()).put(longest).put(chosen.size());
    for (const std::size_t worker : chosen) {
        const std::size_t begin = document.begin[worker];
        const std::size_t size = document.begin[worker + 1] - begin;
        const std::size_t taken = std::min(size, most_places);
        block.put(worker).put_text(document.names[worker]).put(rank_of_worker[worker]).put(size).put(taken);
        for (std::size_t i = begin; i < begin + taken; ++i) {
            block.put(document.coordinates[i]).put_text(value_text(document, i));
        }
    }
    return block.take();
}

/// Puts the beginnings of all processes together; returns the length of the longest list.
std::size_t join(const std::vector<Bytes>& blocks, ListSample& sample) {
    std::size_t longest = 0;
    std::vector<ListSample::Worker> candidates;
    for (const Bytes& bytes : blocks) {
        BlockReader block(bytes);
        const auto workers = block.get<std::size_t>();
        const std::int64_t first = sample.workers;
        sample.workers += static_cast<std::int64_t>(workers);
        sample.pairs += static_cast<std::int64_t>(block.get<std::size_t>());
        longest = std::max(longest, block.get<std::size_t>());
        for (auto count = block.get<std::size_t>(); count > 0; --count) {
            ListSample::Worker worker{};
            worker.index = first + static_cast<std::int64_t>(block.get<std::size_t>());
            worker.name = block.get_text();
            worker.rank = block.get<int>();
            worker.size = static_cast<std::int64_t>(block.get<std::size_t>());
            for (auto taken = block.get<std::size_t>(); taken > 0; --taken) {
                const auto coordinate = block.get<std::int64_t>();
                worker.pairs.push_back({coordinate, block.get_text()});
            }
            candidates.push_back(std::move(worker));
        }
    }
    const bool all = sample.workers <= static_cast<std::int64_t>(most_workers);
    for (ListSample::Worker& worker : candidates) {
        const bool is_shown = all || worker.index < static_cast<std::int64_t>(first_workers) ||
                              worker.index == sample.workers - 1;
        if (!is_shown) continue;
        if (longest > most_places && worker.pairs.size() > first_places) worker.pairs.resize(first_places);
        sample.shown.push_back(std::move(worker));
    }
    return longest;
}

/// The coordinates that most of the pairs shown have.
void choose_coordinates(ListSample& sample) {
    std::map<std::int64_t, std::size_t> pairs_of;
    for (const auto& worker : sample.shown) {
        for (const auto& pair : worker.pairs) ++pairs_of[pair.coordinate];
    }
    std::vector<std::pair<std::int64_t, std::size_t>> order(pairs_of.begin(), pairs_of.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t kept = std::min(order.size(), most_coordinates);
    for (std::size_t i = 0; i < kept; ++i) sample.coordinates.push_back({order[i].first, 0});
    std::sort(sample.coordinates.begin(), sample.coordinates.end(),
              [](const auto& a, const auto& b) { return a.key < b.key; });
    sample.more_coordinates = static_cast<std::int64_t>(order.size() - kept);
}

/// How many pairs of this process have each place and each coordinate of the sample.
Bytes counts(const Document& document, const ListSample& sample) {
    std::vector<std::int64_t> counts(sample.places.size() + sample.coordinates.size());
    std::unordered_map<std::int64_t, std::size_t> at;
    for (const auto& row : sample.coordinates) at.emplace(row.key, sample.places.size() + at.size());
    for (std::size_t worker = 0; worker < document.workers(); ++worker) {
        const std::size_t size = document.begin[worker + 1] - document.begin[worker];
        for (std::size_t place = 0; place < std::min(size, sample.places.size()); ++place) ++counts[place];
    }
    for (const std::int64_t coordinate : document.coordinates) {
        const auto found = at.find(coordinate);
        if (found != at.end()) ++counts[found->second];
    }
    return BlockWriter().append(std::as_bytes(std::span(counts))).take();
}

}  // namespace

ListSample sample_lists(Transport& transport, const Document& document,
                        const std::vector<int>& rank_of_worker) {
    ListSample sample;
    const Bytes mine = beginnings(document, rank_of_worker);
    const std::size_t longest = join(transport.allgather({&mine, 1}), sample);
    const std::size_t places = longest > most_places ? first_places : longest;
    for (std::size_t place = 0; place < places; ++place) {
        sample.places.push_back({static_cast<std::int64_t>(place), 0});
    }
    sample.more_places = static_cast<std::int64_t>(longest - places);
    choose_coordinates(sample);

    const Bytes my_counts = counts(document, sample);
    for (const Bytes& bytes : transport.allgather({&my_counts, 1})) {
        BlockReader block(bytes);
        for (auto& row : sample.places) row.hidden += block.get<std::int64_t>();
        for (auto& row : sample.coordinates) row.hidden += block.get<std::int64_t>();
    }
    for (const auto& worker : sample.shown) {
        for (std::size_t place = 0; place < worker.pairs.size(); ++place) --sample.places[place].hidden;
        for (auto& row : sample.coordinates) {
            row.hidden -= std::count_if(worker.pairs.begin(), worker.pairs.end(),
                                        [&](const auto& pair) { return pair.coordinate == row.key; });
        }
    }
    return sample;
}

}  // namespace collective
