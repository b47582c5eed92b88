#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace collective::tool {

/// Files of which each has one worker's pairs, by a pattern as `runs/grad-{worker}.npz`.
class WorkerFiles {
  public:
    /// **Throws** UsageError unless the last part of the path has `{worker}`, once.
    explicit WorkerFiles(const std::string& pattern);

    /// The workers that have a file: numbers first, in their order, then other names in that of their bytes.
    /// **Throws** InputError where there is none, or where the directory can't be read.
    std::vector<std::string> workers() const;

    std::string path_of(std::string_view worker) const;

  private:
    std::string directory_;  // with a slash at its end, unless empty
    std::string before_, after_;
};

}  // namespace collective::tool
