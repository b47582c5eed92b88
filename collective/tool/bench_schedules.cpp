#include <algorithm>
#include <memory>

#include "collective/plan/plan.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/tool/bench_method.hpp"

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
    const auto input = static_cast<double>(size.pairs * sizeof(Entry<V>));
    const auto result = static_cast<double>(size.united * sizeof(Entry<V>));
    return schedule == "gather" ? 2 * (size.ranks * input + result) : 3 * (input + result);
}

}  // namespace

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
        const auto plan = std::make_shared<Plan<>>(MPI_COMM_WORLD, Sum{}, options);
        methods.push_back({std::string(name), "schedule", memory_of<V>(name, size), "",
                           [plan](Pairs<V> mine) { return plan->attempt(Lists<V>{mine}); },
                           [plan] {
                               const Account& account = plan->account();
                               return BenchNote{static_cast<double>(account.bytes_handed),
                                                static_cast<double>(account.pairs_combined),
                                                account.predicted_seconds,
                                                account.schedule,
                                                account.transport,
                                                check_text(plan->verdicts())};
                           }});
    }
    return methods;
}

template std::vector<Method<std::int64_t>> bench_schedules(const BenchSize&, const Arguments&);
template std::vector<Method<float>> bench_schedules(const BenchSize&, const Arguments&);
template std::vector<Method<double>> bench_schedules(const BenchSize&, const Arguments&);

}  // namespace collective::tool
