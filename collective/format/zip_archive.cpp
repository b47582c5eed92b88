#include "collective/format/zip_archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "collective/error.hpp"
#include "collective/format/little_endian.hpp"
#include "collective/format/spool.hpp"
#include "collective/format/text_cursor.hpp"

namespace collective {

namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t in_extra_32 = 0xFFFFFFFF;  // the field is in the 64-bit extra
constexpr std::uint16_t in_extra_16 = 0xFFFF;
constexpr std::uint16_t encrypted = 1, stored = 0, deflated = 8;
constexpr std::uint16_t extra_64 = 1;  // id of the extra with 64-bit fields

std::uint16_t get16(std::string_view bytes, std::size_t at) { return get_little<std::uint16_t>(bytes, at); }
std::uint32_t get32(std::string_view bytes, std::size_t at) { return get_little<std::uint32_t>(bytes, at); }
std::uint64_t get64(std::string_view bytes, std::size_t at) { return get_little<std::uint64_t>(bytes, at); }

/// Takes the fields that don't fit their 32 bits from a header's extra, in their order.
bool widen(std::string_view extra, std::initializer_list<std::uint64_t*> fields) {
    std::string_view wide;
    while (extra.size() >= 4) {
        const std::size_t size = std::min<std::size_t>(get16(extra, 2), extra.size() - 4);
        if (get16(extra, 0) == extra_64) wide = extra.substr(4, size);
        extra.remove_prefix(4 + size);
    }
    for (std::uint64_t* field : fields) {
        if (*field != in_extra_32) continue;
        if (wide.size() < 8) return false;
        *field = get64(wide, 0);
        wide.remove_prefix(8);
    }
    return true;
}

std::uint32_t checksum(std::string_view bytes, const Release& release) {
    uLong sum = 0;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece_bytes, bytes.size()))) {
        const std::string_view piece = bytes.substr(0, piece_bytes);
        sum = crc32_z(sum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
        if (release) release();
    }
    return static_cast<std::uint32_t>(sum);
}

/// Unpacks exactly `size` bytes; false where that is not what `packed` holds.
bool inflate_all(std::string_view packed, Spool& text, std::uint64_t size, const Release& release) {
    constexpr std::uint64_t most_ratio = 1032;  // of deflate: a size beyond it is a lie
    if (size > (packed.size() + 1) * most_ratio) return false;
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, inflateEnd);
    std::uint64_t out = 0;
    int status = Z_OK;
    while (status == Z_OK && out <= size) {
        if (stream.avail_in == 0) {
            const std::string_view piece = packed.substr(0, piece_bytes);
            packed.remove_prefix(piece.size());
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
            stream.avail_in = static_cast<uInt>(piece.size());
            if (release) release();
        }
        const auto room =
            text.room().first(std::min(text.room().size(), piece_bytes));  // zlib counts in 32 bits
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(room.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.add(room.size() - stream.avail_out);
        out += room.size() - stream.avail_out;
    }
    return status == Z_STREAM_END && packed.empty() && stream.avail_in == 0 && out == size;
}

}  // namespace

ZipArchive::ZipArchive(std::string_view bytes, std::string_view file) : bytes_(bytes), file_(file) {
    const auto [count, begin] = find_directory();
    std::uint64_t at = begin;
    for (std::uint64_t i = 0; i < count; ++i) {
        constexpr std::size_t fixed = 46;
        const std::string_view header = part(at, fixed, "directory");
        if (!header.starts_with("PK\x01\x02"sv)) fail("its directory is damaged");
        const std::size_t name_size = get16(header, 28), extra_size = get16(header, 30);
        const std::size_t comment_size = get16(header, 32);
        const std::string_view rest = part(at + fixed, name_size + extra_size + comment_size, "directory");
        Member member{std::string(rest.substr(0, name_size)),
                      get16(header, 8),
                      get16(header, 10),
                      get32(header, 16),
                      get32(header, 20),
                      get32(header, 24),
                      get32(header, 42)};
        if (!widen(rest.substr(name_size, extra_size), {&member.size, &member.packed_size, &member.offset}))
            fail("its directory is damaged");
        if (find(member.name) != nullptr) fail(fmt::format("a second member '{}'", shorten(member.name)));
        at += fixed + rest.size();
        members_.push_back(std::move(member));
    }
}

ZipArchive::Directory ZipArchive::find_directory() const {
    // The end record is last in the file, but for a comment whose length it tells.
    constexpr std::size_t fixed = 22, longest_comment = 0xFFFF, locator_size = 20;
    if (!bytes_.starts_with("PK"sv)) fail("expected a ZIP file, which begins with PK");
    std::size_t end = bytes_.size();
    for (std::size_t back = fixed; back <= std::min(bytes_.size(), fixed + longest_comment); ++back) {
        const std::string_view record = bytes_.substr(bytes_.size() - back);
        if (record.starts_with("PK\x05\x06"sv) && get16(record, 20) == back - fixed) {
            end = bytes_.size() - back;
            break;
        }
    }
    if (end == bytes_.size())
        fail(fmt::format("byte {}: the file does not end as a ZIP file does; is it cut off?", bytes_.size()));
    const std::uint16_t count = get16(bytes_, end + 10);
    const std::uint32_t offset = get32(bytes_, end + 16);
    if (count != in_extra_16 && offset != in_extra_32) return {count, offset};

    const std::string_view locator = end < locator_size ? ""sv : bytes_.substr(end - locator_size);
    if (!locator.starts_with("PK\x06\x07"sv)) return {count, offset};
    constexpr std::size_t record_size = 56;
    const std::string_view record = part(get64(locator, 8), record_size, "64-bit end record");
    if (!record.starts_with("PK\x06\x06"sv)) fail("its 64-bit end record is damaged");
    return {get64(record, 32), get64(record, 48)};
}

const ZipArchive::Member* ZipArchive::find(std::string_view name) const {
    const auto found =
        std::find_if(members_.begin(), members_.end(), [&](const Member& one) { return one.name == name; });
    return found == members_.end() ? nullptr : &*found;
}

std::string_view ZipArchive::read(const Member& member, InputFile& unpacked, const Release& release) const {
    if ((member.flags & encrypted) != 0) fail(fmt::format("{} is encrypted", member.name));
    if (member.method != stored && member.method != deflated)
        fail(fmt::format("{} is packed by method {}; stored (0) and deflated (8) are read", member.name,
                         member.method));

    constexpr std::size_t fixed = 30;
    const std::string_view header = part(member.offset, fixed, member.name);
    if (!header.starts_with("PK\x03\x04"sv))
        fail(fmt::format("{} does not begin where the directory says", member.name));
    const std::uint64_t begin = member.offset + fixed + get16(header, 26) + get16(header, 28);
    const std::string_view packed = part(begin, member.packed_size, member.name);

    std::string_view bytes = packed;
    if (member.method == deflated) {
        Spool text;
        if (!inflate_all(packed, text, member.size, release))
            fail(fmt::format("{} is damaged: it can't be unpacked", member.name));
        unpacked = text.finish(member.name);
        bytes = unpacked.text();
    }
    if (bytes.size() != member.size || checksum(bytes, release) != member.crc)
        fail(fmt::format("{} is damaged: its checksum differs", member.name));
    return bytes;
}

std::string_view ZipArchive::part(std::uint64_t offset, std::uint64_t size, std::string_view what) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
        fail(fmt::format("byte {}: the file ends inside its {}; is it cut off?", bytes_.size(), what));
    return bytes_.substr(offset, size);
}

void ZipArchive::fail(std::string_view what) const { throw InputError(fmt::format("{}: {}", file_, what)); }

}  // namespace collective
