#include "collective/format/spool.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>

using namespace collective;

namespace {

constexpr std::size_t mega = std::size_t{1} << 20;

std::string sample(std::size_t size) {
    std::string text(size, '\0');
    for (std::size_t i = 0; i < size; i += 509) text[i] = static_cast<char>('a' + i % 23);
    return text;
}

/// Puts a text in, at most `piece` bytes at a time.
InputFile spooled(const std::string& text, std::size_t piece) {
    Spool spool;
    for (std::size_t at = 0; at < text.size();) {
        const auto room = spool.room();
        const std::size_t size = std::min({piece, room.size(), text.size() - at});
        REQUIRE(size > 0);
        std::copy_n(text.data() + at, size, room.data());
        spool.add(size);
        at += size;
    }
    return spool.finish("name");
}

}  // namespace

TEST_CASE("spool: a short text stays in memory, a long one is mapped") {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, mega, mega + 1, 3 * mega, 40 * mega, 40 * mega + 7}) {
        const std::string text = sample(size);
        for (const std::size_t piece : {std::size_t{70'001}, 100 * mega}) {
            const InputFile file = spooled(text, piece);
            const bool is_same = file.text() == text;
            CHECK(is_same);
            CHECK(file.name == "name");
            CHECK(static_cast<bool>(file.mapping) == (size > 30 * mega));
        }
    }
}

TEST_CASE("spool: without a directory for temporary files all stays in memory") {
    const char* const before = std::getenv("TMPDIR");
    const std::string kept = before == nullptr ? "" : before;
    ::setenv("TMPDIR", "/proc/none", 1);
    const std::string text = sample(40 * mega);
    const InputFile file = spooled(text, mega);
    before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
    CHECK_FALSE(file.mapping);
    const bool is_same = file.text() == text;
    CHECK(is_same);
}

TEST_CASE("spool: where the temporary file finds no more room, all is in memory again") {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    for (const std::size_t most : {mega, 25 * mega + 11}) {
        rlimit limit = before;
        limit.rlim_cur = most;
        REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
        const std::string text = sample(60 * mega + 3);
        const InputFile file = spooled(text, mega);
        ::setrlimit(RLIMIT_FSIZE, &before);
        CHECK_FALSE(file.mapping);
        const bool is_same = file.text() == text;
        CHECK(is_same);
    }
    std::signal(SIGXFSZ, handler);
}
