#include "collective/schedule/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "collective/error.hpp"

namespace collective {
namespace {

constexpr std::size_t most_transfers = 10'000;

std::vector<Transfer> collect(const Schedule& schedule, const Topology& topology, std::optional<int> only) {
    std::vector<Transfer> all;
    const auto keep = [&](const Transfer& transfer) {
        if (!only && all.size() == most_transfers)
            throw InputError(
                fmt::format("{} on {} ranks has more than {} transfers: name one rank to see its own",
                            schedule.name, topology.ranks(), most_transfers));
        all.push_back(transfer);
    };
    const int rounds = schedule.rounds(topology);
    for (int rank = only.value_or(0); rank <= only.value_or(topology.ranks() - 1); ++rank) {
        // Both ends name a transfer; everyone's picture takes the source's word.
        const Sink sink = [&](const Transfer& transfer) {
            if (only || transfer.source == rank) keep(transfer);
        };
        for (int round = 0; round < rounds; ++round) schedule.transfers(topology, rank, round, sink);
    }
    std::sort(all.begin(), all.end(), [](const Transfer& a, const Transfer& b) {
        return std::tie(a.round, a.source, a.target) < std::tie(b.round, b.source, b.target);
    });
    return all;
}

/// How many pairs a transfer carries: a slice of the union that its contributors make.
std::int64_t pairs_of(const Transfer& transfer, const Load& load, int slices) {
    const std::int64_t distinct = load.overlap == Load::Overlap::same ? 1 : transfer.contributors;
    const std::int64_t parts = distinct * transfer.slices.size();
    // Quotient and remainder apart, as parts * pairs_a_rank may not fit.
    const std::int64_t whole = load.pairs_a_rank / slices, rest = load.pairs_a_rank % slices;
    return parts * whole + (2 * parts * rest + slices) / (2 * std::int64_t{slices});
}

}  // namespace

Volume& Volume::operator+=(const PricedTransfer& priced) {
    ++transfers;
    pairs += priced.pairs;
    bytes += priced.bytes;
    return *this;
}

std::vector<Volume> Picture::by_round() const {
    std::vector<Volume> volumes(static_cast<std::size_t>(rounds));
    for (const auto& priced : transfers) volumes[static_cast<std::size_t>(priced.transfer.round)] += priced;
    return volumes;
}

std::vector<Picture::RankVolume> Picture::by_rank() const {
    std::vector<RankVolume> volumes;
    const int first = rank.value_or(0), last = rank.value_or(ranks - 1);
    for (int each = first; each <= last; ++each) volumes.push_back({each, {}, {}});
    for (const auto& priced : transfers) {
        const int source = priced.transfer.source, target = priced.transfer.target;
        if (first <= source && source <= last)
            volumes[static_cast<std::size_t>(source - first)].sent += priced;
        if (first <= target && target <= last)
            volumes[static_cast<std::size_t>(target - first)].received += priced;
    }
    return volumes;
}

Volume Picture::total() const {
    Volume volume;
    for (const auto& priced : transfers) volume += priced;
    return volume;
}

Picture picture(const Schedule& schedule, const Topology& topology, std::optional<int> rank,
                const Load& load) {
    if (rank && (*rank < 0 || *rank >= topology.ranks()))
        throw InputError(
            fmt::format("there is no rank {}: ranks go from 0 to {}", *rank, topology.ranks() - 1));
    if (load.pairs_a_rank < 0 || load.entry_bytes < 1)
        throw InputError("pairs a rank must not be negative, and a pair has at least one byte");

    const int slices = schedule.slices(topology);
    Picture result{schedule.name,
                   topology.ranks(),
                   topology.nodes(),
                   schedule.rounds(topology),
                   rank,
                   load,
                   load.pairs_a_rank % slices == 0,
                   {}};
    double bytes = 0;  // bounds the exact sums from above, so that none of them overflows
    for (const Transfer& transfer : collect(schedule, topology, rank)) {
        const double share = static_cast<double>(load.pairs_a_rank) / slices;
        bytes += (share * transfer.slices.size() * transfer.contributors + 1) *
                 static_cast<double>(load.entry_bytes);
        if (bytes > 9e18) throw InputError("the predicted bytes exceed 64 bits: give fewer pairs a rank");
        const std::int64_t pairs = pairs_of(transfer, load, slices);
        result.transfers.push_back({transfer, pairs, pairs * load.entry_bytes});
    }
    return result;
}

}  // namespace collective
