#pragma once

#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "collective/operator/table.hpp"
#include "tests/plan/any_operator.hpp"
#include "tests/plan/draw.hpp"

namespace collective::testing {

/// A job of up to 7 workers that names few coordinates often.
template <class V, class K>
Workers<V, K> draw_repeats(Random& random) {
    Numbers<V> number(random);
    Coordinates coordinate(random);
    Workers<V, K> workers(random() % 8);
    for (auto& list : workers) {
        for (auto n = random() % 3 == 0 ? 0 : random() % 12; n > 0; --n) {
            if constexpr (std::is_same_v<K, std::string>) {
                list.push_back({std::to_string(coordinate()), number()});
            } else {
                list.push_back({coordinate(), number()});
            }
        }
    }
    return workers;
}

/// What each coordinate must come to, and the coordinates where an integer does not fit.
template <class K>
struct Right {
    std::vector<Entry<std::uint64_t, K>> merged;
    std::vector<std::string> refusals;  ///< ends of the message, one of which it must have
};

template <class V, class K>
Right<K> right_of(const AnyOperator<V>& any, const Workers<V, K>& workers) {
    std::map<K, std::vector<Given<V>>> all;
    for (std::size_t worker = 0; worker < workers.size(); ++worker) {
        for (const auto& [coordinate, value] : workers[worker]) {
            all[coordinate].push_back({static_cast<int>(worker), value});
        }
    }
    Right<K> right;
    for (const auto& [coordinate, given] : all) {
        const Expected one = any.visit([&, &contributions = given](const auto& op, auto) {
            return expected(op, contributions, static_cast<int>(workers.size()));
        });
        if (one.too_large) {
            right.refusals.push_back("coordinate " + printed(coordinate) + ": the " +
                                     std::string(any.setting()) + " " + numerator(*one.too_large).str() +
                                     " does not fit " + integer_type<V>());
        }
        right.merged.push_back({coordinate, one.bits});
    }
    return right;
}

template <class V, class K>
void run_operator(const AnyOperator<V>& any, int& refused) {
    Random random(23);
    for (const std::string& schedule : schedule_names()) {
        for (const int ranks : {1, 2, 3, 4, 5, 7}) {
            for (int trial = 0; trial < 4; ++trial) {
                const auto workers = draw_repeats<V, K>(random);
                const Right<K> right = right_of(any, workers);
                const Bounds bounds = random_bounds(workers.size(), ranks, random);
                Options options;
                options.schedule = schedule;
                options.nodes = random_nodes(ranks, random);
                options.check = trial % 2 == 0;  // without checks, few pairs take a way of their own
                CAPTURE(any.setting());
                CAPTURE(schedule);
                CAPTURE(ranks);
                CAPTURE(trial);
                try {
                    const auto outcome = run_job<AnyOperator<V>>(workers, bounds, options, any);
                    REQUIRE(right.refusals.empty());
                    for (const auto& copy : outcome.copies) REQUIRE((copy == right.merged));
                    REQUIRE(outcome.checks() == (options.check ? "++." : ""));
                } catch (const InputError& error) {
                    ++refused;
                    const std::string message = error.what();
                    CAPTURE(message);
                    REQUIRE(std::any_of(right.refusals.begin(), right.refusals.end(),
                                        [&](const std::string& end) { return message.ends_with(end); }));
                }
            }
        }
    }
}

/// Every operator of the table, with every setting, on every schedule and several rank counts.
template <class V, class K>
void run_operators() {
    const auto run = [](const AnyOperator<V>& any) {
        int refused = 0;
        run_operator<V, K>(any, refused);
        const bool may_grow = any.setting() == "sum" || any.setting() == "product";
        CHECK((refused > 0) == (may_grow && std::is_integral_v<V>));
    };
    std::apply([&](auto... op) { (run(AnyOperator<V>(op)), ...); }, Operators{});
    run(AnyOperator<V>(Min(Nan::ignored)));
    run(AnyOperator<V>(Max(Nan::ignored)));
    run(AnyOperator<V>(Mean(Mean::Over::all)));
}

}  // namespace collective::testing
