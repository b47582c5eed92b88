#include "collective/report/page.hpp"

#include <algorithm>
#include <array>

#include "collective/report/json.hpp"
#include "collective/report/page_schedule.hpp"

namespace collective {

// What the build made of the files in report/page/.
extern const std::string_view page_html, page_css, page_d3, page_js;

namespace {

/// The slice that a place of the result lies in, or -1.
int slice_at(const PageJob& job, std::size_t place) {
    const auto& states = job.recording.states;
    if (states.empty() || states.back().step != job.recording.rounds) return -1;
    const auto& slices = states.back().slices;
    std::int64_t end = 0;
    for (std::size_t slice = 0; slice < slices.size(); ++slice) {
        if (!slices[slice].finished) return -1;
        end += slices[slice].pairs;
        if (static_cast<std::int64_t>(place) < end) return static_cast<int>(slice);
    }
    return -1;
}

void write_lists(JsonWriter& json, const PageJob& job) {
    const ListSample& lists = job.lists;
    json.begin_object().member("workers", lists.workers).member("pairs", lists.pairs);
    json.key("shown").begin_array();
    for (const auto& worker : lists.shown) {
        json.begin_object().member("index", worker.index).key("name").json(worker.name);
        json.member("rank", worker.rank).member("size", worker.size).key("pairs").begin_array();
        for (const auto& pair : worker.pairs) {
            json.begin_array().value(job.space.name(pair.coordinate)).value(pair.value).end_array();
        }
        json.end_array().end_object();
    }
    json.end_array().key("places").begin_array();
    for (const auto& row : lists.places) {
        json.begin_object().member("key", std::to_string(row.key));
        json.member("coordinate", job.space.name(job.space.own(row.key)));
        json.member("hidden", row.hidden).end_object();
    }
    json.end_array().member("more_places", lists.more_places).key("coordinates").begin_array();
    for (std::size_t i = 0; i < lists.coordinates.size(); ++i) {
        json.begin_object().member("key", job.space.name(lists.coordinates[i].key));
        json.member("hidden", lists.coordinates[i].hidden);
        json.member("slice", slice_at(job, job.places_in_result[i])).end_object();
    }
    json.end_array().member("more_coordinates", lists.more_coordinates).end_object();
}

void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
    json.key(name).begin_array();
    for (const std::string& text : texts) {
        if (text.empty()) {
            json.null();
        } else {
            json.value(text);
        }
    }
    json.end_array();
}

std::string_view status_name(Status status) {
    constexpr std::array<std::string_view, 3> names{"passed", "failed", "not applicable"};
    return names[static_cast<std::size_t>(status)];
}

void write_strategy(JsonWriter& json, const PageStrategy& strategy) {
    json.begin_object().member("name", strategy.name).member("operator", strategy.operation);
    json.member("meaning", strategy.meaning).member("flaw", strategy.flaw);
    json.member("schedule", strategy.schedule).member("error", strategy.error);
    json.key("verdicts").begin_array();
    for (const Verdict& verdict : strategy.verdicts) {
        json.begin_object().member("check", verdict.check).member("status", status_name(verdict.status));
        json.member("detail", verdict.detail).end_object();
    }
    json.end_array().member("size", strategy.size).member("wrong", strategy.wrong);
    json.member("missing", strategy.missing).member("extra", strategy.extra);
    write_texts(json, "at_places", strategy.at_places);
    write_texts(json, "at_coordinates", strategy.at_coordinates);
    json.end_object();
}

std::string replaced(std::string_view text, std::string_view mark, std::string_view by) {
    const std::size_t at = text.find(mark);
    std::string result(text.substr(0, at));
    return result.append(by).append(text.substr(at + mark.size()));
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '<') {
            result += "&lt;";
        } else if (letter == '&') {
            result += "&amp;";
        } else {
            result += letter;
        }
    }
    return result;
}

}  // namespace

std::string page_data(std::string_view command, const PageJob& job) {
    JsonWriter json;
    json.begin_object().member("command", command).key("job").begin_object();
    json.member("source", job.source).member("pairs", job.account.pairs);
    json.member("workers", job.account.workers).member("ranks", job.account.ranks);
    json.member("width", job.space.width());
    json.member("carrier", job.carrier).member("transport", job.account.transport);
    json.member("fault", job.account.fault).end_object();
    json.key("lists");
    write_lists(json, job);
    json.key("strategies").begin_array();
    for (const PageStrategy& strategy : job.strategies) write_strategy(json, strategy);
    json.end_array().member("right", job.right).member("recorded", job.recorded);
    json.member("differing", job.differing).key("differences").begin_array();
    for (const PageDifference& difference : job.differences) {
        json.begin_object().member("coordinate", difference.coordinate);
        write_texts(json, "values", difference.values);
        json.end_object();
    }
    json.end_array();
    if (!job.recording.schedule.empty()) {
        json.key("schedule");
        write_schedule(json, job.recording, true);
    }
    return json.end_object().text();
}

std::string page_data(const Picture& picture, const Topology& topology) {
    JsonWriter json;
    json.begin_object().member("command", "explain").key("load").begin_object();
    json.member("pairs_a_rank", picture.load.pairs_a_rank).member("entry_bytes", picture.load.entry_bytes);
    json.member("overlap", picture.load.overlap == Load::Overlap::same ? "same" : "disjoint");
    json.member("exact", picture.exact).end_object();
    if (picture.rank) json.member("only_rank", *picture.rank);
    json.key("schedule");
    write_schedule(json, recording_of(picture, topology), false);
    return json.end_object().text();
}

std::string bench_page_data(std::string_view results) {
    return JsonWriter()
        .begin_object()
        .member("command", "bench")
        .key("bench")
        .json(results)
        .end_object()
        .text();
}

std::string page(std::string_view title, std::string_view data) {
    // The data last: no mark is looked for in it.
    std::string text = replaced(page_html, "<!--title-->", escaped(title));
    text = replaced(text, "/*style*/", page_css);
    text = replaced(text, "/*d3*/", page_d3);
    text = replaced(text, "/*script*/", page_js);
    return replaced(text, "/*data*/", data);
}

}  // namespace collective
