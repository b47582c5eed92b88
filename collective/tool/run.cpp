#include <unistd.h>

#include <numeric>
#include <vector>

#include "collective/format/format.hpp"
#include "collective/format/number.hpp"
#include "collective/tool/account.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/comparison.hpp"
#include "collective/tool/merged.hpp"
#include "collective/tool/report.hpp"
#include "collective/tool/terminal.hpp"

namespace collective::tool {
namespace {

void write_result(const Merged& merged, const Job& job, const Arguments& arguments) {
    std::vector<std::size_t> shown(merged.size());
    std::iota(shown.begin(), shown.end(), std::size_t{0});
    if (arguments.drop_zeros) std::erase_if(shown, [&](std::size_t i) { return merged.is_zero(i); });
    OutputFile file(arguments.output);
    const auto pair = [&](std::size_t i, PairText& text) {
        append_coordinate(text.coordinate, merged.coordinate(shown[i]), job.document.unsigned_coordinates);
        merged.append_value(shown[i], text.value);
    };
    const Format& format =
        arguments.format.empty() ? format_to(arguments.output) : *find_format(arguments.format);
    format.write(file, shown.size(), pair);
    file.commit();
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
        write_result(*merged, job, arguments);
        stopwatch.lap("write");
        report.wrote_result(stopwatch.laps().back().seconds);
        report.write(job, lists, place);
        const bool colour = shows_colour(STDERR_FILENO, arguments);
        if (!arguments.quiet) say(account_text(*merged, job, arguments.strategy, colour));
        if (arguments.timings) say(timings_text(stopwatch, merged->account));
    });
    return merged->passed() ? Exit::passed : Exit::check_failed;
}

}  // namespace collective::tool
