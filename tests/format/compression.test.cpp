#include "collective/format/compression.hpp"

#include <doctest/doctest.h>
#include <zlib.h>
#include <zstd.h>

#include <random>

#include "collective/error.hpp"

using namespace collective;

namespace {

std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

std::string unpacked(const std::string& packed) { return std::string(decompressed({"f", packed}).text()); }

std::string fault(const std::string& packed) {
    try {
        unpacked(packed);
        return {};
    } catch (const InputError& error) {
        return error.what();
    }
}

/// Digits, which pack to less than half.
std::string sample(std::size_t size) {
    std::mt19937_64 random(size);
    std::string text;
    while (text.size() < size) text += std::to_string(random() % 1000) + ",";
    text.resize(size);
    return text;
}

}  // namespace

TEST_CASE("told by its first bytes") {
    CHECK(is_compressed({"f", gzip("")}));
    CHECK(is_compressed({"f", zstd("")}));
    for (const std::string plain : {"", "\x1F", "[]", "PK\x03\x04", "\x28\xB5\x2F"})
        CHECK_FALSE(is_compressed({"f.gz", plain}));
}

TEST_CASE("any length, in one member or many") {
    for (const auto pack : {gzip, zstd}) {
        for (const std::size_t size : {0, 1, 1000, 1 << 20, (1 << 20) + 1, 5'000'000}) {
            const std::string text = sample(size);
            CHECK(unpacked(pack(text)) == text);
            CHECK(unpacked(pack(text) + pack("") + pack(text) + pack("end")) == text + text + "end");
        }
    }
}

TEST_CASE("cut off anywhere") {
    for (const auto pack : {gzip, zstd}) {
        const std::string packed = pack(sample(300));
        for (std::size_t length = 4; length < packed.size(); ++length) {
            const std::string message = fault(packed.substr(0, length));
            CAPTURE(length);
            CHECK_MESSAGE(
                message.starts_with("f: byte " + std::to_string(length) + ": the file ends inside a "),
                message);
        }
    }
    CHECK(fault(gzip("a") + gzip("b").substr(0, 12)).find("the file ends inside a gzip member") !=
          std::string::npos);
}

TEST_CASE("something else behind the end") {
    const std::string gz = gzip("a"), zst = zstd("a");
    CHECK(fault(gz + "x") ==
          "f: byte " + std::to_string(gz.size()) + ": expected another gzip member or the end of the file");
    CHECK(fault(gz + std::string(512, '\0')).find("expected another gzip member") != std::string::npos);
    CHECK(fault(zst + "xxxxxxxx").find("the zstd stream is damaged") != std::string::npos);
    CHECK_FALSE(fault(gz + zst).empty());
    CHECK_FALSE(fault(zst + gz).empty());
}

TEST_CASE("a changed byte is noticed wherever a checksum covers it") {
    const std::string text = sample(2000), packed = gzip(text);
    for (std::size_t at = 10; at < packed.size(); ++at) {  // before it stand a date and a system's name
        std::string changed = packed;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        CAPTURE(at);
        CHECK_FALSE(fault(changed).empty());
    }
}
