#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "collective/format/output_file.hpp"

namespace collective {

/// Writes a ZIP file of stored members, always in its 64-bit form, so that no size is special.
/// **Throws** `OutputError`.
class ZipWriter {
  public:
    explicit ZipWriter(OutputFile& file) : file_(file) {}

    /// A member that holds one text after another.
    void add(std::string_view name, std::string_view head, std::string_view body);

    /// The directory, which ends the file.
    void finish();

  private:
    void write(std::string_view bytes);

    OutputFile& file_;
    std::uint64_t written_ = 0, members_ = 0;
    std::string directory_;
};

}  // namespace collective
