#include "collective/tool/account.hpp"

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {

std::string status_text(const Verdict& verdict, bool colour) {
    switch (verdict.status) {
        case Status::passed:
            return painted("passed", 32, colour);
        case Status::failed:
            return painted("FAILED", 31, colour);
        case Status::not_applicable:
            return "not applicable";
    }
    return "";
}

std::string values_text(const Job& job) {
    const std::int64_t columns = job.document.space.columns;
    if (columns == 0 || is_complex(job.type)) return std::string(job.value_type());
    return fmt::format("rows of {} {}", columns, job.value_type());
}

namespace {

std::string plain_text(const Job& job) {
    return job.has_plain_sums()
               ? "--sum fast: each addition rounds, the last digits depend on ranks, schedule and transport\n"
               : "--sum fast: of integers no addition rounds, these sums are exact\n";
}

}  // namespace

std::string account_text(const Merged& merged, const Job& job, std::string_view strategy, bool colour) {
    const Account& account = merged.account;
    const auto width = static_cast<std::size_t>(job.document.space.width());
    std::string text = fmt::format(
        "{} of {} on {}, merged by {}{} to {} of {}\n"
        "schedule {}, {}, transport {}\n",
        counted(account.pairs, "pair"), counted(account.workers, "worker"), counted(account.ranks, "rank"),
        strategy, job.operation.name == "sum" ? "" : ", " + job.operation.name + ",",
        counted(merged.size() / width, "pair"), values_text(job), account.schedule,
        counted(account.rounds, "round"), account.transport);
    if (!account.fault.empty()) text += "--inject: " + account.fault + "\n";
    if (job.operation.fast) text += plain_text(job);
    TextTable table("lrl");
    for (const Verdict& verdict : merged.verdicts) {
        table.add({"check " + verdict.check + " " + status_text(verdict, colour),
                   fmt::format("{:.1f} ns/pair", verdict.ns_per_pair), verdict.detail});
    }
    if (merged.verdicts.empty()) text += "not checked\n";
    return text + table.text();
}

std::string timings_text(const Stopwatch& stopwatch, const Account& account) {
    TextTable table("lrrr");
    table.add({"phase (rank 0)", "seconds", "MB/s", "peak MiB"});
    for (const auto& lap : stopwatch.laps()) {
        const double rate = static_cast<double>(lap.bytes) / lap.seconds / 1e6;
        table.add({lap.phase, fmt::format("{:.3f}", lap.seconds),
                   lap.bytes == 0 ? "" : fmt::format("{:.0f}", rate),
                   fmt::format("{:.1f}", lap.peak_mebibytes)});
        if (lap.phase != "merge") continue;
        for (const Phase& phase : account.phases) {
            table.add({"  " + phase.name, fmt::format("{:.3f}", phase.seconds), "", ""});
        }
    }
    return table.text() + fmt::format(
                              "rank 0 sent {} transfers, {} slices, {} bytes, coded {}\n"
                              "the cost model predicts {:.3f} s for the rounds of {}\n",
                              account.transfers_sent, account.slices_sent, account.bytes_sent,
                              account.bytes_handed, account.predicted_seconds, account.schedule);
}

}  // namespace collective::tool
