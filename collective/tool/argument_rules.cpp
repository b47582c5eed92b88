#include "collective/tool/argument_rules.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/format/format.hpp"
#include "collective/nearest.hpp"
#include "collective/tool/names.hpp"
#include "collective/tool/value_type.hpp"
#include "collective/tool/worker_files.hpp"

namespace collective::tool {
namespace {

int as_rank(const std::string& text) {
    int rank = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    if (error != std::errc{} || end != text.data() + text.size() || rank < 0) {
        throw UsageError("--inject corrupt-rank=R needs a rank, not '" + text + "'");
    }
    return rank;
}

void check_operator(const Arguments& arguments) {
    const Operation& operation = arguments.operation;
    if (operation.name != "sum" && arguments.command == "compare") {
        throw UsageError("compare shows strategies, and all of them claim sums: leave out --op " +
                         operation.name + ", or use run");
    }
    if (operation.name != "sum" && arguments.strategy != "coordinate") {
        throw UsageError("strategy " + arguments.strategy + " claims sums: leave out --op " + operation.name +
                         ", or --strategy");
    }
    if (operation.fast && operation.name != "sum") {
        throw UsageError("--sum fast serves --op sum, not " + operation.name);
    }
    if (operation.fast && arguments.strategy != "coordinate") {
        throw UsageError("--sum fast adds by coordinate: leave it out, or --strategy " + arguments.strategy);
    }
    if (operation.fast && arguments.command == "run" && !arguments.page.empty()) {
        throw UsageError("the page of run draws exact sums: leave out --page, or take compare --sum fast");
    }
    if (operation.ignore_nan && operation.name != "min" && operation.name != "max") {
        throw UsageError("--ignore-nan serves --op min and --op max, not " + operation.name);
    }
    const bool is_narrow = !operation.value_type.empty() && range_of(value_type_named(operation.value_type));
    if (operation.wrap && !is_narrow) {
        throw UsageError("--wrap needs a --value-type of some bits, int8 to uint64");
    }
    if (operation.wrap && operation.name != "sum" && operation.name != "product") {
        throw UsageError("--wrap serves --op sum and --op product, not " + operation.name);
    }
    if (operation.over != Operation{}.over && operation.name != "mean") {
        throw UsageError("--mean-over serves --op mean, not " + operation.name);
    }
}

/// A name that promises a format which is not written.
void check_output(const Arguments& arguments) {
    const std::string& path = arguments.output;
    if (!arguments.format.empty() || path == "-") return;
    for (const std::string_view suffix : {".gz", ".zst"}) {
        if (!path.ends_with(suffix)) continue;
        throw UsageError(fmt::format(
            "-o {}: a result is not packed: leave out {}, or say --format, which goes by no suffix", path,
            suffix));
    }
    if (path.ends_with(".npy")) {
        throw UsageError(fmt::format(
            "-o {}: a .npy is one array, a result has two: name it .npz, or say --format npz", path));
    }
    if (const Format& format = format_of(path); format.write == nullptr) {
        throw UsageError(fmt::format("-o {}: {} is read, not written: say --format, one of {}", path,
                                     format.name, joined(formats_to(&Format::write))));
    }
}

/// Whether two names mean one regular file.
bool are_same(const std::string& one, const std::string& other) {
    if (one == "-" || other == "-") return false;
    std::error_code error;
    if (std::filesystem::exists(one, error) && !std::filesystem::is_regular_file(one, error)) return false;
    if (std::filesystem::equivalent(one, other, error) && !error) return true;
    const auto place_of = [&](const std::string& path) {
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
    };
    return place_of(one) == place_of(other);
}

}  // namespace

void check_words(std::span<const char* const> words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word.empty()) {
            throw UsageError(fmt::format("an empty word after '{}': was a variable of the shell never set?",
                                         words[i - 1]));
        }
        if (word.starts_with("--") && word.ends_with('=')) {
            throw UsageError(fmt::format("{} needs a value after the '='", word));
        }
    }
}

void set_fault(const std::string& text, Options& options) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto row =
        std::find_if(fault_rows.begin(), fault_rows.end(), [&](const auto& one) { return one.name == name; });
    if (row == fault_rows.end()) throw UsageError(unknown_name("fault", name, names_of(fault_rows)));
    options.fault = row->fault;
    if ((row->fault == Fault::corrupt_rank) != (equals != std::string::npos)) {
        throw UsageError("--inject takes corrupt-rank=R, with a rank, and the other faults without");
    }
    if (row->fault == Fault::corrupt_rank) options.fault_rank = as_rank(text.substr(equals + 1));
}

void check_nodes(const std::vector<int>& sizes, int ranks) {
    const auto in_nodes = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    if (sizes.empty() || in_nodes == ranks) return;
    throw UsageError(fmt::format("--nodes {} adds up to {}, the job has {}: give sizes that add up to them",
                                 fmt::join(sizes, ","), counted(in_nodes, "rank"), ranks));
}

void check_together(const Arguments& arguments) {
    check_operator(arguments);
    const bool has_files = !arguments.worker_files.empty();
    if (arguments.command == "run" || arguments.command == "compare") {
        if (arguments.file.empty() && !has_files) {
            throw UsageError("file is required, or --worker-files: the workers' pairs");
        }
        if (!arguments.file.empty() && has_files) {
            throw UsageError("--worker-files stands for a file: leave out " + arguments.file);
        }
        if (has_files) WorkerFiles{arguments.worker_files};
    }
    check_output(arguments);
    if (arguments.all && arguments.options.fault != Fault::none) {
        throw UsageError("compare --all breaks things itself: leave out --inject, or --all");
    }
    if (arguments.bench.width > 1 && arguments.bench.value_type != "float64") {
        throw UsageError("--width: rows are of float64, not " + arguments.bench.value_type);
    }
    if (arguments.bench.values != "small" && arguments.bench.value_type != "float64") {
        throw UsageError("--values " + arguments.bench.values + " are float64, not " +
                         arguments.bench.value_type);
    }
    if (arguments.index_base) {
        const Format& format = arguments.input_format.empty()
                                   ? format_of(has_files ? arguments.worker_files : arguments.file)
                                   : *find_format(arguments.input_format);
        if (format.name != "libsvm") {
            throw UsageError(fmt::format("--index-base serves libsvm files, not {}", format.name));
        }
    }
}

void check_files(Session& session, const Arguments& arguments) {
    session.on_root([&] {
        std::vector<std::pair<std::string_view, std::string>> outputs;
        const auto add = [&](std::string_view option, const std::string& path) {
            if (path.empty()) return;
            for (const auto& [other, taken] : outputs) {
                if (!are_same(taken, path)) continue;
                throw UsageError(
                    fmt::format("{} and {} are one file, {}: give each its own", other, option, path));
            }
            outputs.emplace_back(option, path);
        };
        add("--page", arguments.page);
        add("--trace", arguments.trace);
        add("--json", arguments.bench.json);
        const auto keep = [&](const std::string& input) {  // the result may replace it: it is read by then
            for (const auto& [option, path] : outputs) {
                if (!are_same(input, path)) continue;
                throw UsageError(
                    fmt::format("the input and {} are one file, {}: give each its own", option, path));
            }
        };
        if (!arguments.file.empty()) keep(arguments.file);
        if (!arguments.worker_files.empty() && !outputs.empty()) {
            const WorkerFiles files(arguments.worker_files);
            for (const std::string& worker : files.workers()) keep(files.path_of(worker));
        }
        add("-o", arguments.output);
    });
}

}  // namespace collective::tool
