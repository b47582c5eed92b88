#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>

#include "collective/schedule/picture.hpp"

namespace collective {
namespace {

using Out = std::back_insert_iterator<std::string>;

void volume_members(Out out, const Volume& volume) {
    fmt::format_to(out, FMT_COMPILE(R"("transfers":{},"pairs":{},"bytes":{})"), volume.transfers,
                   volume.pairs, volume.bytes);
}

}  // namespace

std::string to_json(const Picture& picture) {
    std::string text;
    const Out out(text);
    fmt::format_to(out, R"({{"schedule":"{}","ranks":{},"nodes":{},"rank":{},)", picture.schedule,
                   picture.ranks, picture.nodes, picture.rank ? fmt::to_string(*picture.rank) : "null");
    fmt::format_to(out,
                   R"("load":{{"pairs_a_rank":{},"entry_bytes":{},"overlap":"{}"}},"exact":{},"rounds":[)",
                   picture.load.pairs_a_rank, picture.load.entry_bytes,
                   picture.load.overlap == Load::Overlap::same ? "same" : "disjoint", picture.exact);

    auto next = picture.transfers.begin();
    for (int round = 0; round < picture.rounds; ++round) {
        fmt::format_to(out, FMT_COMPILE(R"({}{{"round":{},"transfers":[)"), round == 0 ? "" : ",", round);
        for (bool first = true; next != picture.transfers.end() && next->transfer.round == round; ++next) {
            const Transfer& transfer = next->transfer;
            fmt::format_to(out, FMT_COMPILE(R"({}{{"source":{},"target":{},"slices":[{},{}],"action":"{}",)"),
                           first ? "" : ",", transfer.source, transfer.target, transfer.slices.first,
                           transfer.slices.last, to_string(transfer.action));
            fmt::format_to(out, FMT_COMPILE(R"("contributors":{},"pairs":{},"bytes":{}}})"),
                           transfer.contributors, next->pairs, next->bytes);
            first = false;
        }
        fmt::format_to(out, "]}}");
    }

    fmt::format_to(out, R"(],"totals":{{"by_round":[)");
    int round = 0;
    for (const Volume& volume : picture.by_round()) {
        fmt::format_to(out, FMT_COMPILE(R"({}{{"round":{},)"), round == 0 ? "" : ",", round);
        volume_members(out, volume);
        fmt::format_to(out, "}}");
        ++round;
    }
    fmt::format_to(out, R"(],"by_rank":[)");
    const char* separator = "";
    for (const auto& [rank, sent, received] : picture.by_rank()) {
        fmt::format_to(out, R"({}{{"rank":{},"sent":{{)", separator, rank);
        volume_members(out, sent);
        fmt::format_to(out, R"(}},"received":{{)");
        volume_members(out, received);
        fmt::format_to(out, "}}}}");
        separator = ",";
    }
    fmt::format_to(out, R"(],"all":{{)");
    volume_members(out, picture.total());
    fmt::format_to(out, "}}}}}}");
    return text;
}

}  // namespace collective
