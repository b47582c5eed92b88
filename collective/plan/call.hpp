#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "collective/check/checks.hpp"
#include "collective/engine/engine.hpp"
#include "collective/error.hpp"
#include "collective/local/contributions.hpp"
#include "collective/options.hpp"
#include "collective/plan/breaking.hpp"
#include "collective/plan/cuts.hpp"
#include "collective/plan/handshake.hpp"
#include "collective/plan/local_work.hpp"
#include "collective/plan/row_work.hpp"
#include "collective/plan/settings.hpp"
#include "collective/plan/slices.hpp"
#include "collective/plan/traffic.hpp"
#include "collective/result.hpp"
#include "collective/schedule/cost.hpp"
#include "collective/strategy/coordinate.hpp"
#include "collective/strategy/overwrite.hpp"
#include "collective/strategy/position.hpp"
#include "collective/strategy/strategy.hpp"

namespace collective {

/// One allreduce by key from end to end, for the members of a transport: local work, handshake, rounds,
/// finish, closing, checks, in this order.
template <class Strategy, class V, class K>
class Call {
  public:
    using Operator = typename Strategy::Operator;
    using Value = ValueOf<Operator, V>;

    Call(Transport& transport, Operator op, Options options);
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    ~Call();

    /// `inputs` has each member's lists, in the order of `transport.members()`; they stay the caller's.
    /// `failure`: what went wrong with this process's inputs already.
    /// **Collective** over all ranks.
    /// **Throws** InputError, DisagreementError or Error, the same on every rank; BrokenError on this one
    /// alone.
    void operator()(std::span<const Lists<V, K>> inputs, const LocalFailure& failure = {});

    /// A member's copy of the merged list; valid until the next call.
    std::span<const Entry<Value, K>> result(std::size_t member) const { return results_[member]; }
    const std::vector<Verdict>& verdicts() const { return verdicts_; }
    const Account& account() const { return account_; }

  private:
    using Clock = std::chrono::steady_clock;
    using Mine = Contributions<Strategy, V, K>;
    using MySlices = Slices<Operator, V, K>;
    using Work = LocalWork<Strategy, V, K>;
    using Local = typename Work::Local;
    using Pair = typename MySlices::Pair;
    static constexpr bool has_grid = Work::has_grid;

    void phase(std::string name) {
        const auto now = Clock::now();
        account_.phases.push_back({std::move(name), std::chrono::duration<double>(now - clock_).count()});
        clock_ = now;
        if (options_.observer != nullptr) options_.observer->phase_ends(account_.phases.back());
    }

    /// Does what other ranks take part in and may wait for.
    template <class Steps>
    static void breaking_if_it_throws(const Steps& steps) {
        try {
            steps();
        } catch (const BrokenError&) {
            throw;
        } catch (const std::exception& error) {
            throw BrokenError(reason(error));
        }
    }

    int rank_of(std::size_t member) const { return transport_.members()[member]; }

    /// All that can fail on one rank is done before any rank waits for another.
    std::vector<Local> work_alone(std::span<const Lists<V, K>> inputs, const LocalFailure& failure) {
        std::vector<Local> locals(inputs.size());
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            Local& local = locals[member];
            try {
                local.opening.signature = signature_;
                local.opening.failure = failure;
                if (!settings_) {
                    settings_ =
                        settle(options_, transport_.topology(), Operator::commutative, Operator::name);
                }
                if (is_row<V> && options_.fault != Fault::none) {
                    throw InputError("faults break pairs of one value each, not rows");
                }
                Work(transport_, op_, options_, bench_)(rank_of(member), inputs[member], local);
            } catch (...) {
                local.opening.failure = LocalFailure::from_current_exception();
            }
        }
        return locals;
    }

    void agree(std::span<Local> locals) {
        std::vector<Opening> mine;
        for (Local& local : locals) mine.push_back(std::move(local.opening));
        openings_ = shake_hands(transport_, mine);
        account_.ranks = settings_->topology.ranks();
        for (const Opening& opening : openings_) {
            account_.workers += opening.workers;
            account_.pairs += opening.pairs;
        }
        if constexpr (requires { op_.begin(account_.workers); }) op_.begin(breaking_.workers(account_));
        account_.transport = transport_.name();
        early_ = account_.pairs <= Work::most_early_of_all &&
                 std::all_of(openings_.begin(), openings_.end(), [](const auto& one) { return one.early; });
        if (early_) {
            account_.schedule = "gather";
            return;
        }
        const Costs costs = Costs::stated(transport_.shares_memory());
        const Expected expected = expectation<typename Mine::Partial, K>(openings_);
        if (options_.observer != nullptr) options_.observer->expects(expected);
        schedule_ = settings_->schedule;
        if (schedule_ == nullptr) {
            schedule_ = chooser_.cheapest(settings_->topology, costs, expected, !Operator::commutative);
        }
        account_.schedule = schedule_->name;
        account_.predicted_seconds = predicted_seconds(*schedule_, settings_->topology, costs, expected);
        account_.rounds = schedule_->rounds(settings_->topology);
    }

