#include "collective/format/input_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "collective/error.hpp"
#include "collective/format/format.hpp"
#include "npz_files.hpp"
#include "temporary_directory.hpp"

using namespace collective;

TEST_CASE("files of any size are read whole") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("in");
    for (const std::size_t size : {0, 1, 1 << 20, (1 << 20) + 1, 5'000'000}) {
        std::string text;
        while (text.size() < size) text += std::to_string(text.size());
        text.resize(size);
        put(path, text);
        const InputFile file = read_file(path);
        CHECK(file.text() == text);
        CHECK(file.name == path);
    }
    CHECK_FALSE(read_file("/proc/self/status").text().empty());  // claims to have no bytes
}

TEST_CASE("a pipe is read to its end, in whatever pieces it comes") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("pipe"), piece(70'000, 'x');
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::thread writer([&] {
        std::ofstream pipe(path);
        for (int i = 0; i < 50; ++i) pipe << piece << std::flush;
    });
    const std::string text(read_file(path).text());
    writer.join();
    CHECK(text == std::string(50 * piece.size(), 'x'));
}

TEST_CASE("standard input") {
    const TemporaryDirectory directory;
    put(directory.file("in"), "[]\n");
    const int saved = ::dup(STDIN_FILENO), redirected = ::open(directory.file("in").c_str(), O_RDONLY);
    ::dup2(redirected, STDIN_FILENO);
    ::close(redirected);
    const InputFile file = read_file("-");
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    CHECK(file.text() == "[]\n");
    CHECK(file.name == "standard input");
}

TEST_CASE("what is let go of comes back; so a file takes little memory, however large") {
    const auto resident = [] {  // MiB of pages that are files'
        std::istringstream status(contents("/proc/self/status"));
        for (std::string word; status >> word;)
            if (word == "RssFile:") return status >> word, std::stod(word) / 1024;
        return 0.0;
    };
    std::string pairs, lines = "coordinate,value\n", entries;
    for (int i = 0; pairs.size() < 16'000'000; ++i) {
        pairs += (i > 0 ? ",[" : "[") + std::to_string(i % 9999) + ",12345678]";
        lines += std::to_string(i % 9999) + ",12345678\n";
        entries += " " + std::to_string(i % 9999 + 1) + ":12345678";
    }
    const std::vector<double> numbers(1'000'000, 7);
    const TemporaryDirectory directory;
    for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
             {"in.json", "[[0,[" + pairs + "]]]"},
             {"in.jsonl", "[0,[" + pairs + "]]"},
             {"in.csv", lines},
             {"in.svm", "1" + entries},
             {"in.npz", zip({{"coordinates.npy", npy("<i8", numbers)}, {"values.npy", npy("<f8", numbers)}})},
         }) {
        CAPTURE(name);
        put(directory.file(name), text);
        const Format& format = format_of(name);
        const double before = resident();
        const InputFile file = read_file(directory.file(name));
        REQUIRE(file.mapping);
        double most = 0;
        const Document document = format.read(file.text(), "f", {{}, {}, false, [&] {
                                                                     most =
                                                                         std::max(most, resident() - before);
                                                                     file.mapping.release();
                                                                 }});
        CHECK(most > 2);
        CHECK(most < 12);
        CHECK(resident() - before < 12);
        const bool is_same = document == format.read(text, "f", {});
        CHECK(is_same);
    }
}

TEST_CASE("files that can't be read are refused with the reason") {
    const TemporaryDirectory directory;
    const std::string none = directory.file("none");
    CHECK_THROWS_WITH_AS(read_file(none),
                         (none + ": can't open it: No such file or directory; check the path").c_str(),
                         InputError);
    CHECK_THROWS_WITH_AS(read_file("/tmp"), "/tmp: can't read it: Is a directory; name a file in it",
                         InputError);
    CHECK_THROWS_WITH_AS(read_file("/proc/self/mem"), "/proc/self/mem: can't read it: Input/output error",
                         InputError);
    put(none, "");
    ::chmod(none.c_str(), 0);
    if (::geteuid() != 0) CHECK_THROWS_AS(read_file(none), InputError);  // root may read anything
}
