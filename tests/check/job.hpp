#pragma once

#include <deque>
#include <map>
#include <thread>
#include <vector>

#include "collective/check/checks.hpp"
#include "tests/check/exact.hpp"
#include "tests/check/transports.hpp"

namespace collective::testing {

constexpr std::uint64_t seed = 42;

/// Ranks with inputs and their copies of a result, to be checked.
template <class V, class K = std::int64_t, class R = V>
struct Job {
    using List = std::vector<Entry<V, K>>;
    using Pairs = std::vector<Entry<R, K>>;

    explicit Job(std::vector<List> inputs_of_ranks)
        : inputs(std::move(inputs_of_ranks)), copies(inputs.size()) {
        for (std::size_t rank = 0; rank < inputs.size(); ++rank) remainders.emplace_back(seed);
    }

    std::vector<List> inputs;
    std::vector<Pairs> copies;
    std::deque<Remainders> remainders;
    Claimed claimed = Claimed::sums;

    void give_all(const Pairs& result) { copies.assign(inputs.size(), result); }

    std::map<K, std::vector<V>> by_coordinate() const {
        std::map<K, std::vector<V>> values;
        for (const List& list : inputs)
            for (const auto& [coordinate, value] : list) values[coordinate].push_back(value);
        return values;
    }

    /// Every rank gets the right result, by brute force; the ranks take turns in publishing remainders.
    void give_right_result() {
        Pairs result;
        for (const auto& [coordinate, values] : by_coordinate()) {
            if constexpr (std::floating_point<R>) {
                const std::vector<double> components(values.begin(), values.end());
                const Big exact = units(components);
                result.push_back(
                    {coordinate, static_cast<R>(sizeof(R) == 8 ? nearest(exact) : nearest_float(exact))});
                remainders[result.size() % inputs.size()].add(coordinate, 0, result.back().value, components);
            } else {
                R sum = R();
                for (const V& value : values) sum = static_cast<R>(sum + value);
                result.push_back({coordinate, sum});
            }
        }
        give_all(result);
    }

    /// All ranks in one process.
    std::vector<Verdict> check() const {
        const Views views(*this);
        Together transport(static_cast<int>(inputs.size()));
        return run_checks(transport, std::span<const CheckInput<V, K, R>>(views.members), claimed, seed);
    }

    /// Each rank in its own thread; what each of them concluded.
    std::vector<std::vector<Verdict>> check_apart() const {
        const Views views(*this);
        Table table(static_cast<int>(inputs.size()));
        std::vector<std::vector<Verdict>> verdicts(inputs.size());
        std::vector<std::jthread> threads;
        for (std::size_t rank = 0; rank < inputs.size(); ++rank)
            threads.emplace_back([&, rank] {
                Apart transport(table, static_cast<int>(rank));
                verdicts[rank] = run_checks(transport, std::span(&views.members[rank], 1), claimed, seed);
            });
        threads.clear();
        return verdicts;
    }

  private:
    struct Views {
        explicit Views(const Job& job) {
            for (const List& list : job.inputs) lists.push_back({list});
            for (std::size_t rank = 0; rank < job.inputs.size(); ++rank)
                members.push_back({&lists[rank], job.copies[rank], &job.remainders[rank]});
        }
        std::deque<Lists<V, K>> lists;
        std::vector<CheckInput<V, K, R>> members;
    };
};

/// "+" passed, "-" failed, "." not applicable: agreement, coordinates, fingerprint.
inline std::string summary(const std::vector<Verdict>& verdicts) {
    std::string text;
    for (const Verdict& one : verdicts)
        text += one.status == Status::passed ? '+' : one.status == Status::failed ? '-' : '.';
    return text;
}

}  // namespace collective::testing
