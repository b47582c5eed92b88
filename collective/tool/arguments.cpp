#include "collective/tool/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "collective/format/format.hpp"
#include "collective/nearest.hpp"
#include "collective/operator/table.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/strategy/pitfalls.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/argument_rules.hpp"
#include "collective/tool/bench_input.hpp"
#include "collective/tool/bench_method.hpp"
#include "collective/tool/names.hpp"
#include "collective/tool/value_type.hpp"

namespace collective::tool {
namespace {

/// A CLI11 check that knows a table's names.
auto one_of(std::string_view kind, Names names) {
    return CLI::Validator(
        [kind, names = std::move(names)](const std::string& name) {
            return std::find(names.begin(), names.end(), name) != names.end()
                       ? std::string{}
                       : unknown_name(kind, name, names);
        },
        std::string(), std::string(kind));
}

/// A CLI11 check that refuses what the type can't hold, for which CLI11 takes the nearest that it can.
template <class T>
auto number() {
    return CLI::Validator(
        [](const std::string& text) {
            T value{};
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
            return error == std::errc{} && end == text.data() + text.size()
                       ? std::string{}
                       : fmt::format("'{}' is no number from {} to {}", text, std::numeric_limits<T>::min(),
                                     std::numeric_limits<T>::max());
        },
        std::string(), "number");
}

Names schedule_names() {
    Names names = names_of(schedules());
    names.insert(names.begin(), "auto");
    return names;
}

/// No count of pairs, bytes or coordinates is larger.
constexpr std::int64_t most = std::int64_t{1} << 62;

/// What is left to do once CLI11 has read everything.
struct Later {
    std::string fault;
    std::string sum = "exact";
};

/// Sizes of nodes, `3,1`.
std::vector<int> read_nodes(const std::string& text) {
    std::vector<int> sizes;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        const auto [stop, error] = std::from_chars(at, end, sizes.emplace_back());
        if (error != std::errc{} || sizes.back() < 1 || (stop != end && *stop != ',')) break;
        if (stop == end) return sizes;
        at = stop + 1;
    }
    throw UsageError(
        fmt::format("--nodes: expected how many ranks each node has, from 1, as 3,1; found {}", text));
}

void add_nodes(CLI::App& app, Arguments& arguments) {
    const auto read = [&](const std::string& text) { arguments.options.nodes = read_nodes(text); };
    app.add_option_function<std::string>("--nodes", read, "How many ranks each node to pretend has, as 3,1")
        ->type_name("N,N,...");
}

/// Who takes part and how.
void add_ranks(CLI::App& app, Arguments& arguments) {
    app.add_option("--schedule", arguments.options.schedule, "Who sends what: " + joined(schedule_names()))
        ->check(one_of("schedule", schedule_names()))
        ->capture_default_str();
    app.add_option("--transport", arguments.transport, "How it travels: " + joined(names_of(transport_rows)))
        ->check(one_of("transport", names_of(transport_rows)));
    add_nodes(app, arguments);
    app.add_option("--ranks", arguments.ranks, "Ranks inside this process, without mpirun")
        ->check(CLI::Range(1, most_ranks_inside));
    app.add_flag("--color", arguments.color, "Colours also where output is no terminal");
    app.add_option("--message-limit", arguments.options.message_limit)->group("");
}

/// Options of every command that reduces.
void add_common(CLI::App& app, Arguments& arguments, Later& later) {
    add_ranks(app, arguments);
    app.add_option("--expect-ranks", arguments.expect_ranks, "Fail unless this many ranks take part")
        ->check(CLI::Range(1, INT_MAX));
    app.add_option("--inject", later.fault,
                   "Break one thing on purpose: " + joined(names_of(fault_rows)) + " (corrupt-rank=R)");
    app.add_flag("--check,!--no-check", arguments.options.check, "Check the result; done unless said");
}

void add_file(CLI::App& app, Arguments& arguments) {
    app.add_option("file", arguments.file, "The workers' pairs, also gzip or zstd; - is standard input");
    app.add_option("--worker-files", arguments.worker_files,
                   "Instead: one file a worker, as grad-{worker}.npz, read by the worker's own rank");
    app.add_option(
           "--input-format", arguments.input_format,
           "Of the file, where its suffix doesn't say; else json: " + joined(formats_to(&Format::read)))
        ->check(one_of("format", formats_to(&Format::read)));
    app.add_option("--index-base", arguments.index_base,
                   "How a libsvm file counts its first index; 1 unless said")
        ->check(CLI::Range(0, 1));
    app.add_flag("--timings", arguments.timings, "Time and peak memory of each phase");
    app.add_flag("--progress", arguments.progress, "A progress line also where stderr is no terminal");
}

void add_page(CLI::App& app, Arguments& arguments) {
    app.add_option("--page", arguments.page, "Also draw it: an HTML file of its own, for a browser");
}

void add_strategy(CLI::App& app, Arguments& arguments) {
    const Names names = names_of(strategy_rows());
    app.add_option("--strategy", arguments.strategy, "What makes two pairs the same: " + joined(names))
        ->check(one_of("strategy", names))
        ->capture_default_str();
}

void add_operator(CLI::App& app, Operation& operation, Later& later) {
    const Names names = names_of(operator_rows());
    app.add_option("--op", operation.name, "What becomes of a coordinate's values: " + joined(names))
        ->check(one_of("operator", names))
        ->capture_default_str();
    app.add_option("--sum", later.sum,
                   "Of floats. exact: rounded once; fast: plain, rounded at each addition, so that the last "
                   "digits depend on ranks and schedule")
        ->check(one_of("kind of sum", {"exact", "fast"}))
        ->capture_default_str();
    app.add_flag("--ignore-nan", operation.ignore_nan, "min and max: a NaN only where there is nothing else");
    app.add_option("--value-type", operation.value_type,
                   "Of the values; by the data unless said: " + joined(names_of(value_type_rows)))
        ->check(one_of("value type", names_of(value_type_rows)));
    app.add_flag("--wrap", operation.wrap, "Integers that don't fit the value type count modulo its size");
    app.add_option("--mean-over", operation.over, "mean: contributors, a worker once; or all workers")
        ->check(one_of("choice", {"contributors", "all"}))
        ->capture_default_str();
}

void add_bench(CLI::App& app, Arguments& arguments, Later& later) {
    BenchArguments& bench = arguments.bench;
    CLI::App& command = *app.add_subcommand("bench", "Times, bytes and baselines, on pairs drawn at random");
    Names schedules = schedule_names();
    schedules.emplace_back("all");
    Names baselines = names_of(baseline_rows());
    baselines.insert(baselines.end(), {"all", "none"});
    command.add_option("--pairs", bench.pairs, "Pairs of each rank: N, or MIN:MAX:FACTOR")
        ->capture_default_str();
    command.add_option("--range", bench.range, "Coordinates are from 0 to below it")
        ->check(CLI::Range(std::int64_t{1}, most))
        ->capture_default_str();
    command
        .add_option("--distribution", bench.distribution,
                    "Of the coordinates: " + joined(names_of(distribution_rows())) + " (zipf:S)")
        ->capture_default_str();
    command.add_option("--width", bench.width, "Values are rows of so many float64; 1: numbers")
        ->default_str("1")
        ->check(CLI::Range(1, 1 << 20));
    command.add_option("--value-type", bench.value_type, "int64, float32, float64; of rows float64")
        ->check(one_of("value type", {"int64", "float32", "float64"}))
        ->capture_default_str();
    command
        .add_option("--values", bench.values,
                    "small: sums are exact in any order; ordinary: from -1 to 1; wild: over 600 binades")
        ->check(one_of("kind of values", {"small", "ordinary", "wild"}))
        ->capture_default_str();
    command.add_option("--schedule", bench.schedules, joined(schedules))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of("schedule", schedules))
        ->capture_default_str();
    command.add_option("--baseline", bench.baselines, joined(baselines))
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(one_of("baseline", baselines))
        ->capture_default_str();
    command.add_option("--transport", arguments.transport, "auto, message, window")
        ->check(one_of("transport", {"auto", "message", "window"}));
    command.add_option("--iterations", bench.iterations, "Timed calls of each method")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command.add_option("--warmup", bench.warmup, "Calls before them")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    command.add_option("--seed", bench.seed, "Of the pairs")
        ->check(number<std::uint64_t>())
        ->capture_default_str();
    command.add_flag("--check,!--no-check", bench.check, "Time the checks too; not unless said");
    command.add_option(
        "--inject", later.fault,
        "Break the schedules' results on purpose: " + joined(names_of(fault_rows)) + " (corrupt-rank=R)");
    command.add_option("--json", bench.json, "Also write everything to this file");
    add_page(command, arguments);
}

