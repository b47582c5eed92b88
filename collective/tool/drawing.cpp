#include "collective/tool/drawing.hpp"

#include <vector>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

constexpr int column = 8, box = 7;
constexpr int blue = 34, yellow = 33, bold = 1, grey = 90;

/// One line, a text for each place of the terminal.
class Line {
  public:
    explicit Line(int ranks) : places_(static_cast<std::size_t>(ranks * column), " ") {}

    void put(int place, std::string text) { places_[static_cast<std::size_t>(place)] = std::move(text); }

    std::string text() const {
        std::string all;
        for (const std::string& place : places_) all += place;
        return all;
    }

  private:
    std::vector<std::string> places_;
};

int middle(int rank) { return rank * column + box / 2; }

std::string heads(const Topology& topology) {
    const int ranks = topology.ranks();
    std::string nodes;
    std::string tops;
    std::string names;
    std::string bottoms;
    for (int rank = 0; rank < ranks; ++rank) {
        nodes +=
            topology.nodes() > 1 ? fmt::format("{:^7} ", fmt::format("node {}", topology.node_of(rank))) : "";
        tops += "┌─────┐ ";
        names += "│" + painted(fmt::format("{:^5}", rank), bold, true) + "│ ";
        bottoms += "└──┬──┘ ";
    }
    return fmt::format("{}{}{}\n{}\n{}\n", nodes, nodes.empty() ? "" : "\n", tops, names, bottoms);
}

std::string lifelines(int ranks) {
    Line line(ranks);
    for (int rank = 0; rank < ranks; ++rank) line.put(middle(rank), painted("│", grey, true));
    return line.text();
}

std::string arrow(const PricedTransfer& priced, int ranks) {
    const Transfer& transfer = priced.transfer;
    const bool copies = transfer.action == Action::copy;
    const int colour = copies ? yellow : blue;
    const bool right = transfer.source < transfer.target;
    const int step = right ? 1 : -1;
    Line line(ranks);
    for (int rank = 0; rank < ranks; ++rank) line.put(middle(rank), painted("│", grey, true));
    line.put(middle(transfer.source), painted(right ? "├" : "┤", colour, true));
    for (int place = middle(transfer.source) + step; place != middle(transfer.target) - step; place += step) {
        line.put(place, painted(copies ? "╌" : "─", colour, true));
    }
    line.put(middle(transfer.target) - step, painted(right ? "▶" : "◀", colour, true));
    const SliceRange slices = transfer.slices;
    const std::string which = slices.size() == 1 ? fmt::format("slice {}", slices.first)
                                                 : fmt::format("slices {}-{}", slices.first, slices.last - 1);
    return fmt::format("{} {} {:<11} {:>9} {} {:>12}\n", line.text(),
                       painted(copies ? "copy  " : "reduce", colour, true), which, priced.pairs,
                       priced.pairs == 1 ? "pair " : "pairs", counted(priced.bytes, "byte"));
}

}  // namespace

std::string drawing(const Picture& picture, const Topology& topology) {
    std::string text = heads(topology);
    const auto volumes = picture.by_round();
    auto next = picture.transfers.begin();
    for (int round = 0; round < picture.rounds; ++round) {
        const Volume& volume = volumes[static_cast<std::size_t>(round)];
        text += fmt::format("{} {}\n", lifelines(picture.ranks),
                            painted(fmt::format("round {} of {}: {}, {}", round + 1, picture.rounds,
                                                counted(volume.pairs, "pair"), counted(volume.bytes, "byte")),
                                    bold, true));
        for (; next != picture.transfers.end() && next->transfer.round == round; ++next) {
            text += arrow(*next, picture.ranks);
        }
    }
    const Volume all = picture.total();
    return text + fmt::format("{} {}\n", lifelines(picture.ranks),
                              painted(fmt::format("in all: {}, {}, {}", counted(all.transfers, "transfer"),
                                                  counted(all.pairs, "pair"), counted(all.bytes, "byte")),
                                      bold, true));
}

}  // namespace collective::tool
