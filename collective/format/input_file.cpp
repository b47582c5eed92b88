#include "collective/format/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "collective/error.hpp"
#include "collective/format/file_descriptor.hpp"
#include "collective/format/spool.hpp"

namespace collective {

namespace {

[[noreturn]] void fail(const std::string& name, std::string_view what, int error) {
    const char* const advice = error == ENOENT   ? "; check the path"
                               : error == EISDIR ? "; name a file in it"
                               : error == EACCES ? "; check its permissions"
                                                 : "";
    throw InputError(fmt::format("{}: {}: {}{}", name, what, std::strerror(error), advice));
}

}  // namespace

InputFile read_file(const std::string& path) {
    const bool standard = path == "-";
    InputFile file{standard ? "standard input" : path, {}};
    const FileDescriptor input(standard ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!input) fail(file.name, "can't open it", errno);
    struct stat status {};
    if (::fstat(input.get(), &status) != 0) fail(file.name, "can't look at it", errno);
    if (S_ISDIR(status.st_mode)) fail(file.name, "can't read it", EISDIR);

    const auto expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
    if (::lseek(input.get(), 0, SEEK_CUR) == 0) file.mapping = Mapping(input.get(), expected);
    if (file.mapping) {
        ::lseek(input.get(), 0, SEEK_END);  // where others that share standard input go on
        return file;
    }
    Spool text;
    while (true) {
        const auto room = text.room();
        const ssize_t got = ::read(input.get(), room.data(), room.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail(file.name, "can't read it", errno);
        if (got == 0) return text.finish(file.name);
        text.add(static_cast<std::size_t>(got));
    }
}

}  // namespace collective
