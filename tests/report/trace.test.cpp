#include <doctest/doctest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/tool/in_process.hpp"

namespace collective {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using testing::run_command;

std::string text_of(element text) { return std::string(std::string_view(text)); }

struct Slice {
    std::int64_t begin, end;
};

std::int64_t nanoseconds(element time) { return std::llround(double(time) * 1e3); }

TEST_CASE("A trace nests, and each arrow leads from a send to its receive") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), R"([["a",[[2,1],[0,3]]],["b",[[0,10]]],["c",[[5,9]]],["d",[[0,1]]]])");
    for (const auto& [schedule, transfers] : std::map<std::string, std::size_t>{
             {"ring", 4 * 2 * 3}, {"gather", 4 * 3}, {"split", 2 * 4 * 3}, {"recursive-doubling", 2 * 4}}) {
        CAPTURE(schedule);
        const auto end = run_command({"run", directory.file("rows.json"), "--quiet", "--ranks", "4",
                                      "--schedule", schedule, "--trace", directory.file("trace.json")});
        CHECK(end.status == tool::Exit::passed);
        simdjson::dom::parser parser;
        const std::string text = contents(directory.file("trace.json"));
        const element trace = parser.parse(text);
        std::map<std::int64_t, std::vector<Slice>> slices;
        std::map<std::int64_t, std::vector<Slice>> sends;
        std::map<std::int64_t, std::vector<Slice>> receives;
        std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> starts;
        std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> ends;
        std::set<std::string> names;
        std::size_t named = 0;
        for (const element event : array(trace["traceEvents"])) {
            const std::string phase = text_of(event["ph"]);
            const std::int64_t rank = event["pid"];
            CHECK(rank >= 0);
            CHECK(rank < 4);
            if (phase == "M") {
                ++named;
                continue;
            }
            const std::int64_t time = nanoseconds(event["ts"]);
            const std::string name = text_of(event["name"]);
            CHECK(time >= 0);
            if (phase == "X") {
                names.insert(name);
                const Slice slice{time, time + nanoseconds(event["dur"])};
                CHECK(slice.end >= slice.begin);
                slices[rank].push_back(slice);
                if (name.starts_with("send")) sends[rank].push_back(slice);
                if (name.starts_with("receive")) receives[rank].push_back(slice);
                if (name.starts_with("send")) {
                    const std::int64_t pairs = event["args"]["pairs"];
                    const std::int64_t bytes = event["args"]["bytes"];
                    CHECK(bytes == 16 * pairs);
                    CHECK(std::int64_t(event["args"]["source"]) == rank);
                }
            } else {
                const bool start = phase == "s";
                CHECK((start || phase == "f"));
                auto& side = start ? starts : ends;
                CHECK(side.emplace(std::int64_t(event["id"]), std::pair(rank, time)).second);
            }
        }
        CHECK(named == 4);
        for (const char* step : {"parse", "handshake", "rounds", "round 1", "checks", "write"}) {
            CHECK_MESSAGE(names.count(step) == 1, step);
        }
        for (auto& [rank, all] : slices) {
            std::stable_sort(all.begin(), all.end(), [](const Slice& a, const Slice& b) {
                return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
            });
            std::vector<Slice> open;
            for (const Slice& slice : all) {
                while (!open.empty() && open.back().end <= slice.begin) open.pop_back();
                if (!open.empty()) CHECK(slice.end <= open.back().end);
                open.push_back(slice);
            }
        }
        CHECK(starts.size() == transfers);
        REQUIRE(ends.size() == starts.size());
        const auto lies_in = [](const std::vector<Slice>& all, std::int64_t time) {
            return std::any_of(all.begin(), all.end(),
                               [&](const Slice& one) { return one.begin <= time && time <= one.end; });
        };
        for (const auto& [id, start] : starts) {
            REQUIRE(ends.count(id) == 1);
            CHECK(lies_in(sends[start.first], start.second));
            CHECK(lies_in(receives[ends[id].first], ends[id].second));
            CHECK(ends[id].second >= start.second);
            CHECK(ends[id].first != start.first);
        }
    }
}

}  // namespace
}  // namespace collective
