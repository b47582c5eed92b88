#include "collective/tool/gallery.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "collective/strategy/table.hpp"
#include "collective/tool/comparison.hpp"
#include "collective/tool/merge_pitfall.hpp"
#include "collective/tool/names.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

/// A job with another operation, for a while.
class Borrowed {
  public:
    Borrowed(Job& job, Operation operation)
        : job_(job), own_(std::exchange(job.operation, std::move(operation))) {}
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() { job_.operation = std::move(own_); }

  private:
    Job& job_;
    Operation own_;
};

/// What the pitfall claims of the job.
Operation operation_of(const PitfallRow& row, const Job& job) {
    Operation operation = job.operation;
    operation.name = row.claim;
    return operation;
}

bool is_strategy(std::string_view name) {
    const auto rows = strategy_rows();
    return std::any_of(rows.begin(), rows.end(), [&](const StrategyRow& row) { return row.name == name; });
}

}  // namespace

std::unique_ptr<Merged> merge_claim(Session& session, Job& job, const PitfallRow& row,
                                    const Options& options) {
    const Borrowed borrowed(job, operation_of(row, job));
    return merge(session, job, "coordinate", options);
}

std::unique_ptr<Merged> merge_pitfall(Session& session, Job& job, const PitfallRow& row, Options options) {
    Operation operation = operation_of(row, job);
    options.fault = row.pitfall.fault;
    if (options.fault == Fault::count_ranks) operation.over = "all";
    const Borrowed borrowed(job, std::move(operation));
    if (is_strategy(row.name)) return merge(session, job, row.name, options);
    if (options.fault != Fault::none) return merge(session, job, "coordinate", options);
    const bool by_double = job.carrier == Carrier::float64 || !job.non_finite.empty();
    return by_double ? merge_pitfall_as<double>(session, job, row.name, options)
                     : merge_pitfall_as<FixedPoint>(session, job, row.name, options);
}

namespace {

/// What one pitfall made of a job, and what it claims, unless that is known; or why they can't be had.
struct Exhibit {
    std::unique_ptr<Merged> claim, list;
    std::string refusal;
};

Exhibit exhibit(Session& session, Job& job, const PitfallRow& row, const Options& options, bool is_known) {
    Exhibit exhibit;
    try {
        if (!is_known) exhibit.claim = merge_claim(session, job, row, options);
        exhibit.list = merge_pitfall(session, job, row, options);
    } catch (const BrokenError&) {
        throw;
    } catch (const Error& error) {  // the same on every process
        exhibit.refusal = error.what();
    }
    return exhibit;
}

}  // namespace

std::string alarms(const Merged& merged) {
    if (merged.verdicts.empty()) return "not checked";
    std::vector<std::string_view> failed;
    for (const Verdict& verdict : merged.verdicts) {
        if (verdict.status == Status::failed) failed.push_back(verdict.check);
    }
    return failed.empty() ? "no check" : joined(failed);
}

std::string gallery_text(Session& session, Job& job, const Merged& right, const Options& options) {
    TextTable table("llrrrl");
    table.add({"pitfall", "claims", "wrong", "missing", "extra", "caught by"});
    std::vector<std::string_view> harmless;
    std::string refused;
    bool hurt = false;
    for (const PitfallRow& row : pitfall_rows()) {
        const bool is_sum = row.claim == job.operation.name;
        const Exhibit exhibited = exhibit(session, job, row, options, is_sum);
        if (exhibited.list == nullptr) {
            refused += fmt::format("{} can't be tried here: {}\n", row.name, exhibited.refusal);
            continue;
        }
        const Comparison comparison({is_sum ? &right : exhibited.claim.get(), exhibited.list.get()}, 0);
        const Difference& difference = comparison.differences()[1];
        if (comparison.rows().empty() && exhibited.list->passed()) {
            harmless.push_back(row.name);
            continue;
        }
        hurt = true;
        table.add({std::string(row.name), std::string(row.claim), fmt::to_string(difference.wrong),
                   fmt::to_string(difference.missing), fmt::to_string(difference.extra),
                   alarms(*exhibited.list)});
    }
    std::string text = hurt ? "\nPitfalls that would have hurt here:\n\n" + table.text() : "";
    if (!harmless.empty()) text += fmt::format("\nWould not have hurt here: {}\n", joined(harmless));
    return text + refused;
}

}  // namespace collective::tool
