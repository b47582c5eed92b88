#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/format/output_file.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/account.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/comparison.hpp"
#include "collective/tool/gallery.hpp"
#include "collective/tool/merged.hpp"
#include "collective/tool/plain_difference.hpp"
#include "collective/tool/report.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

std::string verdict_cell(const Merged& merged, std::size_t check, bool colour) {
    return check < merged.verdicts.size() ? status_text(merged.verdicts[check], colour) : "not checked";
}

/// A list to show beside the right one: what it is called as a row, and as a column.
struct Shown {
    std::string strategy, operation, title;
    const Merged* list;
};

std::string strategies_text(const std::vector<Shown>& shown, const Comparison& comparison, bool colour) {
    TextTable table("lllllrrr");
    table.add(
        {"strategy", "operator", "agreement", "coordinates", "fingerprint", "wrong", "missing", "extra"});
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto& [strategy, operation, title, list] = shown[i];
        if (list == nullptr) {
            table.add({strategy, operation, "-", "-", "-", "-", "-", "-"});
            continue;
        }
        const Difference& difference = comparison.differences()[i];
        table.add({strategy, operation, verdict_cell(*list, 0, colour), verdict_cell(*list, 1, colour),
                   verdict_cell(*list, 2, colour), fmt::to_string(difference.wrong),
                   fmt::to_string(difference.missing), fmt::to_string(difference.extra)});
    }
    return table.text();
}

std::string differences_text(const std::vector<Shown>& columns, const std::vector<const Merged*>& lists,
                             const Comparison& comparison, std::size_t right, const CoordinateSpace& space,
                             std::size_t most, bool colour) {
    TextTable table(std::string(2 + lists.size() - 1, 'r'));
    std::vector<std::string> head{"coordinate", "right"};
    for (std::size_t i = 0; i < lists.size(); ++i) {
        if (i != right) head.push_back(columns[i].title);
    }
    table.add(head);
    const std::size_t shown = most == 0 ? comparison.rows().size() : std::min(most, comparison.rows().size());
    const auto value = [&](std::size_t list, const Row& row) {
        std::string text;
        if (row.places[list] == nowhere) return std::string("-");
        lists[list]->append_value(row.places[list], text);
        return text;
    };
    for (std::size_t r = 0; r < shown; ++r) {
        const Row& row = comparison.rows()[r];
        std::vector<std::string> cells(1);
        cells[0] = space.name(row.coordinate);
        cells.push_back(value(right, row));
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (i == right) continue;
            const std::string text = value(i, row);
            cells.push_back(painted(text, 31, colour && text != cells[1]));
        }
        table.add(cells);
    }
    std::string text = table.text();
    if (shown < comparison.rows().size()) {
        text += fmt::format("... and {} coordinates more that differ (--rows 0 shows all)\n",
                            comparison.rows().size() - shown);
    }
    return text;
}

}  // namespace

Exit compare(Session& session, const Arguments& arguments) {
    Stopwatch stopwatch;
    Report report(session, arguments);
    Job job = load_job(session, arguments, stopwatch);
    report.loaded(job, stopwatch);
    const bool shows_plain = std::exchange(job.operation.fast, false);
    const std::size_t sound = right_strategy();
    std::vector<std::unique_ptr<Merged>> lists;
    std::string refusals;
    const auto refuse = [&](const Error& error, std::string_view name) {  // the same on every process
        if (status_of(error) != Exit::bad_input) throw;
        refusals += fmt::format("{} can't be tried here: {}\n", name, error.what());
    };
    for (const StrategyRow& row : strategy_rows()) {
        Recorder* const recorder = lists.size() == sound ? report.recorder() : nullptr;
        try {
            lists.push_back(merge(session, job, row.name, arguments.options, recorder));
        } catch (const Error& error) {
            if (lists.size() == sound) throw;
            refuse(error, row.name);
            report.refused(lists.size(), error.what());
            lists.push_back(nullptr);
        }
    }
    report.gather(job);
    std::unique_ptr<Merged> plain;
    if (shows_plain) {
        job.operation.fast = true;
        try {
            plain = merge(session, job, strategy_rows()[sound].name, arguments.options);
        } catch (const Error& error) {
            refuse(error, plain_name);
        }
        job.operation.fast = false;
    }
    std::vector<Shown> shown;
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const StrategyRow row = strategy_rows()[i];
        const std::string name(row.name);
        shown.push_back({name, std::string(row.operation), name, lists[i].get()});
        if (i == sound && shows_plain) shown.push_back({name, plain_name, plain_name, plain.get()});
    }
    std::vector<const Merged*> compared;
    compared.reserve(shown.size() + 1);
    for (const Shown& one : shown) compared.push_back(one.list);
    std::size_t right = sound;
    std::unique_ptr<Merged> unbroken;
    if (arguments.options.fault != Fault::none) {
        Options options = arguments.options;
        options.fault = Fault::none;
        unbroken = merge(session, job, strategy_rows()[sound].name, options);
        right = compared.size();
        compared.push_back(unbroken.get());
    }
    const std::string gallery =
        arguments.all ? gallery_text(session, job, *lists[sound], arguments.options) : "";
    session.on_root([&] {
        const Account& account = lists[sound]->account;
        const Comparison comparison(compared, right);
        const bool colour = shows_colour(STDOUT_FILENO, arguments);
        const auto width = static_cast<std::size_t>(job.document.space.width());
        std::string text = fmt::format("{} of {} on {}, {}, values {}; schedule {}, transport {}\n\n",
                                       counted(account.pairs, "pair"), counted(account.workers, "worker"),
                                       counted(account.ranks, "rank"),
                                       counted(compared[right]->size() / width, "coordinate"),
                                       values_text(job), account.schedule, account.transport);
        if (!account.fault.empty()) text += "--inject: " + account.fault + "\n\n";
        if (width > 1)
            text += fmt::format("Below each of the {} values of a row counts for itself.\n\n", width);
        text += strategies_text(shown, comparison, colour);
        if (plain != nullptr) text += "\n" + plain_difference_text(*plain, *compared[right], job);
        if (!refusals.empty()) text += "\n" + refusals;
        if (!compared[right]->passed()) {
            text += "\nThe right strategy failed its checks: its values below are not to be trusted.\n";
        }
        if (!comparison.rows().empty()) {
            text += "\n" + differences_text(shown, compared, comparison, right, job.document.space,
                                            arguments.rows, colour);
        }
        report.write(job, lists, sound);  // first: where it fails, nothing was said
        OutputFile out("-");
        out.write(text);
        out.write(gallery);
        out.commit();
        if (arguments.timings) say(timings_text(stopwatch, account));
    });
    return lists[sound]->passed() ? Exit::passed : Exit::check_failed;
}

}  // namespace collective::tool
