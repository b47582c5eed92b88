#include "collective/tool/commands.hpp"

#include <array>
#include <string>

#include <fmt/core.h>

#include "collective/format/output_file.hpp"
#include "collective/tool/argument_rules.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

struct Command {
    std::string_view name;
    bool reduces;
    Exit (*perform)(Session&, const Arguments&);
};

constexpr std::array commands{
    Command{"run", true, run},          Command{"compare", true, compare},   Command{"cases", true, cases},
    Command{"explain", false, explain}, Command{"pitfalls", true, pitfalls}, Command{"list", false, list},
    Command{"bench", false, bench},
};

/// Every process must have been given the same arguments, or they would wait for different things.
void agree_on_arguments(Session& session, const CommandLine& line) {
    BlockWriter block;
    block.put_text(line.words);
    const Bytes mine = block.take();
    const auto all = session.transport().allgather({&mine, 1});
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        if (all[rank] == all[0]) continue;
        throw DisagreementError(fmt::format("the arguments differ: rank 0 has '{}', rank {} has '{}'",
                                            BlockReader(all[0]).get_text(), rank,
                                            BlockReader(all[rank]).get_text()));
    }
    if (!line.usage_error.empty()) throw UsageError(line.usage_error);
}

void check_ranks(const Session& session, const Arguments& arguments) {
    const bool several = session.processes() > 1;
    if (several && arguments.ranks) {
        throw UsageError(
            fmt::format("--ranks puts ranks inside one process, but there are {} processes: leave out "
                        "--ranks or mpirun",
                        session.processes()));
    }
    if (several && arguments.transport == "memory") {
        throw UsageError(
            "--transport memory serves ranks inside one process: leave out mpirun, or the transport");
    }
    if (arguments.ranks && !arguments.transport.empty() && arguments.transport != "memory") {
        throw UsageError(
            fmt::format("--transport {} goes between processes: start them with mpirun, without --ranks",
                        arguments.transport));
    }
    if (arguments.ranks.value_or(1) > most_ranks_to_gather && arguments.options.schedule == "gather") {
        throw UsageError(
            fmt::format("--schedule gather needs memory with the cube of the ranks: give --ranks up "
                        "to {}, or another schedule",
                        most_ranks_to_gather));
    }
    const int ranks = several ? session.processes() : arguments.ranks.value_or(1);
    const bool is_pitfall = arguments.command == "pitfalls" && !session.uses_mpi() && !arguments.ranks;
    check_nodes(arguments.options.nodes, is_pitfall ? ranks_of_pitfall : ranks);
    if (arguments.expect_ranks && *arguments.expect_ranks != ranks) {
        throw Error(
            fmt::format("{} ranks were expected, but {} take part: is mpirun of the MPI that this command "
                        "was built with?",
                        *arguments.expect_ranks, ranks));
    }
}

}  // namespace

Exit perform(Session& session, const CommandLine& line) {
    agree_on_arguments(session, line);
    const Arguments& arguments = line.arguments;
    if (arguments.command.empty()) {
        session.on_root([&] {
            OutputFile out("-");
            out.write(arguments.text);
            out.commit();
        });
        return Exit::passed;
    }
    for (const Command& command : commands) {
        if (command.name != arguments.command) continue;
        if (command.reduces) check_ranks(session, arguments);
        check_files(session, arguments);
        return command.perform(session, arguments);
    }
    throw Error("the command '" + arguments.command + "' is in no table");
}

}  // namespace collective::tool
