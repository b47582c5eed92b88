#include "collective/format/output_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>

#include "temporary_directory.hpp"

using namespace collective;

TEST_CASE("a file appears at commit, whole, and nothing stays beside it") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("out.json"), text(3'000'000, 'x');
    {
        OutputFile file(path);
        file.write(text);
        CHECK_FALSE(std::filesystem::exists(path));
        file.write("end\n");
        file.commit();
    }
    CHECK(contents(path) == text + "end\n");
    CHECK(directory.files() == 1);
}

TEST_CASE("without commit the old file stays as it was") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("out.json");
    put(path, "old");
    { OutputFile(path).write(std::string(3'000'000, 'x')); }
    CHECK(contents(path) == "old");
    CHECK(directory.files() == 1);
}

TEST_CASE("a file that is replaced keeps its permissions, a link its target's name") {
    const TemporaryDirectory directory;
    put(directory.file("target"), "old");
    ::chmod(directory.file("target").c_str(), 0640);
    std::filesystem::create_symlink("target", directory.file("link"));
    OutputFile file(directory.file("link"));
    file.write("new");
    file.commit();
    CHECK(std::filesystem::is_symlink(directory.file("link")));
    CHECK(contents(directory.file("target")) == "new");
    struct stat status {};
    REQUIRE(::stat(directory.file("target").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0640);
    CHECK(directory.files() == 2);
}

TEST_CASE("a full device is noticed, at once or at commit") {
    OutputFile small("/dev/full"), large("/dev/full");
    small.write("x");
    CHECK_THROWS_WITH_AS(small.commit(), "/dev/full: can't write it: No space left on device", OutputError);
    CHECK_THROWS_AS(
        {
            for (int i = 0; i < 1000; ++i) large.write(std::string(1000, 'x'));
        },
        OutputError);
    CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("a write that fails half-way leaves neither a half file nor the temporary one") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("out.json");
    put(path, "old");
    struct rlimit before {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit narrow { 500'000, before.rlim_max };
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &narrow);
    std::string message;
    try {
        OutputFile file(path);
        for (int i = 0; i < 3000; ++i) file.write(std::string(1000, 'x'));
        file.commit();
    } catch (const OutputError& error) {
        message = error.what();
    }
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    CHECK(message == path + ": can't write it: File too large");
    CHECK(contents(path) == "old");
    CHECK(directory.files() == 1);
}

TEST_CASE("places where nothing can be written") {
    const TemporaryDirectory directory;
    CHECK_THROWS_AS(OutputFile(directory.file("none/out.json")), OutputError);
    CHECK_THROWS_AS(OutputFile(directory.file("")), OutputError);  // a directory
    CHECK_THROWS_AS(OutputFile("/sys/collective.json"), OutputError);
    CHECK_THROWS_AS(OutputFile(""), OutputError);
}

TEST_CASE("standard output is written as it is") {
    const TemporaryDirectory directory;
    const std::string path = directory.file("stdout");
    const int saved = ::dup(STDOUT_FILENO),
              redirected = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(redirected, STDOUT_FILENO);
    ::close(redirected);
    {
        OutputFile file("-"), again("/dev/stdout");
        file.write("one\n");
        file.commit();
        again.write("two\n");
        again.commit();
    }
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    CHECK(contents(path) == "one\ntwo\n");
    CHECK(std::filesystem::is_symlink("/dev/stdout"));
    CHECK(directory.files() == 1);
}
