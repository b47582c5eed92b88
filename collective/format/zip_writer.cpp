#include "collective/format/zip_writer.hpp"

#include <zlib.h>

#include "collective/format/little_endian.hpp"

namespace collective {

namespace {

using namespace std::string_view_literals;

constexpr std::uint16_t version = 45;       // the first with 64-bit fields
constexpr std::uint16_t date = 1 << 5 | 1;  // the first of January 1980: no clock decides what is written
constexpr std::uint32_t in_extra_32 = 0xFFFFFFFF;
constexpr std::uint16_t in_extra_16 = 0xFFFF;

void put16(std::string& bytes, std::uint16_t value) { put_little(bytes, value); }
void put32(std::string& bytes, std::uint32_t value) { put_little(bytes, value); }
void put64(std::string& bytes, std::uint64_t value) { put_little(bytes, value); }

std::uint32_t checksum(std::uint32_t of_before, std::string_view bytes) {
    if (bytes.empty()) return of_before;  // its address may be null, which zlib takes for a beginning
    return static_cast<std::uint32_t>(
        crc32_z(of_before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

/// What the header of a member and its line in the directory have in common.
void put_member(std::string& bytes, std::uint32_t crc, std::string_view name, std::uint16_t extra_size) {
    put16(bytes, version);
    put16(bytes, 0);  // flags
    put16(bytes, 0);  // stored
    put16(bytes, 0);  // midnight
    put16(bytes, date);
    put32(bytes, crc);
    put32(bytes, in_extra_32);  // packed size
    put32(bytes, in_extra_32);  // size
    put16(bytes, static_cast<std::uint16_t>(name.size()));
    put16(bytes, extra_size);
}

void put_extra(std::string& bytes, std::initializer_list<std::uint64_t> fields) {
    put16(bytes, 1);
    put16(bytes, static_cast<std::uint16_t>(8 * fields.size()));
    for (const std::uint64_t field : fields) put64(bytes, field);
}

}  // namespace

void ZipWriter::add(std::string_view name, std::string_view head, std::string_view body) {
    const std::uint32_t crc = checksum(checksum(0, head), body);
    const std::uint64_t size = head.size() + body.size();

    directory_ += "PK\x01\x02"sv;
    put16(directory_, version);
    put_member(directory_, crc, name, 4 + 3 * 8);
    put16(directory_, 0);  // no comment
    put16(directory_, 0);  // first disk
    put16(directory_, 0);  // internal and external attributes
    put32(directory_, 0);
    put32(directory_, in_extra_32);  // offset
    directory_ += name;
    put_extra(directory_, {size, size, written_});

    std::string header("PK\x03\x04"sv);
    put_member(header, crc, name, 4 + 2 * 8);
    header += name;
    put_extra(header, {size, size});
    write(header);
    write(head);
    write(body);
    ++members_;
}

void ZipWriter::finish() {
    const std::uint64_t start = written_, end = written_ + directory_.size();
    directory_ += "PK\x06\x06"sv;
    put64(directory_, 44);  // the rest of this record
    put16(directory_, version);
    put16(directory_, version);
    put32(directory_, 0);  // this disk and the directory's
    put32(directory_, 0);
    put64(directory_, members_);
    put64(directory_, members_);
    put64(directory_, end - start);
    put64(directory_, start);
    directory_ += "PK\x06\x07"sv;  // where that record is
    put32(directory_, 0);
    put64(directory_, end);
    put32(directory_, 1);
    directory_ += "PK\x05\x06"sv;  // the end record, which refers to it
    put32(directory_, 0);
    put16(directory_, in_extra_16);
    put16(directory_, in_extra_16);
    put32(directory_, in_extra_32);
    put32(directory_, in_extra_32);
    put16(directory_, 0);
    write(directory_);
}

void ZipWriter::write(std::string_view bytes) {
    file_.write(bytes);
    written_ += bytes.size();
}

}  // namespace collective
