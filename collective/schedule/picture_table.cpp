#include <fmt/format.h>

#include <iterator>

#include "collective/counted.hpp"
#include "collective/schedule/picture.hpp"

namespace collective {
namespace {

using Out = std::back_insert_iterator<fmt::memory_buffer>;

/// Slices as people name them: `3`, or `0-7` with both ends meant.
std::string named(SliceRange slices) {
    return slices.size() == 1 ? fmt::to_string(slices.first)
                              : fmt::format("{}-{}", slices.first, slices.last - 1);
}

void heading(Out out, const Picture& picture) {
    const auto transfers = static_cast<std::int64_t>(picture.transfers.size());
    fmt::format_to(out, "{} on {}, {}: {}, {}{}\n", picture.schedule, counted(picture.ranks, "rank"),
                   counted(picture.nodes, "node"), counted(picture.rounds, "round"),
                   counted(transfers, "transfer"),
                   picture.rank ? fmt::format(" of rank {}", *picture.rank) : "");
    fmt::format_to(out, "predicted for {} a rank, {} each, {}{}\n\n",
                   counted(picture.load.pairs_a_rank, "pair"), counted(picture.load.entry_bytes, "byte"),
                   picture.load.overlap == Load::Overlap::same ? "every coordinate on all ranks"
                                                               : "every coordinate on one rank",
                   picture.exact ? "" : "; approximate (rounded), as slices do not divide the pairs");
}

void transfer_rows(Out out, const Picture& picture, bool each_slice) {
    constexpr auto row = "{:>6} {:>7} {:>7} {:>12} {:>7} {:>13} {:>12} {:>14}";
    fmt::format_to(out, row, "round", "source", "target", "slices", "action", "contributors", "pairs",
                   "bytes");
    fmt::format_to(out, "{}\n", each_slice ? "  slice:pairs" : "");
    for (const auto& [transfer, pairs, bytes] : picture.transfers) {
        fmt::format_to(out, row, transfer.round, transfer.source, transfer.target, named(transfer.slices),
                       to_string(transfer.action), transfer.contributors, pairs, bytes);
        if (each_slice) {
            const std::int64_t size = transfer.slices.size(), rounded = (2 * pairs + size) / (2 * size);
            fmt::format_to(out, " ");
            for (int slice = transfer.slices.first; slice < transfer.slices.last; ++slice)
                fmt::format_to(out, " {}:{}", slice, rounded);
        }
        fmt::format_to(out, "\n");
    }
}

void totals(Out out, const Picture& picture) {
    constexpr auto row = "{:>6} {:>12} {:>14} {:>16}\n";
    fmt::format_to(out, "\n");
    fmt::format_to(out, row, "round", "transfers", "pairs", "bytes");
    int round = 0;
    for (const Volume& volume : picture.by_round())
        fmt::format_to(out, row, round++, volume.transfers, volume.pairs, volume.bytes);
    const Volume all = picture.total();
    fmt::format_to(out, row, "all", all.transfers, all.pairs, all.bytes);

    constexpr auto rank_row = "{:>6} {:>12} {:>14} {:>16} {:>12} {:>14} {:>16}\n";
    fmt::format_to(out, "\n");
    fmt::format_to(out, rank_row, "rank", "sent", "pairs", "bytes", "received", "pairs", "bytes");
    for (const auto& [rank, sent, received] : picture.by_rank())
        fmt::format_to(out, rank_row, rank, sent.transfers, sent.pairs, sent.bytes, received.transfers,
                       received.pairs, received.bytes);
}

}  // namespace

std::string to_table(const Picture& picture, bool each_slice) {
    fmt::memory_buffer text;
    const Out out(text);
    heading(out, picture);
    transfer_rows(out, picture, each_slice);
    totals(out, picture);
    return fmt::to_string(text);
}

}  // namespace collective
