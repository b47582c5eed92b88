#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cctype>
#include <cstdio>
#include <string>
#include <vector>

#include "collective/tool/commands.hpp"
#include "tests/format/temporary_directory.hpp"
#include "tests/schedule/names.hpp"

namespace collective::testing {

/// How the command ended.
struct CommandEnd {
    tool::Exit status;
    std::string output;   ///< on stdout
    std::string message;  ///< of the error; empty: there was none
};

/// The command in this process, without starting one: a thousand times as fast.
inline CommandEnd run_command(const std::vector<std::string>& words) {
    std::vector<const char*> argv{"allreduce-by-key"};
    for (const std::string& word : words) argv.push_back(word.c_str());

    const TemporaryDirectory directory;
    std::fflush(stdout);
    const int real_stdout = ::dup(STDOUT_FILENO);
    const int file = ::open(directory.file("stdout").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
    CommandEnd outcome{tool::Exit::broken, "", ""};
    try {
        tool::Session session(false);
        outcome.status =
            tool::perform(session, {"", tool::parse(static_cast<int>(argv.size()), argv.data()), ""});
    } catch (const std::exception& error) {
        outcome.status = tool::status_of(error);
        outcome.message = error.what();
    }
    ::dup2(real_stdout, STDOUT_FILENO);
    ::close(real_stdout);
    outcome.output = contents(directory.file("stdout"));
    return outcome;
}

/// `run --quiet` on a file `rows.json` with this text.
inline CommandEnd run_text(const std::string& text, const std::vector<std::string>& options) {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), text);
    std::vector<std::string> words{"run", directory.file("rows.json"), "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    return run_command(words);
}

inline std::string without_blanks(std::string text) {
    std::erase_if(text, [](unsigned char letter) { return std::isspace(letter) != 0; });
    return text;
}

}  // namespace collective::testing
