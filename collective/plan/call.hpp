#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collective/check/checks.hpp"
#include "collective/engine/engine.hpp"
#include "collective/error.hpp"
#include "collective/local/combine.hpp"
#include "collective/local/splitters.hpp"
#include "collective/options.hpp"
#include "collective/plan/fault.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/plan/settings.hpp"
#include "collective/plan/slices.hpp"
#include "collective/result.hpp"
#include "collective/schedule/choose.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// One allreduce by key from end to end, for the members of a transport: local work, handshake, rounds,
/// finish, closing, checks, in this order.
template <class What, class V, class K>
class Call {
  public:
    using Strategy = typename AsStrategy<What>::type;
    using Operator = typename Strategy::Operator;
    using Value = ValueOf<Operator, V>;

    Call(Transport& transport, const What& what, Options options)
        : transport_(transport), op_(operator_of(what)), options_(std::move(options)) {}

    /// `inputs` has each member's lists, in the order of `transport.members()`; they stay the caller's.
    /// **Collective** over all ranks.
    /// **Throws** InputError, DisagreementError or Error, the same on every rank; BrokenError on this one
    /// alone.
    void operator()(std::span<const Lists<V, K>> inputs) {
        account_ = Account{};
        verdicts_.clear();
        clock_ = Clock::now();
        std::vector<Local> locals = work_alone(inputs);
        phase("local");
        agree(locals);
        phase("handshake");
        try {
            if (options_.fault == Fault::drop_pair) drop_pair(inputs, locals);
            reduce(std::move(locals));
        } catch (const BrokenError&) {
            throw;
        } catch (const std::exception& error) {
            throw BrokenError(error.what());
        }
        agree_on_failures(transport_, failures_);
        phase("closing");
        try {
            break_result(inputs);
            if (options_.check) check(inputs);
        } catch (const BrokenError&) {
            throw;
        } catch (const std::exception& error) {
            throw BrokenError(error.what());
        }
        phase("checks");
    }

    /// A member's copy of the merged list; valid until the next call.
    std::span<const Entry<Value, K>> result(std::size_t member) const { return results_[member]; }
    std::vector<Entry<Value, K>> take_result(std::size_t member) { return std::move(results_[member]); }
    const std::vector<Verdict>& verdicts() const { return verdicts_; }
    const Account& account() const { return account_; }

  private:
    using Clock = std::chrono::steady_clock;
    using MySlices = Slices<Operator, V, K>;
    using Pair = typename MySlices::Pair;

    static constexpr std::size_t samples_a_rank = 64;

    struct Local {
        std::vector<Pair> run;
        Opening opening;
    };

    /// Counts what this process's members send.
    class Traffic final : public Observer {
      public:
        explicit Traffic(Account& account) : account_(account) {}
        void sent(const Transfer& transfer, std::size_t bytes) override {
            ++account_.transfers_sent;
            account_.slices_sent += transfer.slices.size();
            account_.bytes_sent += static_cast<std::int64_t>(bytes);
        }

      private:
        Account& account_;
    };

    static Operator operator_of(const What& what) {
        if constexpr (IsStrategy<What>) {
            return Operator{};
        } else {
            return what;
        }
    }

    void phase(std::string name) {
        const auto now = Clock::now();
        account_.phases.push_back({std::move(name), std::chrono::duration<double>(now - clock_).count()});
        clock_ = now;
    }

