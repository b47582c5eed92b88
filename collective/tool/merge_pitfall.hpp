#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

#include "collective/strategy/pitfalls.hpp"
#include "collective/tool/merge.hpp"

namespace collective::tool {

/// By a pitfall that needs a call of its own, given by name. Values are carried as double or FixedPoint.
template <class V>
std::unique_ptr<Merged> merge_pitfall_as(Session& session, const Job& job, std::string_view name,
                                         const Options& options) {
    std::unique_ptr<Merged> merged;
    const auto try_one = [&]<class Pitfall>(Pitfall pitfall) {
        if constexpr (needs_own_call<Pitfall>) {
            if (pitfall.name != name) return;
            if (makes_coordinates<Pitfall> && !job.document.space.is_plain()) {
                throw InputError("it goes by signed integers of 64 bits, each with a number alone");
            }
            merged = merge_by<V>(session, job, pitfall, options, nullptr);
        }
    };
    std::apply([&](auto... pitfall) { (try_one(pitfall), ...); }, Pitfalls{});
    return merged;
}

// One source file instantiates each, so that they build side by side.
extern template std::unique_ptr<Merged> merge_pitfall_as<double>(Session&, const Job&, std::string_view,
                                                                 const Options&);
extern template std::unique_ptr<Merged> merge_pitfall_as<FixedPoint>(Session&, const Job&, std::string_view,
                                                                     const Options&);

}  // namespace collective::tool
