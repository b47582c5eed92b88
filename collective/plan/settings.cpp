#include "collective/plan/settings.hpp"

#include <numeric>

#include "collective/error.hpp"
#include "collective/nearest.hpp"

namespace collective {

Settings settle(const Options& options, const Topology& real, bool commutative,
                std::string_view operator_name) {
    Settings settings;
    settings.topology = real;
    if (!options.nodes.empty()) {
        std::int64_t ranks = 0;
        for (int size : options.nodes) {
            if (size < 1) throw InputError("a node of " + std::to_string(size) + " ranks: give sizes from 1");
            ranks += size;
        }
        if (ranks != real.ranks()) {
            throw InputError("nodes of " + std::to_string(ranks) + " ranks in all, but there are " +
                             std::to_string(real.ranks()) + " ranks: give sizes that add up to them");
        }
        settings.topology = Topology::of_sizes(options.nodes);
    }
    if (options.schedule != "auto") {
        settings.schedule = find_schedule(options.schedule);
        if (settings.schedule == nullptr) {
            std::vector<std::string_view> names{"auto"};
            for (const Schedule& schedule : schedules()) names.push_back(schedule.name);
            throw InputError(unknown_name("schedule", options.schedule, names));
        }
        if (!serves(*settings.schedule, commutative)) {
            std::string others;
            for (const Schedule& schedule : schedules()) {
                if (!serves(schedule, commutative)) continue;
                others.append(others.empty() ? "" : ", ").append(schedule.name);
            }
            throw InputError("operator " + std::string(operator_name) +
                             " depends on the order of workers, which schedule " + options.schedule +
                             " does not keep: choose " + others + " or auto");
        }
    }
    if (options.transport != "auto" && options.transport != "message" && options.transport != "window") {
        const std::vector<std::string_view> names{"auto", "message", "window"};
        throw InputError(unknown_name("transport", options.transport, names));
    }
    if (options.fault == Fault::corrupt_rank &&
        (options.fault_rank < 0 || options.fault_rank >= real.ranks())) {
        throw InputError("rank " + std::to_string(options.fault_rank) +
                         " can't be corrupted: the ranks are 0 to " + std::to_string(real.ranks() - 1));
    }
    if (options.message_limit == 0 || options.message_limit > std::size_t{1} << 30) {
        throw InputError("a message limit of " + std::to_string(options.message_limit) +
                         " bytes: choose from 1 to 2^30");
    }
    return settings;
}

std::string signature(const Options& options) {
    std::string nodes;
    for (int size : options.nodes) nodes += (nodes.empty() ? "" : ",") + std::to_string(size);
    return "schedule=" + options.schedule + " transport=" + options.transport +
           " check=" + (options.check ? "on" : "off") + " nodes=" + (nodes.empty() ? "real" : nodes) +
           " fault=" + std::to_string(static_cast<int>(options.fault)) + "," +
           std::to_string(options.fault_rank) + " message-limit=" + std::to_string(options.message_limit) +
           " seed=" + std::to_string(options.seed);
}

}  // namespace collective
