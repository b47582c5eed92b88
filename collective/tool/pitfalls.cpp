#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/format/json_reader.hpp"
#include "collective/format/number.hpp"
#include "collective/format/output_file.hpp"
#include "collective/tool/account.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/comparison.hpp"
#include "collective/tool/gallery.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

std::string list_text() {
    TextTable table("llll");
    table.add({"pitfall", "assumes", "caught by", "report"});
    for (const PitfallRow& row : pitfall_rows()) {
        table.add({std::string(row.name), std::string(row.pitfall.assumes),
                   std::string(row.pitfall.caught_by), std::string(row.pitfall.report)});
    }
    return table.text() + "\n`pitfalls NAME` shows one, `compare --all FILE` tries all on your own pairs.\n";
}

std::string story_text(const PitfallRow& row, const Job& job) {
    const std::string start =
        job.in_memory ? fmt::format("allreduce-by-key pitfalls {} --ranks {}", row.name, job.ranks)
                      : fmt::format("mpirun -n {} allreduce-by-key pitfalls {}", job.ranks, row.name);
    TextTable table("ll");
    table.add({"pitfall", fmt::format("{}: {}", row.name, row.meaning)});
    table.add({"assumes", std::string(row.pitfall.assumes)});
    table.add({"breaks when", std::string(row.flaw)});
    table.add({"report", fmt::format("{}, {}", row.pitfall.report, row.pitfall.url)});
    table.add({"caught by", std::string(row.pitfall.caught_by)});
    table.add({"command", start});
    table.add({"input", std::string(row.pitfall.input)});
    return table.text();
}

/// Right beside wrong, for the coordinates that differ.
std::string values_text(const Merged& right, const Merged& wrong, const Comparison& comparison) {
    TextTable table("rrr");
    table.add({"coordinate", "right", "wrong"});
    const auto value = [](const Merged& list, std::size_t place) {
        std::string text;
        if (place != nowhere) list.append_value(place, text);
        return place == nowhere ? "-" : text;
    };
    for (const Row& row : comparison.rows()) {
        table.add({CoordinateSpace().name(row.coordinate), value(right, row.places[0]),
                   value(wrong, row.places[1])});
    }
    return table.text();
}

std::string lights_text(const Merged& merged, bool colour) {
    TextTable table("lll");
    for (const Verdict& verdict : merged.verdicts) {
        table.add({verdict.check, status_text(verdict, colour), verdict.detail});
    }
    return table.text();
}

bool went_out(const Merged& merged, std::string_view check) {
    return std::any_of(merged.verdicts.begin(), merged.verdicts.end(), [&](const Verdict& verdict) {
        return verdict.check == check && verdict.status == Status::failed;
    });
}

}  // namespace

Exit pitfalls(Session& session, const Arguments& arguments) {
    const auto rows = pitfall_rows();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const PitfallRow& one) { return one.name == arguments.pitfall; });
    if (row == rows.end()) {
        session.on_root([] {
            OutputFile out("-");
            out.write(list_text());
            out.commit();
        });
        return Exit::passed;
    }
    Arguments with_ranks = arguments;
    if (!session.uses_mpi() && !arguments.ranks) with_ranks.ranks = ranks_of_pitfall;
    Stopwatch stopwatch;
    Job job = make_job(
        session, with_ranks, [&] { return read_json(row->pitfall.input, row->name); }, stopwatch);
    const auto right = merge_claim(session, job, *row, arguments.options);
    const auto wrong = merge_pitfall(session, job, *row, arguments.options);
    const Comparison comparison({right.get(), wrong.get()}, 0);
    const bool as_told = !comparison.rows().empty() && went_out(*wrong, row->pitfall.caught_by);
    session.on_root([&] {
        const Account& account = wrong->account;
        std::string text = story_text(*row, job);
        text += fmt::format("\nOn {}, schedule {}, transport {}:\n\n", counted(account.ranks, "rank"),
                            account.schedule, account.transport);
        text += comparison.rows().empty() ? "It is right here.\n" : values_text(*right, *wrong, comparison);
        text += "\n" + lights_text(*wrong, shows_colour(STDOUT_FILENO, arguments));
        OutputFile out("-");
        out.write(text);
        out.commit();
    });
    return as_told ? Exit::passed : Exit::check_failed;
}

}  // namespace collective::tool
