#include <numeric>

#include <fmt/format.h>

#include "collective/format/output_file.hpp"
#include "collective/schedule/choose.hpp"
#include "collective/schedule/picture.hpp"
#include "collective/tool/commands.hpp"

namespace collective::tool {

Exit explain(Session& session, const Arguments& arguments) {
    session.on_root([&] {
        const std::vector<int>& sizes = arguments.options.nodes;
        const int in_nodes = std::accumulate(sizes.begin(), sizes.end(), 0);
        const int launched = session.processes() > 1 ? session.processes() : 4;
        const int ranks = arguments.ranks.value_or(sizes.empty() ? launched : in_nodes);
        if (!sizes.empty() && in_nodes != ranks) {
            throw UsageError(fmt::format("--nodes has {} ranks in all, --ranks {}", in_nodes, ranks));
        }
        const Topology topology = sizes.empty() ? Topology::flat(ranks) : Topology::of_sizes(sizes);
        const Load load{arguments.pairs, arguments.entry_bytes,
                        arguments.overlap == "same" ? Load::Overlap::same : Load::Overlap::disjoint};
        const Schedule& schedule = arguments.schedule == "auto"
                                       ? choose(topology, arguments.pairs * ranks, false)
                                       : *find_schedule(arguments.schedule);
        const Picture drawn = picture(schedule, topology, arguments.rank, load);
        std::string text;
        if (arguments.json) {
            text = to_json(drawn);
        } else {
            text = fmt::format("{}: {}\ngood when: {}\n\n{}", schedule.name, schedule.summary,
                               schedule.good_when, to_table(drawn, arguments.slices));
        }
        OutputFile out("-");
        out.write(text);
        if (!text.ends_with('\n')) out.write("\n");
        out.commit();
    });
    return Exit::passed;
}

}  // namespace collective::tool