void add_commands(CLI::App& app, Arguments& arguments, Later& later) {
    CLI::App& run = *app.add_subcommand("run", "Merge the workers' pairs; the result goes to stdout");
    add_file(run, arguments);
    add_strategy(run, arguments);
    add_operator(run, arguments.operation, later);
    add_common(run, arguments, later);
    run.add_option("--format", arguments.format,
                   "Of the result, where the suffix of -o doesn't say; else json: " +
                       joined(formats_to(&Format::write)))
        ->check(one_of("format", formats_to(&Format::write)));
    run.add_option("-o,--output", arguments.output, "A file instead of stdout; appears whole or not at all");
    add_page(run, arguments);
    run.add_option("--trace", arguments.trace, "Also write what each rank did when, to open in Perfetto");
    run.add_flag("--drop-zeros", arguments.drop_zeros, "Leave out coordinates whose value is zero");
    run.add_flag("--quiet", arguments.quiet, "No account on stderr");

    CLI::App& compare =
        *app.add_subcommand("compare", "Every strategy side by side, and where they go wrong");
    add_file(compare, arguments);
    add_operator(compare, arguments.operation, later);
    add_common(compare, arguments, later);
    compare.add_option("--rows", arguments.rows, "How many of the coordinates that differ to show; 0: all")
        ->check(CLI::Range(std::int64_t{0}, most))
        ->capture_default_str();
    compare.add_flag("--all", arguments.all,
                     "The gallery of pitfalls too: which would have hurt these pairs");
    add_page(compare, arguments);

    CLI::App& cases = *app.add_subcommand("cases", "Six small inputs with known answers");
    add_strategy(cases, arguments);
    add_common(cases, arguments, later);
    cases.add_option("--variant", arguments.variant, "The number N in the inputs")
        ->check(number<std::int64_t>())
        ->capture_default_str();
    cases.add_flag("--json", arguments.json, "One JSON object instead of a table");

    CLI::App& explain = *app.add_subcommand("explain", "A schedule, round by round");
    explain.add_option("schedule", arguments.schedule, joined(schedule_names()))
        ->required()
        ->check(one_of("schedule", schedule_names()));
    explain.add_option("--ranks", arguments.ranks, "How many ranks; 4 unless said")
        ->check(CLI::Range(1, 10'000'000));
    explain.add_option("--rank", arguments.rank, "Only what this rank sends and receives");
    add_nodes(explain, arguments);
    explain.add_option("--pairs", arguments.pairs, "Pairs that each rank holds")
        ->check(CLI::Range(std::int64_t{0}, most))
        ->capture_default_str();
    explain.add_option("--entry-bytes", arguments.entry_bytes, "Bytes of a pair")
        ->check(CLI::Range(std::int64_t{1}, most))
        ->capture_default_str();
    explain
        .add_option("--overlap", arguments.overlap,
                    "same: all ranks hold the same coordinates; disjoint: none do")
        ->check(one_of("overlap", {"same", "disjoint"}))
        ->capture_default_str();
    add_page(explain, arguments);
    explain.add_flag("--color", arguments.color, "Draw up to 8 ranks also where output is no terminal");
    explain.add_flag("--slices", arguments.slices, "The pairs of each slice");
    explain.add_flag("--json", arguments.json, "One JSON object instead of a table");

    add_bench(app, arguments, later);
    CLI::App& pitfalls = *app.add_subcommand(
        "pitfalls",
        "Wrong ways that were met in public; NAME shows one on its smallest failing input, on 2 ranks unless "
        "said.\nExit status: 0 it was wrong and caught as told, 1 it was not");
    const Names pitfall_names = names_of(pitfall_rows());
    pitfalls.add_option("name", arguments.pitfall, "The one to show: " + joined(pitfall_names))
        ->check(one_of("pitfall", pitfall_names));
    add_ranks(pitfalls, arguments);
    app.add_subcommand("list",
                       "Strategies, pitfalls, operators, schedules, transports, formats, value types, "
                       "faults, and which go together");
}

}  // namespace

