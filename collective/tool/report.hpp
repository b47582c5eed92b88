#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collective/report/lists.hpp"
#include "collective/report/recorder.hpp"
#include "collective/tool/arguments.hpp"
#include "collective/tool/merged.hpp"

namespace collective::tool {

/// The page and the trace of a job, as far as they are asked for. Where none is, nothing is done.
class Report {
  public:
    /// Tries to open the files: what can't be written is told before the work, not after. **Collective** over
    /// all processes.
    Report(Session& session, const Arguments& arguments);

    /// The job is read and handed out.
    void loaded(const Job& job, const Stopwatch& stopwatch);

    /// For the one merge that the report is about; nullptr where none is asked for.
    Recorder* recorder() { return wanted() ? &recorder_ : nullptr; }

    bool wants_page() const { return !arguments_.page.empty(); }
    bool wanted() const { return wants_page() || !arguments_.trace.empty(); }

    /// Brings what each process has recorded to the first. **Collective** over all processes.
    void gather(const Job& job);

    /// Of `run`, for its page: the results of the other strategies too, in the order of the table; a nullptr
    /// where one has none, with the reason kept for the page. **Collective** over all processes.
    std::vector<std::unique_ptr<Merged>> with_others(const Job& job, std::unique_ptr<Merged> merged);

    /// Why a strategy has no result, for the page.
    void refused(std::size_t strategy, std::string_view why) {
        if (wanted()) errors_[strategy] = why;
    }

    /// Writes the files; `lists` has each strategy's result, which a trace alone does not need. On the first
    /// process.
    void write(const Job& job, const std::vector<std::unique_ptr<Merged>>& lists, std::size_t recorded);

    /// The result is written: the last step that a trace shows.
    void wrote_result(double seconds);

  private:
    std::string page_of(const Job& job, const std::vector<std::unique_ptr<Merged>>& lists,
                        std::size_t recorded) const;

    Session& session_;
    const Arguments& arguments_;
    Recorder recorder_;
    Recording recording_;
    ListSample lists_;
    std::vector<std::string> errors_;
};

}  // namespace collective::tool
