#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collective/format/input_file.hpp"
#include "collective/format/pieces.hpp"

namespace collective {

/// The members of a ZIP file in memory, stored or deflated, also in its 64-bit form.
/// **Throws** `InputError` that names the file and the member where it is damaged, cut off or not of this
/// kind.
/// **Source** APPNOTE.TXT 6.3.10, the .ZIP File Format Specification.
class ZipArchive {
  public:
    struct Member {
        std::string name;
        std::uint16_t flags, method;
        std::uint32_t crc;
        std::uint64_t packed_size, size, offset;  ///< of its local header
    };

    ZipArchive(std::string_view bytes, std::string_view file);

    const std::vector<Member>& members() const { return members_; }
    const Member* find(std::string_view name) const;

    /// A member's bytes, checked; a view into the archive or, where it is packed, into what `unpacked` then
    /// has.
    std::string_view read(const Member& member, InputFile& unpacked, const Release& release) const;

  private:
    /// The directory of members: how many, and where it begins.
    struct Directory {
        std::uint64_t count, offset;
    };

    Directory find_directory() const;
    std::string_view part(std::uint64_t offset, std::uint64_t size, std::string_view what) const;
    [[noreturn]] void fail(std::string_view what) const;

    std::string_view bytes_;
    std::string_view file_;
    std::vector<Member> members_;
};

}  // namespace collective
