#pragma once

#include <string>
#include <string_view>

#include "collective/error.hpp"
#include "collective/format/file_descriptor.hpp"

namespace collective {

/// Output could not be written (a full disk, no permission). The message names the file and the system's
/// reason.
class OutputError : public Error {
  public:
    using Error::Error;
};

/// A file that appears whole or not at all: it is written under another name beside the final one, and
/// `commit` renames it. Without `commit` nothing remains.
///
/// Standard output (`-`) and what is not a regular file (a device, a pipe) are written as they are.
/// **Throws** `OutputError` from every operation.
class OutputFile {
  public:
    explicit OutputFile(const std::string& path);
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile();

    /// Keeps all in memory until `commit` where else it would be written directly.
    void hold() { held_ = temporary_.empty(); }

    void write(std::string_view text);
    void commit();

  private:
    void open_temporary();
    void flush();
    [[noreturn]] void fail(std::string_view what) const;

    std::string name_;       // for messages
    std::string final_;      // where `commit` renames to; empty: written directly
    std::string temporary_;  // exists until `commit`
    FileDescriptor file_;
    std::string buffer_;
    bool held_ = false;
};

}  // namespace collective
