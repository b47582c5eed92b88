#include "collective/tool/report.hpp"

#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "collective/format/output_file.hpp"
#include "collective/report/page.hpp"
#include "collective/report/trace.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/account.hpp"
#include "collective/tool/comparison.hpp"

namespace collective::tool {
namespace {

/// The rank of each worker of this process's document.
std::vector<int> ranks_of_workers(const Job& job, int process) {
    if (!job.in_memory) return std::vector<int>(job.document.workers(), process);
    std::vector<int> ranks;
    ranks.reserve(job.document.workers());
    for (int rank = 0; rank < job.ranks; ++rank) {
        const auto [first, last] = job.workers_of(rank, false);
        ranks.insert(ranks.end(), last - first, rank);
    }
    return ranks;
}

/// The value at a coordinate, as text; empty: there is none.
std::string value_at(const Merged& list, std::int64_t coordinate) {
    const std::size_t place = lower_bound(list, coordinate);
    std::string text;
    if (place < list.size() && list.coordinate(place) == coordinate) list.append_value(place, text);
    return text;
}

std::vector<std::string> values_at(const Merged& list, const std::vector<ListSample::Row>& rows) {
    std::vector<std::string> values;
    values.reserve(rows.size());
    for (const auto& row : rows) values.push_back(value_at(list, row.key));
    return values;
}

/// Tells early what will not be possible, and leaves nothing behind, also if this process is killed later.
void try_to_open(const std::string& path) {
    namespace fs = std::filesystem;
    if (path.empty() || (fs::exists(path) && !fs::is_regular_file(path))) return;  // a pipe is opened once
    const OutputFile file(path);
}

void write_file(const std::string& path, std::string_view text) {
    OutputFile file(path);
    file.write(text);
    file.commit();
}

/// The options for a strategy beside the one asked for: with another schedule, where it can't have that one.
Options options_for(std::string_view strategy, Options options) {
    const Schedule* const schedule = find_schedule(options.schedule);
    visit_strategy(strategy, [&](auto what) {
        const bool commutative = decltype(what)::Operator::commutative;
        if (schedule != nullptr && !serves(*schedule, commutative)) options.schedule = "auto";
    });
    return options;
}

}  // namespace

Report::Report(Session& session, const Arguments& arguments)
    : session_(session), arguments_(arguments), recorder_(!arguments.page.empty()) {
    if (!wanted()) return;
    session_.on_root([&] {
        for (const std::string& path : {arguments.page, arguments.trace}) try_to_open(path);
    });
    recorder_.restart_clock();  // at one time: all come from there
    errors_.resize(strategy_rows().size());
}

void Report::loaded(const Job& job, const Stopwatch& stopwatch) {
    if (!wanted()) return;
    const auto members = session_.transport().members();
    std::vector<int> ranks(members.begin(), members.end());
    if (job.in_memory) {
        ranks.resize(static_cast<std::size_t>(job.ranks));
        std::iota(ranks.begin(), ranks.end(), 0);
    }
    recorder_.set_ranks(std::move(ranks));
    double all = 0;
    for (const auto& lap : stopwatch.laps()) all += lap.seconds;
    double begin = std::max(0.0, recorder_.now() - all);
    for (const auto& lap : stopwatch.laps()) {
        const double end = std::min(begin + lap.seconds, recorder_.now());
        recorder_.phase_ended(lap.phase, begin, end);
        begin = end;
    }
}

void Report::gather(const Job& job) {
    if (!wanted()) return;
    const int process = session_.transport().members().front();
    Bytes mine;
    session_.on_all([&] { mine = to_bytes(recorder_.recording()); });
    const auto all = session_.transport().allgather({&mine, 1});
    recording_ = recorder_.recording();
    for (std::size_t other = 0; other < all.size(); ++other) {
        if (other != static_cast<std::size_t>(process)) add(recording_, all[other]);
    }
    if (wants_page())
        lists_ = sample_lists(session_.transport(), job.document, ranks_of_workers(job, process));
}

std::vector<std::unique_ptr<Merged>> Report::with_others(const Job& job, std::unique_ptr<Merged> merged) {
    const auto rows = strategy_rows();
    std::vector<std::unique_ptr<Merged>> lists(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].name == arguments_.strategy) {
            lists[i] = std::move(merged);
            continue;
        }
        if (!wants_page()) continue;
        try {
            lists[i] = merge(session_, job, rows[i].name, options_for(rows[i].name, arguments_.options));
        } catch (const BrokenError&) {
            throw;
        } catch (const Error& error) {  // the same on every process
            errors_[i] = error.what();
        }
    }
    return lists;
}

void Report::wrote_result(double seconds) {
    if (!wanted()) return;
    const double end = recorder_.now();
    recording_.stretches.push_back({0, -1, "write", end - seconds, end});
}

void Report::write(const Job& job, const std::vector<std::unique_ptr<Merged>>& lists, std::size_t recorded) {
    if (!arguments_.trace.empty()) write_file(arguments_.trace, to_trace(recording_));
    if (!arguments_.page.empty()) write_file(arguments_.page, page_of(job, lists, recorded));
}

std::string Report::page_of(const Job& job, const std::vector<std::unique_ptr<Merged>>& lists,
                            std::size_t recorded) const {
    const auto rows = strategy_rows();
    PageJob data;
    data.source = source_of(arguments_);
    data.carrier = values_text(job);
    data.space = job.document.space;
    data.account = lists[recorded]->account;
    data.lists = lists_;
    data.recording = recording_;
    data.recorded = recorded;
    data.right = right_strategy();
    for (const auto& row : lists_.coordinates) {
        const bool by_coordinate = rows[recorded].name != "position";
        data.places_in_result.push_back(by_coordinate ? lower_bound(*lists[recorded], row.key)
                                                      : lists[recorded]->size());
    }
    std::vector<ListSample::Row> places = lists_.places;  // as coordinates that a strategy made of them
    for (auto& place : places) place.key = data.space.own(place.key);
    const Comparison comparison(pointers_to(lists), data.right);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        PageStrategy strategy;
        strategy.name = rows[i].name;
        strategy.operation = i == data.right ? job.operation.name : rows[i].operation;
        strategy.meaning = rows[i].meaning;
        strategy.flaw = rows[i].flaw;
        strategy.error = errors_[i];
        if (lists[i] != nullptr) {
            strategy.schedule = lists[i]->account.schedule;
            strategy.verdicts = lists[i]->verdicts;
            strategy.size = lists[i]->size();
            strategy.wrong = comparison.differences()[i].wrong;
            strategy.missing = comparison.differences()[i].missing;
            strategy.extra = comparison.differences()[i].extra;
            strategy.at_places = values_at(*lists[i], places);
            strategy.at_coordinates = values_at(*lists[i], lists_.coordinates);
        }
        data.strategies.push_back(std::move(strategy));
    }
    data.differing = comparison.rows().size();
    for (const Row& row : comparison.rows()) {
        if (data.differences.size() == most_differences) break;
        PageDifference difference;
        difference.coordinate = data.space.name(row.coordinate);
        for (std::size_t i = 0; i < lists.size(); ++i) {
            std::string text;
            if (row.places[i] != nowhere) lists[i]->append_value(row.places[i], text);
            difference.values.push_back(std::move(text));
        }
        data.differences.push_back(std::move(difference));
    }
    return page(fmt::format("{} {}", arguments_.command, data.source), page_data(arguments_.command, data));
}

}  // namespace collective::tool