std::string source_of(const Arguments& arguments) {
    const std::string& source = arguments.worker_files.empty() ? arguments.file : arguments.worker_files;
    return source == "-" ? "standard input" : source;
}

Arguments parse(int argc, const char* const* argv) {
    Arguments arguments;
    Later later;
    CLI::App app{
        "allreduce-by-key merges sparse pairs (coordinate, value) of many workers by coordinate, under "
        "mpirun or,\n"
        "with --ranks, inside one process; every rank checks the result.\n"
        "Exit status: 0 the checks passed, 1 a check failed, 2 usage, 3 bad input, 4 MPI or the system "
        "failed.",
        "allreduce-by-key"};
    app.set_version_flag("--version", "allreduce-by-key " COLLECTIVE_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    add_commands(app, arguments, later);
    check_words(std::span(argv, static_cast<std::size_t>(argc)));
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        arguments.text = app.help();
        return arguments;
    } catch (const CLI::CallForVersion&) {
        arguments.text = app.version() + "\n";
        return arguments;
    } catch (const CLI::ParseError& error) {
        if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty()) {
            Names commands;
            for (const CLI::App* one : app.get_subcommands({})) commands.push_back(one->get_name());
            throw UsageError(unknown_name("command", argv[1], commands));
        }
        throw UsageError(std::string(error.what()) +
                         "\nallreduce-by-key --help, or COMMAND --help, tells what there is");
    }
    arguments.command = app.get_subcommands().front()->get_name();
    if (arguments.command == "bench" && arguments.transport.empty()) arguments.transport = "auto";
    if (arguments.transport == "message" || arguments.transport == "window") {
        arguments.options.transport = arguments.transport;
    }
    arguments.operation.fast = later.sum == "fast";
    if (!later.fault.empty()) set_fault(later.fault, arguments.options);
    check_together(arguments);
    return arguments;
}

}  // namespace collective::tool
