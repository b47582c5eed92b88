#include <exception>
#include <string>

#include <fmt/core.h>

#include "collective/tool/commands.hpp"

using namespace collective;
using namespace collective::tool;

namespace {

CommandLine understand(int argc, const char* const* argv) {
    CommandLine line;
    for (int i = 1; i < argc; ++i) line.words += (i > 1 ? " " : "") + std::string(argv[i]);
    try {
        line.arguments = parse(argc, argv);
    } catch (const UsageError& error) {
        line.usage_error = error.what();
    }
    return line;
}

Exit attempt(const CommandLine& line) {
    Session session(!line.arguments.transport.empty() && line.arguments.transport != "memory");
    try {
        return perform(session, line);
    } catch (const BrokenError& error) {
        fmt::print(stderr, "allreduce-by-key: rank {}: {}\n", session.transport().members().front(),
                   error.what());
        session.abort(Exit::broken);
        return Exit::broken;
    } catch (const std::exception& error) {
        if (session.is_root()) fmt::print(stderr, "allreduce-by-key: {}\n", error.what());
        return status_of(error);
    }
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return static_cast<int>(attempt(understand(argc, argv)));
    } catch (const std::exception& error) {  // MPI did not start
        fmt::print(stderr, "allreduce-by-key: {}\n", error.what());
        return static_cast<int>(Exit::broken);
    }
}
