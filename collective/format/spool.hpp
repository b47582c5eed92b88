#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "collective/format/file_descriptor.hpp"
#include "collective/format/input_file.hpp"

namespace collective {

/// Text that comes piece by piece, of a length that nobody knows. Much of it goes to a file without a name in
/// the directory for temporary files, and is mapped in the end; where that can't be, all stays in memory.
class Spool {
  public:
    /// Where the next piece goes: not nothing.
    std::span<char> room() {
        if (used_ == buffer_.size()) make_room();
        return std::span(buffer_).subspan(used_);
    }

    /// So many bytes of the room are text now.
    void add(std::size_t bytes) { used_ += bytes; }

    /// All text, as that of a file of this name.
    InputFile finish(std::string name);

  private:
    static constexpr std::size_t step = std::size_t{1} << 20, much = std::size_t{16} << 20;  // bytes

    void make_room();
    bool flush();
    void bring_back();

    std::string buffer_;
    std::size_t used_ = 0;
    FileDescriptor file_;
    std::size_t written_ = 0;  // bytes of the file
    bool stays_ = false;       // in memory, since no file can take it
};

}  // namespace collective
