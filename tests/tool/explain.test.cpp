#include <doctest/doctest.h>

#include <regex>

#include "collective/schedule/schedule.hpp"
#include "tests/tool/in_process.hpp"

namespace collective {
namespace {

std::string explained(std::vector<std::string> words) {
    words.insert(words.begin(), "explain");
    return testing::run_command(words).output;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
    return found;
}

TEST_CASE("explain draws an arrow for each transfer, for people alone") {
    for (const Schedule& schedule : schedules()) {
        for (const char* nodes : {"1", "2", "3,1", "2,2,3", "8"}) {
            CAPTURE(schedule.name);
            CAPTURE(nodes);
            const std::string name(schedule.name);
            const std::string table = explained({name, "--nodes", nodes});
            const std::string drawn = explained({name, "--nodes", nodes, "--color"});
            CHECK(table.find('\x1b') == std::string::npos);
            CHECK(count(drawn, "▶") + count(drawn, "◀") ==
                  count(table, "reduce  ") + count(table, "  copy  "));
            std::size_t width = 0;
            for (std::size_t at = 0; at < drawn.size();) {
                const std::size_t end = drawn.find('\n', at);
                std::string line =
                    std::regex_replace(drawn.substr(at, end - at), std::regex("\x1b\\[[0-9]*m"), "");
                std::erase_if(line, [](char letter) { return (letter & 0xc0) == 0x80; });
                width = std::max(width, line.size());
                at = end + 1;
            }
            CHECK(width <= 120);
        }
    }
    CHECK(explained({"ring", "--ranks", "9", "--color"}) == explained({"ring", "--ranks", "9"}));
    CHECK(explained({"ring", "--json", "--color"}) == explained({"ring", "--json"}));
}

}  // namespace
}  // namespace collective