    /// Every rank has the pairs of all already, and so finds the same errors: no round and no closing.
    void reduce_early(std::span<const Lists<V, K>> inputs, std::vector<Local> locals) {
        cuts_ = {};
        cuts_.ranks = settings_->topology.ranks();
        cuts_.seen_by_peers = false;
        slices_.resize(locals.size());
        results_.clear();
        for (std::size_t member = 0; member < locals.size(); ++member) {
            const int me = rank_of(member);
            auto& slices = slices_[member];
            if (slices == nullptr)
                slices = std::make_unique<MySlices>(op_, transport_, me, bench_, options_.names);
            slices->begin(cuts_, {}, 0);
            Work(transport_, op_, options_, bench_)
                .hold(Mine(inputs[member], me, op_), std::move(locals[member]), *slices);
            for (int source = 0; source < cuts_.ranks; ++source) {
                const Opening& opening = openings_[static_cast<std::size_t>(source)];
                if (source == me) continue;
                slices->incoming({0, source, me, {0, 1}, Action::reduce, 1}, {opening.head, opening.body});
            }
            slices->end_round();
            results_.push_back(slices->finish());
        }
        phase("finish");
    }

    void reduce(std::span<const Lists<V, K>> inputs, std::vector<Local> locals) {
        cuts_ = choose_cuts<K, has_grid>(openings_, *schedule_, settings_->topology);
        transport_.prepare(kept_by_ranks());
        account_.transport = transport_.name();
        failures_.assign(inputs.size(), LocalFailure{});
        slices_.resize(inputs.size());
        std::vector<Member*> members;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            const int rank = rank_of(member);
            std::vector<bool> accountable;
            for (int slice = 0; options_.check && slice < cuts_.slices; ++slice) {
                accountable.push_back(schedule_->owner(settings_->topology, slice) == rank);
            }
            auto& slices = slices_[member];
            if (slices == nullptr)
                slices = std::make_unique<MySlices>(op_, transport_, rank, bench_, options_.names);
            slices->begin(cuts_, std::move(accountable), openings_[0].seed, divisor());
            hold_pairs(Mine(inputs[member], rank, op_), std::move(locals[member]), *slices,
                       failures_[member]);
            members.push_back(slices.get());
        }
        phase("partition");
        Traffic traffic(transport_, account_);
        std::vector<Observer*> observers{&traffic};
        if (options_.observer != nullptr) observers.push_back(options_.observer);
        run(*schedule_, settings_->topology, transport_, members, observers);
        phase("rounds");
        results_.clear();
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            results_.push_back(slices_[member]->finish());
            account_.pairs_combined += slices_[member]->pairs_combined();
            const auto& failure = slices_[member]->failure();
            if (failure && failures_[member].kind == LocalFailure::Kind::none) {
                failures_[member] = {LocalFailure::Kind::input, *failure};
            }
        }
        phase("finish");
    }

    /// What ranks will keep where peers look into: pairs that are laid out, and the values of a slice, which
    /// are at most as many as its pairs.
    std::vector<ArenaBytes> kept_by_ranks() const {
        constexpr bool values_stay = is_row<Value> || TravelsAsIs<Entry<Value, K>>;
        constexpr double heaviest = 1.15;  // slice, over the mean
        double all = 0;
        for (const Opening& opening : openings_) all += static_cast<double>(opening.run);
        const auto of_a_slice = static_cast<std::size_t>(heaviest * all / cuts_.slices) + 1;
        const std::size_t values = values_stay ? of_a_slice * bytes_a_pair<Value, K>(cuts_.width) : 0;
        std::vector<ArenaBytes> bytes;
        for (const Opening& opening : openings_) {
            const auto laid_out = static_cast<std::size_t>(is_row<V> || cuts_.grid ? opening.run : 0);
            bytes.push_back({laid_out * bytes_a_pair<typename Mine::Partial, K>(cuts_.width), values});
        }
        return bytes;
    }

    /// Gives a member's slices their pairs. What fails here fails in the closing: until then the rank has
    /// none.
    void hold_pairs(const Mine& mine, Local local, MySlices& slices, LocalFailure& failure) {
        try {
            Work(transport_, op_, options_, bench_).hold(mine, std::move(local), slices);
        } catch (...) {
            failure = LocalFailure::from_current_exception();
            slices.hold(std::make_shared<Buffer<Pair>>());
        }
    }

    void check(std::span<const Lists<V, K>> inputs) {
        std::vector<CheckInput<V, K, Value>> members;
        for (std::size_t member = 0; member < inputs.size(); ++member) {
            members.push_back({&inputs[member], results_[member], &slices_[member]->remainders()});
        }
        using Claim = typename Strategy::Claim;
        const std::span<const CheckInput<V, K, Value>> all(members);
        if constexpr (IsSum<Claim, NumberOf<V>>) {
            const bool by_contributors = HasDivisor<Claim> && divisor() == 0;
            verdicts_ = run_checks(transport_, all, by_contributors ? Claimed::means : Claimed::sums,
                                   openings_[0].seed, WorthTo<Claim>{}, options_.names);
        } else if constexpr (IsPlainSum<Claim> && !is_row<V>) {
            verdicts_ =
                run_checks(transport_, all, Claimed::sums, openings_[0].seed, PlainWorth{}, options_.names);
        } else {
            verdicts_ = run_checks(transport_, all, Claimed::neither, openings_[0].seed, std::identity{},
                                   options_.names);
        }
    }

    /// What all values claim to be divided by; 0: by nothing, or by those who contribute.
    std::int64_t divisor() const {
        if constexpr (HasDivisor<typename Strategy::Claim>) {
            return breaking_.divisor(claim_of<Strategy>(op_).divisor(account_.workers));
        } else {
            return 0;
        }
    }

    Transport& transport_;
    Operator op_;
    Options options_;
    std::string signature_;
    std::optional<Settings> settings_;
    Chooser chooser_;
    const Schedule* schedule_ = nullptr;
    std::vector<Opening> openings_;
    bool early_ = false;  // all pairs came with the handshake
    std::vector<std::unique_ptr<MySlices>> slices_;
    Cuts<K> cuts_;
    Workbench<Operator, typename Mine::Partial, K> bench_;
    std::vector<std::span<const Entry<Value, K>>> results_;
    Breaking<Strategy, V, K> breaking_{transport_, op_, options_, bench_};
    std::vector<LocalFailure> failures_;
    std::vector<Verdict> verdicts_;
    Account account_;
    Clock::time_point clock_;
};

