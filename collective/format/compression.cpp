#include "collective/format/compression.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>

#include "collective/error.hpp"
#include "collective/format/pieces.hpp"
#include "collective/format/spool.hpp"

namespace collective {

namespace {

constexpr std::string_view gzip_magic = "\x1F\x8B", zstd_magic = "\x28\xB5\x2F\xFD";

[[noreturn]] void fail(const InputFile& file, std::size_t byte, std::string_view what) {
    throw InputError(fmt::format("{}: byte {}: {}", file.name, byte, what));
}

InputFile gunzip(const InputFile& file) {
    z_stream stream{};
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, int (*)(z_stream*)> ended(&stream, inflateEnd);

    // zlib counts in 32 bits, so both ends move on in parts.
    constexpr std::size_t part = std::numeric_limits<uInt>::max();
    const std::string_view packed = file.text();
    Spool text;
    std::size_t in = 0, let_go = 0;
    while (true) {
        if (in - let_go > piece_bytes) {
            file.mapping.release();
            let_go = in;
        }
        const std::size_t offered = std::min(packed.size() - in, part);
        const auto room = text.room();
        const std::size_t taken = std::min(room.size(), part);
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + in));
        stream.avail_in = static_cast<uInt>(offered);
        stream.next_out = reinterpret_cast<Bytef*>(room.data());
        stream.avail_out = static_cast<uInt>(taken);
        const int status = inflate(&stream, Z_NO_FLUSH);
        in += offered - stream.avail_in;
        text.add(taken - stream.avail_out);
        if (status == Z_STREAM_END) {
            if (in == packed.size()) break;
            if (!packed.substr(in).starts_with(gzip_magic))
                fail(file, in, "expected another gzip member or the end of the file");
            inflateReset(&stream);
        } else if (status == Z_BUF_ERROR || (status == Z_OK && in == packed.size() && stream.avail_out > 0)) {
            fail(file, in, "the file ends inside a gzip member; is it cut off?");
        } else if (status != Z_OK) {
            fail(file, in,
                 fmt::format("the gzip stream is damaged: {}", stream.msg != nullptr ? stream.msg : "?"));
        }
    }
    return text.finish(file.name);
}

InputFile unzstd(const InputFile& file) {
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
    if (!context) throw std::bad_alloc();

    const std::string_view packed = file.text();
    Spool text;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t let_go = 0;
    while (true) {
        if (in.pos - let_go > piece_bytes) {
            file.mapping.release();
            let_go = in.pos;
        }
        const auto room = text.room();
        ZSTD_outBuffer out{room.data(), room.size(), 0};
        const std::size_t before = in.pos;
        const std::size_t left = ZSTD_decompressStream(context.get(), &out, &in);
        if (ZSTD_isError(left) != 0)
            fail(file, before, fmt::format("the zstd stream is damaged: {}", ZSTD_getErrorName(left)));
        text.add(out.pos);
        if (left == 0 && in.pos == in.size) break;
        if (in.pos < in.size || out.pos == out.size) continue;
        fail(file, in.pos, "the file ends inside a zstd frame; is it cut off?");
    }
    return text.finish(file.name);
}

bool is_gzip(const InputFile& file) { return file.text().starts_with(gzip_magic); }

}  // namespace

bool is_compressed(const InputFile& file) { return is_gzip(file) || file.text().starts_with(zstd_magic); }

InputFile decompressed(const InputFile& file) { return is_gzip(file) ? gunzip(file) : unzstd(file); }

}  // namespace collective
