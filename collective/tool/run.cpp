#include <unistd.h>

#include <vector>

#include "collective/format/format.hpp"
#include "collective/tool/account.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/comparison.hpp"
#include "collective/tool/merged.hpp"
#include "collective/tool/report.hpp"
#include "collective/tool/terminal.hpp"

namespace collective::tool {
namespace {

/// The values of a row, neighbours in a list: a fault may have taken some.
struct Group {
    std::size_t begin, end;
};

std::vector<Group> groups_of(const Merged& merged, const CoordinateSpace& space) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < merged.size(); ++i) {
        const std::int64_t coordinate = merged.coordinate(i), column = space.column_of(coordinate);
        const bool goes_on =
            column > 0 && !groups.empty() &&
            coordinate - column == merged.coordinate(i - 1) - space.column_of(merged.coordinate(i - 1));
        if (goes_on) {
            groups.back().end = i + 1;
        } else {
            groups.push_back({i, i + 1});
        }
    }
    return groups;
}

void write_result(OutputFile& file, const Merged& merged, const Job& job, const Arguments& arguments) {
    const CoordinateSpace& space = job.document.space;
    std::vector<Group> shown = groups_of(merged, space);
    if (arguments.drop_zeros) {
        std::erase_if(shown, [&](const Group& group) {
            bool is_zero = true;
            for (std::size_t i = group.begin; i < group.end; ++i) is_zero = is_zero && merged.is_zero(i);
            return is_zero;
        });
    }
    const auto pair = [&](std::size_t i, PairText& text) {
        const auto [begin, end] = shown[i];
        space.append(text.coordinate, merged.coordinate(begin));
        if (space.columns == 0) return merged.append_value(begin, text.value);
        std::size_t next = begin;
        for (std::int64_t column = 0; column < space.columns; ++column) {
            text.value += column == 0 ? '[' : ',';
            if (next < end && space.column_of(merged.coordinate(next)) == column) {
                merged.append_value(next++, text.value);
            } else {
                text.value += "null";
            }
        }
        text.value += ']';
    };
    const Format& format =
        arguments.format.empty() ? format_to(arguments.output) : *find_format(arguments.format);
    format.write(file, {shown.size(), pair, hint_of(job.result_type())});
}

}  // namespace

Exit run(Session& session, const Arguments& arguments) {
    Stopwatch stopwatch;
    Report report(session, arguments);
    const Job job = load_job(session, arguments, stopwatch);
    report.loaded(job, stopwatch);
    auto own = merge(session, job, arguments.strategy, arguments.options, report.recorder());
    stopwatch.lap("merge");
    report.gather(job);
    const auto lists = report.with_others(job, std::move(own));
    const std::size_t place = strategy_place(arguments.strategy);
    const auto& merged = lists[place];
    session.on_root([&] {
        OutputFile file(arguments.output);
        if (report.wanted()) file.hold();  // where page or trace fails there is no result
        write_result(file, *merged, job, arguments);
        stopwatch.lap("write");
        report.wrote_result(stopwatch.laps().back().seconds);
        report.write(job, lists, place);
        file.commit();
        const bool colour = shows_colour(STDERR_FILENO, arguments);
        if (!arguments.quiet) say(account_text(*merged, job, arguments.strategy, colour));
        if (arguments.timings) say(timings_text(stopwatch, merged->account));
    });
    return merged->passed() ? Exit::passed : Exit::check_failed;
}

}  // namespace collective::tool
