#include "collective/format/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace collective {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 18;

/// Where renaming makes no sense: what exists and is no regular file, and the names of files already open
/// (`/dev/stdout` may lead to a regular file, yet must not be replaced).
bool written_directly(const std::string& path, const struct stat& status, bool exists) {
    return (exists && !S_ISREG(status.st_mode)) || path.starts_with("/dev/std") ||
           path.starts_with("/dev/fd/") || path.starts_with("/proc/");
}

/// Where a name leads: a link stays, its target is replaced, or made where there is none.
std::string target_of(std::filesystem::path path) {
    std::error_code error;
    for (int links = 0; links < 40 && std::filesystem::is_symlink(path, error); ++links) {
        path = path.parent_path() / std::filesystem::read_symlink(path, error);
    }
    const auto target = std::filesystem::weakly_canonical(path, error);
    return error ? path : target;
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : name_(path == "-" ? "standard output" : path) {
    buffer_.reserve(buffer_size);
    struct stat status {};
    if (path == "-") {
        file_ = FileDescriptor(::dup(STDOUT_FILENO));
        if (!file_) fail("can't open it");
        return;
    }
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (path.empty()) fail("no name to write to");
    if (written_directly(path, status, exists)) {
        // Appending, since `/dev/stdout` opens its file anew, at its beginning.
        file_ = FileDescriptor(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
        if (!file_) fail("can't open it");
        return;
    }
    if (exists && ::access(path.c_str(), W_OK) != 0) fail("can't write it");
    final_ = target_of(path);
    open_temporary();
    if (exists) ::fchmod(file_.get(), status.st_mode & 07777);
}

OutputFile::~OutputFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::open_temporary() {
    for (int attempt = 0; !file_; ++attempt) {
        std::string name = fmt::format("{}.{}-{}.partial", final_, ::getpid(), attempt);
        file_ = FileDescriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file_) {
            temporary_ = std::move(name);
        } else if (errno != EEXIST) {
            fail("can't create a file beside it");
        }
    }
}

void OutputFile::write(std::string_view text) {
    if (!held_ && buffer_.size() + text.size() > buffer_size) flush();
    buffer_ += text;
}

void OutputFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(file_.get(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail("can't write it");
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
}

void OutputFile::commit() {
    flush();
    if (!file_.close()) fail("can't close it");
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), final_.c_str()) != 0) fail("can't give it its name");
    temporary_.clear();
}

void OutputFile::fail(std::string_view what) const {
    const int error = errno;
    throw OutputError(fmt::format("{}: {}: {}", name_, what, std::strerror(error)));
}

}  // namespace collective
