#include <unistd.h>

#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collective/format/output_file.hpp"
#include "collective/report/page.hpp"
#include "collective/schedule/cost.hpp"
#include "collective/schedule/picture.hpp"
#include "collective/tool/argument_rules.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/drawing.hpp"
#include "collective/tool/terminal.hpp"

namespace collective::tool {
namespace {

std::string predictions_text(const std::vector<Prediction>& costs, const Schedule& drawn) {
    std::string text;
    for (const auto& [schedule, seconds] : costs) {
        text += fmt::format("{} {:<18} {:>12.3f} ms\n", schedule == &drawn ? '>' : ' ', schedule->name,
                            seconds * 1e3);
    }
    return text;
}

}  // namespace

Exit explain(Session& session, const Arguments& arguments) {
    session.on_root([&] {
        std::optional<OutputFile> page_file;  // what can't be written is told first
        if (!arguments.page.empty()) page_file.emplace(arguments.page);
        const std::vector<int>& sizes = arguments.options.nodes;
        const int in_nodes = std::accumulate(sizes.begin(), sizes.end(), 0);
        const int launched = session.processes() > 1 ? session.processes() : 4;
        const int ranks = arguments.ranks.value_or(sizes.empty() ? launched : in_nodes);
        check_nodes(sizes, ranks);
        const Topology topology = sizes.empty() ? Topology::flat(ranks) : Topology::of_sizes(sizes);
        const Load load{arguments.pairs, arguments.entry_bytes,
                        arguments.overlap == "same" ? Load::Overlap::same : Load::Overlap::disjoint};
        constexpr double very_many = 1e18;
        const auto mine = static_cast<double>(load.pairs_a_rank);
        const auto bytes = static_cast<double>(load.entry_bytes);
        const Expected expected = load.overlap == Load::Overlap::same
                                      ? Expected{very_many, mine, bytes, bytes}  // every rank has them all
                                      : Expected{mine * ranks, very_many, bytes, bytes};  // no two have one
        const auto costs =
            predictions(topology, Costs::stated(arguments.options.transport != "message"), expected, false);
        const Schedule& schedule =
            arguments.schedule == "auto" ? *costs.front().schedule : *find_schedule(arguments.schedule);
        const Picture drawn = picture(schedule, topology, arguments.rank, load);
        std::string text;
        if (arguments.json) {
            text = to_json(drawn);
        } else {
            const bool draws =
                ranks <= most_ranks_drawn && !arguments.slices && shows_colour(STDOUT_FILENO, arguments);
            text = fmt::format("{}: {}\ngood when: {}\n\n{}\npredicted time of the rounds:\n{}",
                               schedule.name, schedule.summary, schedule.good_when,
                               draws ? drawing(drawn, topology) : to_table(drawn, arguments.slices),
                               predictions_text(costs, schedule));
        }
        if (page_file) {  // first: where it fails, nothing was said
            page_file->write(page(fmt::format("explain {}", schedule.name), page_data(drawn, topology)));
            page_file->commit();
        }
        OutputFile out("-");
        out.write(text);
        if (!text.ends_with('\n')) out.write("\n");
        out.commit();
    });
    return Exit::passed;
}

}  // namespace collective::tool
