#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "collective/format/output_file.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/plan/settings.hpp"
#include "collective/report/page.hpp"
#include "collective/tool/bench_input.hpp"
#include "collective/tool/bench_method.hpp"
#include "collective/tool/bench_oracle.hpp"
#include "collective/tool/bench_report.hpp"
#include "collective/tool/commands.hpp"

namespace collective::tool {
namespace {

constexpr double time_limit = 60;             // seconds of a method at a size
constexpr double memory_share = 0.4;          // of a node, for one method on all its ranks
constexpr double all_memory_share = 0.8;      // for all methods
constexpr double short_call = 0.01;           // seconds
constexpr std::size_t fewest_iterations = 3;  // that a median can be had from

double agreed(MPI_Comm comm, double mine, MPI_Op operation) {
    double all = 0;
    check_mpi(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, operation, comm), "MPI_Allreduce");
    return all;
}

/// Linux counts the most memory that this process held at once; from now on.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// What this process holds (`VmRSS`) or held at most (`VmHWM`), in bytes.
double memory_held(std::string_view what) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(what)) return 1024 * std::strtod(line.c_str() + what.size() + 1, nullptr);
    }
    return 0;
}

/// A rank's part of its node's memory, the same on all ranks.
double memory_of_rank(const Communicator& communicator) {
    const Topology& topology = communicator.topology;
    const double node =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const std::size_t ranks = topology.members(topology.node_of(communicator.rank)).size();
    return agreed(communicator.handle, node / static_cast<double>(ranks), MPI_MIN);
}

/// A method with what became of it at one size.
template <class V>
struct Contender {
    Method<V> method;
    BenchRow row;
    double spent = 0;
    double last = 0;
    double kept = 0;  // bytes, from call to call
    double peak = 0;  // bytes beyond what the process held without this method

    bool takes_part() const { return row.skipped.empty() && spent + last <= time_limit; }
    void skip(std::string why) {
        row.skipped = std::move(why);
        method.reduce = nullptr;  // and its buffers
    }
};

/// The benchmark for one type of values. All ranks take the same steps: what decides is agreed.
template <class V>
class Bench {
  public:
    Bench(Session& session, const Arguments& arguments)
        : session_(session),
          arguments_(arguments),
          communicator_(duplicate_of(MPI_COMM_WORLD)),
          memory_(memory_of_rank(communicator_)),
          header_(arguments, communicator_.size, communicator_.topology.nodes()) {}

    Exit operator()() {
        const BenchArguments& bench = arguments_.bench;
        read_distribution(bench.distribution);  // throws where it is none
        const std::vector<std::int64_t> sizes = read_sizes(bench.pairs);
        if (bench.range < communicator_.size) {
            throw UsageError(fmt::format("--range {}: give each of the {} ranks a coordinate at least",
                                         bench.range, communicator_.size));
        }
        settle(arguments_.options, communicator_.topology, true, "sum");  // throws where they don't fit
        // What can't be written is told before the work, not after.
        std::optional<OutputFile> json, page_file;
        session_.on_root([&] {
            if (!bench.json.empty()) json.emplace(bench.json);
            if (!arguments_.page.empty()) page_file.emplace(arguments_.page);
        });
        print(header_.text() + bench_head());
        for (std::int64_t pairs : sizes) {
            // The pairs, those that the oracle answers for, and a few.
            BenchSize size{communicator_.handle,
                           communicator_.size,
                           bench.range,
                           static_cast<std::size_t>(pairs),
                           0,
                           static_cast<std::size_t>(bench.width)};
            if (3 * static_cast<double>(pairs) * size.pair_bytes<V>() > memory_share * memory_) {
                print(fmt::format("{:>8} skipped: the pairs alone need too much memory\n", pairs));
                continue;
            }
            const Drawn<V> drawn = draw_pairs<V>(bench, pairs, communicator_.rank, communicator_.size);
            run_size(size, drawn.pairs);
        }
        session_.on_root([&] {
            const std::string results = bench_json(header_, rows_, arguments_);
            if (json) {
                json->write(results);
                json->commit();
            }
            if (page_file) {
                page_file->write(page("bench", bench_page_data(results)));
                page_file->commit();
            }
        });
        const bool right = std::all_of(rows_.begin(), rows_.end(), [&](const BenchRow& row) {
            const bool may_round = bench.values != "small" && row.kind == "baseline";
            return (row.wrong == 0 || may_round) && row.check != "FAILED";
        });
        return right ? Exit::passed : Exit::check_failed;
    }

  private:
    using Contenders = std::vector<Contender<V>>;

    void print(const std::string& text) {
        session_.on_root([&] {
            OutputFile out("-");
            out.write(text);
            out.commit();
        });
    }