// Out of line, so that a call that the library has an instance of compiles to a jump.

template <class Strategy, class V, class K>
Call<Strategy, V, K>::Call(Transport& transport, Operator op, Options options)
    : transport_(transport),
      op_(std::move(op)),
      options_(std::move(options)),
      signature_(signature<Strategy, V, K>(op_, options_)) {}

template <class Strategy, class V, class K>
Call<Strategy, V, K>::~Call() = default;

template <class Strategy, class V, class K>
void Call<Strategy, V, K>::operator()(std::span<const Lists<V, K>> inputs, const LocalFailure& failure) {
    account_ = Account{};
    verdicts_.clear();
    clock_ = Clock::now();
    std::vector<Local> locals = work_alone(inputs, failure);
    phase("local");
    agree(locals);
    phase("handshake");
    if (early_) {
        breaking_if_it_throws([&] { reduce_early(inputs, std::move(locals)); });
        const auto& unfinished = slices_.front()->failure();
        if (unfinished) raise(0, openings_.size(), {LocalFailure::Kind::input, *unfinished});
        return;
    }
    breaking_if_it_throws([&] {
        if constexpr (!is_row<V>) breaking_.break_locals(inputs, openings_, locals, account_);
        reduce(inputs, std::move(locals));
    });
    agree_on_failures(transport_, failures_);
    phase("closing");
    breaking_if_it_throws([&] {
        if constexpr (!is_row<V>) breaking_.break_results(inputs, results_, account_);
        if (options_.check) check(inputs);
    });
    phase("checks");
}

/// The call that an operator or a strategy stands for.
template <class What, class V, class K>
using CallFor = Call<typename AsStrategy<What>::type, V, K>;

// The library's own instances.
extern template class Call<ByCoordinate<Sum>, float, std::int64_t>;
extern template class Call<ByCoordinate<Sum>, double, std::int64_t>;
extern template class Call<Position, double, std::int64_t>;
extern template class Call<Overwrite, double, std::int64_t>;
extern template class Call<ByCoordinate<Sum>, Row<double>, std::int64_t>;
extern template class Call<ByCoordinate<Sum>, std::int64_t, std::int64_t>;
extern template class Call<Position, std::int64_t, std::int64_t>;
extern template class Call<Overwrite, std::int64_t, std::int64_t>;

}  // namespace collective
