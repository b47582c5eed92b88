#include "collective/format/spool.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

namespace collective {
namespace {

FileDescriptor nameless_file() {
    std::error_code error;
    const auto directory = std::filesystem::temp_directory_path(error);
    if (error) return FileDescriptor();
    return FileDescriptor(::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

}  // namespace

void Spool::make_room() {
    if (!file_ && !stays_ && used_ >= much) {
        file_ = nameless_file();
        stays_ = !file_;
    }
    if (file_ && flush()) return;
    buffer_.resize(used_ + std::max(step, used_ / 2));
}

/// Moves what is in the buffer to the file. False where that is full: then all is in memory again.
bool Spool::flush() {
    for (std::size_t at = 0; at < used_;) {
        const ssize_t put = ::write(file_.get(), buffer_.data() + at, used_ - at);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) {
            bring_back();
            return false;
        }
        at += static_cast<std::size_t>(put);
    }
    written_ += used_;
    used_ = 0;
    if (buffer_.size() > step) buffer_ = std::string(step, '\0');
    return true;
}

void Spool::bring_back() {
    std::string all(written_, '\0');
    for (std::size_t at = 0; at < written_;) {
        const ssize_t got = ::pread(file_.get(), all.data() + at, written_ - at, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw std::system_error(errno, std::generic_category(), "a temporary file");
        at += static_cast<std::size_t>(got);
    }
    all.append(buffer_, 0, used_);
    buffer_ = std::move(all);
    used_ = buffer_.size();
    written_ = 0;
    file_ = FileDescriptor();
    stays_ = true;
}

InputFile Spool::finish(std::string name) {
    InputFile file{std::move(name), {}};
    file.was_moved = true;
    if (file_ && flush()) {
        file.mapping = Mapping(file_.get(), written_);
        if (file.mapping) return file;
        bring_back();
    }
    buffer_.resize(used_);
    file.memory = std::move(buffer_);
    return file;
}

}  // namespace collective