    /// All that can fail on one rank is done before any rank waits for another.
    std::vector<Local> work_alone(std::span<const Lists<V, K>> inputs) {
        std::vector<Local> locals(inputs.size());
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            Local& local = locals[member];
            try {
                local.opening.signature = signature<Strategy, Operator, V, K>(options_);
                settings_ = settle(options_, transport_.topology(), Operator::commutative, Operator::name);
                local.run = lift(member, inputs[member], std::nullopt);
                describe(member, inputs[member], local);
            } catch (...) {
                local.opening.failure = LocalFailure::from_current_exception();
            }
        }
        return locals;
    }

    /// Each pair by its identity, lifted, sorted, and those of one coordinate combined.
    std::vector<Pair> lift(std::size_t member, const Lists<V, K>& lists,
                           std::optional<std::pair<std::size_t, std::size_t>> but) const {
        std::size_t pairs = 0;
        for (const auto& list : lists) pairs += list.size();
        std::vector<Pair> run;
        run.reserve(pairs);
        const std::int64_t first_worker = std::int64_t{transport_.members()[member]} << 32;
        for (std::size_t worker = 0; worker < lists.size(); ++worker) {
            const auto& list = lists[worker];
            for (std::size_t index = 0; index < list.size(); ++index) {
                if (but && *but == std::pair(worker, index)) continue;
                const Origin origin{first_worker + static_cast<std::int64_t>(worker),
                                    static_cast<std::int64_t>(index)};
                run.push_back({Strategy::identity(list[index].coordinate, origin),
                               op_.lift(list[index].value, origin)});
            }
        }
        sort_run(run);
        combine_run(run, op_);
        return run;
    }

    void describe(std::size_t member, const Lists<V, K>& lists, Local& local) const {
        Opening& opening = local.opening;
        opening.workers = static_cast<std::int64_t>(lists.size());
        for (const auto& list : lists) opening.pairs += static_cast<std::int64_t>(list.size());
        const auto rank = static_cast<std::uint64_t>(transport_.members()[member]);
        opening.seed = options_.seed;
        if (opening.seed == 0 && options_.check && rank == 0) {
            std::random_device device;
            opening.seed = std::uint64_t{device()} << 32 | device();
        }
        if (options_.fault == Fault::drop_pair) {
            if (const auto pair = heaviest_pair<V, K>(lists)) {
                opening.largest = magnitude(lists[pair->first][pair->second].value);
            }
        }
        const auto samples = sample_run<typename MySlices::Partial, K>(local.run, samples_a_rank, rank);
        Bytes scratch;
        const auto encoded = encode(std::span<const K>(samples.coordinates), scratch);
        opening.samples.assign(encoded.begin(), encoded.end());
    }

    void agree(std::span<Local> locals) {
        std::vector<Opening> mine;
        for (Local& local : locals) mine.push_back(std::move(local.opening));
        openings_ = shake_hands(transport_, mine);
        account_.ranks = settings_.topology.ranks();
        for (const Opening& opening : openings_) {
            account_.workers += opening.workers;
            account_.pairs += opening.pairs;
        }
        schedule_ = settings_.schedule != nullptr
                        ? settings_.schedule
                        : &choose(settings_.topology, account_.pairs, !Operator::commutative);
        account_.schedule = schedule_->name;
        account_.transport = transport_.name();
        account_.rounds = schedule_->rounds(settings_.topology);
    }

    std::vector<K> splitters() const {
        std::vector<Samples<K>> samples;
        for (const Opening& opening : openings_) {
            std::vector<K> storage;
            const auto coordinates = decode<K>(opening.samples, storage);
            // Repeats weigh nothing extra here: a rank's runs are combined before they travel.
            const double weight = coordinates.empty() ? 0
                                                      : static_cast<double>(opening.pairs) /
                                                            static_cast<double>(coordinates.size());
            samples.push_back({{coordinates.begin(), coordinates.end()}, weight});
        }
        return choose_splitters<K>(samples, schedule_->slices(settings_.topology));
    }

    void reduce(std::vector<Local> locals) {
        const std::vector<K> cuts = splitters();
        const int slices = schedule_->slices(settings_.topology);
        slices_.clear();
        std::vector<Member*> members;
        for (std::size_t member = 0; member < locals.size(); ++member) {
            const int rank = transport_.members()[member];
            std::vector<bool> accountable;
            for (int slice = 0; slice < slices; ++slice) {
                accountable.push_back(schedule_->owner(settings_.topology, slice) == rank);
            }
            slices_.push_back(std::make_unique<MySlices>(op_, std::move(locals[member].run), cuts,
                                                         std::move(accountable), rank, openings_[0].seed));
            members.push_back(slices_.back().get());
        }
        Traffic traffic(account_);
        run(*schedule_, settings_.topology, transport_, members, traffic);
        phase("rounds");
        results_.clear();
        failures_.clear();
        for (auto& slices_of_member : slices_) {
            results_.push_back(slices_of_member->finish());
            const auto& failure = slices_of_member->failure();
            failures_.push_back(failure ? LocalFailure{LocalFailure::Kind::input, *failure} : LocalFailure{});
        }
        phase("finish");
    }

    void check(std::span<const Lists<V, K>> inputs) {
        std::vector<CheckInput<V, K, Value>> members;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            members.push_back({&inputs[member], results_[member], &slices_[member]->remainders()});
        }
        verdicts_ = run_checks<V, K, Value>(transport_, std::span<const CheckInput<V, K, Value>>(members),
                                            std::is_same_v<typename Strategy::Claim, Sum>, openings_[0].seed);
    }

    void drop_pair(std::span<const Lists<V, K>> inputs, std::vector<Local>& locals) {
        const auto heaviest =
            std::max_element(openings_.begin(), openings_.end(),
                             [](const auto& a, const auto& b) { return a.largest < b.largest; });
        if (heaviest == openings_.end() || heaviest->largest <= 0) return report_fault(false);
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            if (transport_.members()[member] != heaviest - openings_.begin()) continue;
            locals[member].run = lift(member, inputs[member], heaviest_pair<V, K>(inputs[member]));
        }
        report_fault(true);
    }

    /// All faults but `drop_pair` break what a right reduction has made.
    void break_result(std::span<const Lists<V, K>> inputs) {
        if (options_.fault == Fault::none || options_.fault == Fault::drop_pair) return;
        if (options_.fault == Fault::skip_reduction) return skip_reduction(inputs);
        bool broken = false;
        for (std::size_t member = 0; member < results_.size(); ++member) {
            auto& result = results_[member];
            if (options_.fault == Fault::swap_values) broken |= swap_two(result);
            if (options_.fault == Fault::extra_zero) broken |= add_zero(result);
            if (options_.fault == Fault::corrupt_rank) {
                const bool here = transport_.members()[member] == options_.fault_rank;
                const auto place = place_to_corrupt(result);
                if (place == result.end()) continue;
                if (here) corrupt(place->value);
                broken = true;
            }
        }
        report_fault(broken);
    }

    void skip_reduction(std::span<const Lists<V, K>> inputs) {
        std::vector<std::vector<Entry<Value, K>>> alone;
        std::vector<Bytes> differs;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            MySlices slices(op_, lift(member, inputs[member], std::nullopt), {}, {true}, 0,
                            openings_[0].seed);
            alone.push_back(slices.finish());
            differs.emplace_back(1, std::byte{alone[member] != results_[member]});
        }
        const auto all = transport_.allgather(differs);
        const bool broken =
            std::any_of(all.begin(), all.end(), [](const Bytes& one) { return one[0] != std::byte{0}; });
        if (broken) results_ = std::move(alone);
        report_fault(broken);
    }

    void report_fault(bool broken) { account_.fault = broken ? "broken on purpose" : "nothing to break"; }

    Transport& transport_;
    Operator op_;
    Options options_;
    Settings settings_;
    const Schedule* schedule_ = nullptr;
    std::vector<Opening> openings_;
    std::vector<std::unique_ptr<MySlices>> slices_;
    std::vector<std::vector<Entry<Value, K>>> results_;
    std::vector<LocalFailure> failures_;
    std::vector<Verdict> verdicts_;
    Account account_;
    Clock::time_point clock_;
};

}  // namespace collective
