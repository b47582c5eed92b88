#include <csignal>
#include <exception>
#include <string>

#include "collective/tool/commands.hpp"
#include "collective/tool/terminal.hpp"

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

/// An error that is no BrokenError is the same on all processes: one says it, and all end well.
Exit attempt(Session& session, const CommandLine& line) {
    try {
        return perform(session, line);
    } catch (const BrokenError&) {
        throw;
    } catch (const Error& error) {
        if (session.is_root()) say(std::string("allreduce-by-key: ") + error.what() + "\n");
        return status_of(error);
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the shell's limit is an error like a full disk
    try {
        const CommandLine line = understand(argc, argv);
        Session session(!line.arguments.transport.empty() && line.arguments.transport != "memory");
        const Exit status = attempt(session, line);
        session.end();
        return static_cast<int>(status);
    } catch (const std::exception& error) {
        return static_cast<int>(end_broken_job(error));
    }
}
