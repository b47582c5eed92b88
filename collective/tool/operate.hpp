#pragma once

#include <concepts>
#include <memory>
#include <tuple>

#include "collective/operator/table.hpp"
#include "collective/tool/merge.hpp"
#include "collective/tool/one_of.hpp"

namespace collective::tool {

// An operator of the table, told what the command line says. A new one needs nothing here.

template <class Operator>
Operator told(Operator op, const Operation&) {
    return op;
}
inline Mean told(Mean, const Operation& operation) {
    return Mean(operation.over == "all" ? Mean::Over::all : Mean::Over::contributors);
}
template <class Which>
OneOf<Min, Max> told_extreme(const Operation& operation) {
    return OneOf<Min, Max>(Which(operation.ignore_nan ? Nan::ignored : Nan::wins));
}
inline OneOf<Min, Max> told(Min, const Operation& operation) { return told_extreme<Min>(operation); }
inline OneOf<Min, Max> told(Max, const Operation& operation) { return told_extreme<Max>(operation); }
inline OneOf<First, Last> told(First op, const Operation&) { return OneOf<First, Last>(op); }
inline OneOf<First, Last> told(Last op, const Operation&) { return OneOf<First, Last>(op); }

/// Merges a job by its operation, any but `sum`, which goes by strategies. Values are carried as int64,
/// double or FixedPoint; what `count` counts always as int64.
template <class V>
std::unique_ptr<Merged> operate_as(Session& session, const Job& job, const Options& options,
                                   Recorder* recorder) {
    std::unique_ptr<Merged> merged;
    const auto try_one = [&]<class Operator>(Operator op) {
        constexpr bool is_carried =
            !std::same_as<Operator, Sum> && (!std::same_as<Operator, Count> || std::same_as<V, std::int64_t>);
        if constexpr (is_carried) {
            if (op.name == job.operation.name) {
                merged = merge_by<V>(session, job, told(op, job.operation), options, recorder);
            }
        }
    };
    std::apply([&](auto... op) { (try_one(op), ...); }, Operators{});
    return merged;
}

// One source file instantiates each, so that they build side by side.
extern template std::unique_ptr<Merged> operate_as<std::int64_t>(Session&, const Job&, const Options&,
                                                                 Recorder*);
extern template std::unique_ptr<Merged> operate_as<double>(Session&, const Job&, const Options&, Recorder*);
extern template std::unique_ptr<Merged> operate_as<FixedPoint>(Session&, const Job&, const Options&,
                                                               Recorder*);

}  // namespace collective::tool
