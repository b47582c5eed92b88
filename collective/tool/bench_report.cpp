#include "collective/tool/bench_report.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/mpi/communicator.hpp"

namespace collective::tool {
namespace {

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char letter : text) {
        if (letter == '"' || letter == '\\') out += '\\';
        out += static_cast<unsigned char>(letter) < 0x20 ? ' ' : letter;
    }
    return out + "\"";
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ",")); }

std::string now() {
    const std::time_t time = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&time, &utc);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("model name") && line.find(": ") != std::string::npos) {
            return line.substr(line.find(": ") + 2);
        }
    }
    return "unknown processor";
}

std::string machine() {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    const double memory =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    return fmt::format("{}: {}, {} cores, {:.1f} GiB", host.data(), processor(),
                       sysconf(_SC_NPROCESSORS_ONLN), memory / (1 << 30));
}

std::string mpi_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    check_mpi(MPI_Get_library_version(text.data(), &length), "MPI_Get_library_version");
    const std::string version(text.data(), static_cast<std::size_t>(length));
    return version.substr(0, version.find_first_of(",\n"));
}

/// Four significant digits, without an exponent.
std::string number(double value) {
    int decimals = 3;
    for (double bound = 10; bound <= 1000 && value >= bound; bound *= 10) --decimals;
    if (value < 1) decimals = 4;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string bytes_text(double bytes) {
    constexpr std::string_view units = " kMGT";
    std::size_t unit = 0;
    for (; bytes >= 999.5 && unit + 1 < units.size(); ++unit) bytes /= 1000;
    if (unit == 0) return fmt::format("{:.0f}", bytes);
    return fmt::format("{:.{}f}{}", bytes, bytes < 9.95 ? 2 : bytes < 99.5 ? 1 : 0, units[unit]);
}

constexpr std::string_view layout =
    "{:>8} {:>8}  {:<18} {:>7} {:>8} {:>7} {:>8} {:>6} {:>5} {:>9} {:>7} {:>6} {:>6}\n";

}  // namespace

BenchHeader::BenchHeader(const Arguments& arguments, int ranks, int nodes)
    : date_(now()), machine_(machine()), mpi_(mpi_version()), ranks_(ranks), nodes_(nodes) {
    const BenchArguments& bench = arguments.bench;
    settings_ = {{"pairs", quoted(bench.pairs)},
                 {"range", fmt::to_string(bench.range)},
                 {"distribution", quoted(bench.distribution)},
                 {"value_type", quoted(bench.value_type)},
                 {"width", fmt::to_string(bench.width)},
                 {"values", quoted(bench.values)},
                 {"schedules", quoted(joined(bench.schedules))},
                 {"baselines", quoted(joined(bench.baselines))},
                 {"transport", quoted(arguments.options.transport)},
                 {"iterations", fmt::to_string(bench.iterations)},
                 {"warmup", fmt::to_string(bench.warmup)},
                 {"seed", fmt::to_string(bench.seed)},
                 {"check", bench.check ? "true" : "false"}};
}

std::string BenchHeader::text() const {
    std::string lines =
        fmt::format("allreduce-by-key {} bench, {}\nmachine   {}\nranks     {} on {}\nMPI       {}\n",
                    COLLECTIVE_VERSION, date_, machine_, ranks_, counted(nodes_, "node"), mpi_);
    std::string line = "settings ";
    for (const auto& [name, value] : settings_) {
        std::string word = fmt::format(" {} {}", name, value);
        std::erase(word, '"');
        if (line.size() + word.size() > 99) {
            lines.append(line).append("\n");
            line = "         ";
        }
        line.append(word).append(name == "check" ? "" : ",");
    }
    return lines + line + "\n";
}

std::string BenchHeader::json() const {
    std::string text = fmt::format(
        "{{\"version\": {}, \"date\": {}, \"machine\": {}, \"ranks\": {}, \"nodes\": {}, \"mpi\": {}",
        quoted(COLLECTIVE_VERSION), quoted(date_), quoted(machine_), ranks_, nodes_, quoted(mpi_));
    for (const auto& [name, value] : settings_) text += ", " + quoted(name) + ": " + value;
    return text + "}";
}

std::string bench_head() {
    return "\nt: ms of the slowest rank, min, median and max of the iterations; Mpairs/s: pairs of all "
           "ranks;\n"
           "B/rank: bytes that a rank hands to others; load: pairs that the busiest rank combines over the "
           "mean;\n"
           "predicted: ms of the rounds, by the cost model; x limit: t_median over that of memory-limit;\n"
           "#wrong: pairs that differ from an independent result, on any rank\n\n" +
           fmt::format(layout, "pairs", "union", "method", "t_min", "t_median", "t_max", "Mpairs/s", "B/rank",
                       "load", "predicted", "x limit", "#wrong", "check");
}

std::string bench_line(const BenchRow& row) {
    const std::string method = row.method == "auto" ? "auto: " + row.chosen : row.method;
    if (!row.skipped.empty()) {
        return fmt::format("{:>8} {:>8}  {:<18} skipped: {}\n", row.pairs, row.united, row.method,
                           row.skipped);
    }
    const auto if_it_merges = [&](const std::string& text) { return row.kind == "limit" ? "-" : text; };
    const double all_pairs = static_cast<double>(row.pairs) * row.ranks;
    return fmt::format(
        layout, row.pairs, row.united, method, number(1e3 * row.seconds.front()), number(1e3 * row.median()),
        number(1e3 * row.seconds.back()), if_it_merges(number(1e-6 * all_pairs / row.median())),
        if_it_merges(bytes_text(row.wire_bytes)), row.load > 0 ? fmt::format("{:.2f}", row.load) : "-",
        row.predicted > 0 ? number(1e3 * row.predicted) : "-",
        row.limit_seconds > 0 ? number(row.median() / row.limit_seconds) : "-",
        if_it_merges(fmt::to_string(row.wrong)), row.check.empty() ? "-" : row.check);
}

std::string bench_json(const BenchHeader& header, const std::vector<BenchRow>& rows,
                       const Arguments& arguments) {
    std::vector<std::string> lines;
    for (const BenchRow& row : rows) {
        std::string line = fmt::format(
            "{{\"ranks\": {}, \"pairs\": {}, \"union\": {}, \"range\": {}, \"distribution\": {}, \"method\": "
            "{}, "
            "\"kind\": {}",
            row.ranks, row.pairs, row.united, arguments.bench.range, quoted(arguments.bench.distribution),
            quoted(row.method), quoted(row.kind));
        if (!row.skipped.empty()) {
            lines.push_back(line + ", \"skipped\": " + quoted(row.skipped) + "}");
            continue;
        }
        line += fmt::format(
            ", \"transport\": {}, \"chosen\": {}, \"iterations\": {}, \"t_min\": {}, \"t_median\": {}, "
            "\"t_max\": {}, \"wire_bytes\": {}, \"wire_bytes_max\": {}, \"load\": {}, \"predicted\": {}, "
            "\"peak_bytes\": {:.0f}, \"wrong\": {}, \"check\": {}}}",
            quoted(row.transport), quoted(row.chosen), row.seconds.size(), row.seconds.front(), row.median(),
            row.seconds.back(), row.wire_bytes, row.wire_bytes_max, row.load, row.predicted, row.peak_bytes,
            row.wrong, quoted(row.check));
        lines.push_back(line);
    }
    return fmt::format("{{\"header\": {},\n\"rows\": [\n{}\n]}}\n", header.json(), fmt::join(lines, ",\n"));
}

}  // namespace collective::tool