    void run_size(BenchSize size, const std::vector<Entry<V>>& mine) {
        const Oracle<V> oracle(communicator_.handle, mine);
        size.united = oracle.united();
        Contenders contenders = enter(size);
        // In turns, so that a drift of the machine hits all alike, and in ever new orders, so that no method
        // has always the same neighbour.
        std::mt19937_64 random(arguments_.bench.seed);
        std::vector<std::size_t> order(contenders.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (int i = 0; i < arguments_.bench.warmup + arguments_.bench.iterations; ++i) {
            std::shuffle(order.begin(), order.end(), random);
            for (std::size_t place : order) take_turn(contenders[place], mine, i >= arguments_.bench.warmup);
        }
        const double input_bytes = static_cast<double>(size.pairs) * size.pair_bytes<V>();
        for (Contender<V>& one : contenders) conclude(one, mine, input_bytes, oracle);
        publish(contenders);
    }

    /// All methods, those that need too much already skipped.
    Contenders enter(const BenchSize& size) {
        std::vector<Method<V>> methods = bench_baselines<V>(size, arguments_);
        for (Method<V>& method : bench_schedules<V>(size, arguments_)) methods.push_back(std::move(method));
        std::stable_partition(methods.begin(), methods.end(),
                              [](const Method<V>& method) { return method.kind != "baseline"; });
        Contenders contenders;
        double in_use = 3 * static_cast<double>(size.pairs) * size.pair_bytes<V>();
        for (Method<V>& method : methods) {
            Contender<V> one{std::move(method), {}};
            one.row.ranks = size.ranks;
            one.row.pairs = static_cast<std::int64_t>(size.pairs);
            one.row.united = static_cast<std::int64_t>(size.united);
            one.row.method = one.method.name;
            one.row.kind = one.method.kind;
            const double gibibytes = one.method.memory / (1 << 30);
            const double expected = seconds_a_pair_[one.method.name] * static_cast<double>(size.pairs);
            if (!one.method.obstacle.empty()) {
                one.skip(one.method.obstacle);
            } else if (one.method.memory > memory_share * memory_) {
                one.skip(fmt::format("needs {:.1f} GiB a rank, over 40 % of the memory", gibibytes));
            } else if (in_use + one.method.memory > all_memory_share * memory_) {
                one.skip(fmt::format("needs {:.1f} GiB a rank beside the methods above", gibibytes));
            } else if (expected * fewest_iterations > time_limit) {
                one.skip(fmt::format("would take about {:.0f} s a call", expected));
            } else {
                in_use += one.method.memory;
            }
            contenders.push_back(std::move(one));
        }
        return contenders;
    }

    void take_turn(Contender<V>& one, Pairs<V> mine, bool counts) {
        if (!one.takes_part()) return;
        // What the neighbour left in the caches is not this method's doing, and would weigh on a short call.
        if (counts && one.last < short_call) time_a_call(one, mine);
        if (one.row.seconds.empty()) {  // buffers grow in the first calls
            measure_memory(one, mine);
        } else {
            time_a_call(one, mine);
        }
        if (counts) one.row.seconds.push_back(one.last);
    }

    /// The same, and what the method holds.
    Pairs<V> measure_memory(Contender<V>& one, Pairs<V> mine) {
        const double before = memory_held("VmRSS");
        forget_peak();
        const Pairs<V> merged = time_a_call(one, mine);
        one.peak = std::max(one.peak, one.kept + memory_held("VmHWM") - before);
        one.kept += memory_held("VmRSS") - before;
        return merged;
    }

    Pairs<V> time_a_call(Contender<V>& one, Pairs<V> mine) {
        check_mpi(MPI_Barrier(communicator_.handle), "MPI_Barrier");
        const auto start = std::chrono::steady_clock::now();
        const Pairs<V> merged = one.method.reduce(mine);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        one.last = agreed(communicator_.handle, time.count(), MPI_MAX);
        one.spent += one.last;
        if (!mine.empty()) seconds_a_pair_[one.method.name] = one.last / static_cast<double>(mine.size());
        return merged;
    }

    /// One more call, whose result is looked at.
    void conclude(Contender<V>& one, Pairs<V> mine, double input_bytes, const Oracle<V>& oracle) {
        if (!one.row.skipped.empty()) return;
        const auto wanted = static_cast<std::size_t>(arguments_.bench.iterations);
        if (one.row.seconds.size() < std::min(wanted, fewest_iterations)) {
            return one.skip(fmt::format("takes {:.0f} s a call", one.last));
        }
        const Pairs<V> merged = measure_memory(one, mine);
        one.row.peak_bytes = agreed(communicator_.handle, input_bytes + one.peak, MPI_MAX);
        if (one.method.kind != "limit") one.row.wrong = oracle.wrong(merged);
        const BenchNote note = one.method.note();
        one.row.chosen = note.chosen;
        one.row.transport = note.transport;
        one.row.check = note.check;
        one.row.wire_bytes = agreed(communicator_.handle, note.wire_bytes, MPI_SUM) / communicator_.size;
        one.row.wire_bytes_max = agreed(communicator_.handle, note.wire_bytes, MPI_MAX);
        one.row.predicted = note.predicted;
        const double combined = agreed(communicator_.handle, note.combined, MPI_SUM) / communicator_.size;
        if (combined > 0) {
            one.row.load = agreed(communicator_.handle, note.combined, MPI_MAX) / combined;
        }
        std::sort(one.row.seconds.begin(), one.row.seconds.end());
    }

    void publish(Contenders& contenders) {
        double limit = 0;
        for (const Contender<V>& one : contenders) {
            if (one.row.kind == "limit" && one.row.skipped.empty()) limit = one.row.median();
        }
        std::string lines;
        for (Contender<V>& one : contenders) {
            one.row.limit_seconds = limit;
            lines += bench_line(one.row);
            rows_.push_back(std::move(one.row));
        }
        print(lines);
    }

    Session& session_;
    const Arguments& arguments_;
    Communicator& communicator_;
    double memory_;
    BenchHeader header_;
    std::vector<BenchRow> rows_;
    std::map<std::string, double> seconds_a_pair_;  // of each method, at its last call
};

}  // namespace

Exit bench(Session& session, const Arguments& arguments) {
    if (arguments.bench.value_type == "float32") return Bench<float>(session, arguments)();
    if (arguments.bench.value_type == "int64") return Bench<std::int64_t>(session, arguments)();
    if (arguments.bench.width > 1) return Bench<Row<double>>(session, arguments)();
    return Bench<double>(session, arguments)();
}

}  // namespace collective::tool
