#include <algorithm>
#include <concepts>
#include <memory>

#include "collective/plan/plan.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/tool/bench_method.hpp"
#include "collective/tool/merge_plain.hpp"

namespace collective::tool {
namespace {

std::string check_text(const std::vector<Verdict>& verdicts) {
    if (verdicts.empty()) return "off";
    const bool failed = std::any_of(verdicts.begin(), verdicts.end(),
                                    [](const Verdict& verdict) { return verdict.status == Status::failed; });
    return failed ? "FAILED" : "passed";
}

/// Bytes of a rank's kept buffers, about: a few copies of input and result; `gather` has everybody's input.
template <class V>
double memory_of(std::string_view schedule, const BenchSize& size) {
    const double input = static_cast<double>(size.pairs) * size.pair_bytes<V>();
    const double result = static_cast<double>(size.united) * size.pair_bytes<V>();
    return schedule == "gather" ? 2 * (size.ranks * input + result) : 3 * (input + result);
}

/// A plan as a method.
template <class V, class What>
Method<V> method_of(std::string_view name, std::string_view kind, const BenchSize& size, const What& what,
                    const Options& options) {
    const auto plan = std::make_shared<Plan<What>>(MPI_COMM_WORLD, what, options);
    return {std::string(name),
            std::string(kind),
            memory_of<V>(options.schedule, size),
            "",
            [plan](Pairs<V> mine) { return plan->attempt(Lists<V>{mine}); },
            [plan] {
                const Account& account = plan->account();
                return BenchNote{static_cast<double>(account.bytes_handed),
                                 static_cast<double>(account.pairs_combined),
                                 account.predicted_seconds,
                                 account.schedule,
                                 account.transport,
                                 check_text(plan->verdicts())};
            }};
}

}  // namespace

template <class V>
Method<V> bench_plain_sum(const BenchSize& size, const Arguments& arguments) {
    if constexpr (std::floating_point<V>) {
        Options options = arguments.options;
        options.fault = Fault::none;
        options.check = false;
        return method_of<V>(PlainSum::name, "baseline", size, PlainSum{}, options);
    } else {
        return {std::string(PlainSum::name), "baseline", 0, "integers are not rounded", {}, {}};
    }
}

template <class V>
std::vector<Method<V>> bench_schedules(const BenchSize& size, const Arguments& arguments) {
    std::vector<std::string_view> names{"auto"};
    for (const Schedule& schedule : schedules()) names.push_back(schedule.name);
    std::vector<Method<V>> methods;
    for (std::string_view name : names) {
        if (!is_named(arguments.bench.schedules, name)) continue;
        Options options = arguments.options;
        options.schedule = name;
        options.check = arguments.bench.check;
        methods.push_back(method_of<V>(name, "schedule", size, Coordinate{}, options));
    }
    return methods;
}

template Method<std::int64_t> bench_plain_sum(const BenchSize&, const Arguments&);
template Method<float> bench_plain_sum(const BenchSize&, const Arguments&);
template Method<double> bench_plain_sum(const BenchSize&, const Arguments&);

template std::vector<Method<std::int64_t>> bench_schedules(const BenchSize&, const Arguments&);
template std::vector<Method<float>> bench_schedules(const BenchSize&, const Arguments&);
template std::vector<Method<Row<double>>> bench_schedules(const BenchSize&, const Arguments&);
template std::vector<Method<double>> bench_schedules(const BenchSize&, const Arguments&);

}  // namespace collective::tool
