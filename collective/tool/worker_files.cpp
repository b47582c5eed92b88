#include "collective/tool/worker_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/tool/arguments.hpp"

namespace collective::tool {
namespace {

constexpr std::string_view mark = "{worker}";

/// By which names are sorted: numbers by their size.
auto rank_of(const std::string& name) {
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    const std::string digits =
        is_number ? name.substr(std::min(name.find_first_not_of('0'), name.size())) : "";
    return std::tuple(!is_number, digits.size(), digits, name);
}

}  // namespace

WorkerFiles::WorkerFiles(const std::string& pattern) {
    const std::size_t slash = pattern.rfind('/');
    directory_ = slash == std::string::npos ? "" : pattern.substr(0, slash + 1);
    const std::string file = pattern.substr(directory_.size());
    const std::size_t place = file.find(mark);
    if (place == std::string::npos || pattern.find(mark) != pattern.rfind(mark)) {
        throw UsageError(
            fmt::format("--worker-files needs {} once, in the file's name, as grad-{}.npz; it is {}", mark,
                        mark, pattern));
    }
    before_ = file.substr(0, place);
    after_ = file.substr(place + mark.size());
}

std::vector<std::string> WorkerFiles::workers() const {
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry(directory_.empty() ? "." : directory_, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        const std::string file = entry->path().filename();
        if (file.size() <= before_.size() + after_.size() || !file.starts_with(before_) ||
            !file.ends_with(after_)) {
            continue;
        }
        names.push_back(file.substr(before_.size(), file.size() - before_.size() - after_.size()));
    }
    if (error)
        throw InputError(fmt::format("{}: {}", directory_.empty() ? "." : directory_, error.message()));
    if (names.empty()) {
        throw InputError(
            fmt::format("there is no file {}: {} stands for a worker's name", path_of(mark), mark));
    }
    std::sort(names.begin(), names.end(),
              [](const std::string& a, const std::string& b) { return rank_of(a) < rank_of(b); });
    return names;
}

std::string WorkerFiles::path_of(std::string_view worker) const {
    return fmt::format("{}{}{}{}", directory_, before_, worker, after_);
}

}  // namespace collective::tool
