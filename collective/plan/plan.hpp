#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

#include "collective/error.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/operator/sum.hpp"
#include "collective/options.hpp"
#include "collective/plan/apart.hpp"
#include "collective/plan/call.hpp"
#include "collective/result.hpp"
#include "collective/row.hpp"
#include "collective/transport/message.hpp"
#include "collective/transport/window.hpp"

namespace collective {

/// A plan keeps what calls on one communicator share. `What` is an operator (`Sum`, `Max`, `Mean`, ..., your
/// own) or a strategy (`Coordinate`, `Position`, `Overwrite`).
///
///     collective::Plan plan(MPI_COMM_WORLD, collective::Sum{});
///     for (...) std::span<const collective::Entry<double>> merged = plan(mine);
///
/// A plan works on a duplicate of the communicator: it never meets the caller's messages. The communicator
/// must outlive it.
template <class What = Sum>
class Plan {
  public:
    /// **Collective** over `comm`: every rank must give the same operator and options.
    /// **Throws** MpiError if `comm` is null or an intercommunicator, or MPI is not running.
    explicit Plan(MPI_Comm comm, What what = {}, Options options = {})
        : communicator_(duplicate_of(comm)),
          transport_(make_transport(communicator_, options)),
          what_(std::move(what)),
          options_(std::move(options)) {}

    template <class V, class K>
    using View = std::span<const Entry<typename CallFor<What, V, K>::Value, K>>;

    /// Merges every rank's pairs: one pair a coordinate, sorted, equal on every rank.
    ///
    /// **Collective** over the communicator; what ranks give may differ in length, also be empty.
    /// The view is valid until the next call on the communicator, of this plan or another. `mine` is left as
    /// it is, and may be such a view.
    /// **Throws** CheckError if a check fails; InputError and DisagreementError, each the same on every rank;
    /// BrokenError if this rank failed alone: end the job then.
    /// **Cost** as the schedule: `split` sends each pair once to its slice's owner, and each merged pair to
    /// all.
    template <class V, class K>
    View<V, K> operator()(std::span<const Entry<V, K>> mine) {
        return (*this)(Lists<V, K>{mine});
    }
    template <class V, class K>
    View<V, K> operator()(const std::vector<Entry<V, K>>& mine) {
        return (*this)(std::span<const Entry<V, K>>(mine));
    }

    /// The same for a rank that holds several workers, or none.
    template <class V, class K>
    View<V, K> operator()(const Lists<V, K>& mine) {
        const View<V, K> merged = attempt(mine);
        throw_if_failed(*verdicts_);
        return merged;
    }

    /// The same for a rank that holds one worker, whose values are the rows of a matrix. So are the result's:
    /// they lie side by side.
    /// **Throws** InputError, on every rank, also if the sizes of a matrix don't fit, or widths differ.
    template <class V, class K>
    View<Row<V>, K> operator()(const Rows<V, K>& mine) {
        std::vector<Entry<Row<V>, K>> pairs;
        LocalFailure failure;
        try {
            pairs = pairs_of(mine);
        } catch (...) {
            failure = LocalFailure::from_current_exception();
        }
        const View<Row<V>, K> merged = attempt(Lists<Row<V>, K>{pairs}, failure);
        throw_if_failed(*verdicts_);
        return merged;
    }

    /// The same, but a failed check only shows in `verdicts()`. A rank that failed already says so in
    /// `failure`: every rank throws it then.
    template <class V, class K>
    View<V, K> attempt(const Lists<V, K>& mine, const LocalFailure& failure = {}) {
        try {
            const ListsApart<V, K> apart(mine, communicator_.last_result);
            CallFor<What, V, K>& call = this->call<V, K>();
            verdicts_ = &call.verdicts();
            account_ = &call.account();
            call(std::span(&apart.lists(), 1), failure);
            communicator_.last_result = memory_of(call.result(0));
            return call.result(0);
        } catch (const BrokenError&) {
            abandon(communicator_);
            throw;
        } catch (const Error&) {
            throw;
        } catch (const std::exception& error) {
            abandon(communicator_);
            throw BrokenError(reason(error));
        }
    }

    /// What the checks said of the last call, and how it went; empty before the first.
    const std::vector<Verdict>& verdicts() const { return *verdicts_; }
    const Account& account() const { return *account_; }

  private:
    static std::unique_ptr<Transport> make_transport(Communicator& communicator, const Options& options) {
        const bool alone_on_its_node = communicator.topology.nodes() == communicator.size;
        if (options.transport == "message" || (options.transport == "auto" && alone_on_its_node)) {
            return std::make_unique<MessageTransport>(communicator, options.message_limit);
        }
        return std::make_unique<WindowTransport>(communicator, options.message_limit);
    }

    static void throw_if_failed(const std::vector<Verdict>& verdicts) {
        for (const Verdict& verdict : verdicts) {
            if (verdict.status != Status::failed) continue;
            throw CheckError("check " + verdict.check + " failed: " + verdict.detail);
        }
    }

    template <class V, class K>
    CallFor<What, V, K>& call() {
        if (type_ != typeid(CallFor<What, V, K>)) {
            call_ = std::make_shared<CallFor<What, V, K>>(*transport_, operator_of(what_), options_);
            type_ = typeid(CallFor<What, V, K>);
        }
        return *static_cast<CallFor<What, V, K>*>(call_.get());
    }

    Communicator& communicator_;
    std::unique_ptr<Transport> transport_;
    What what_;
    Options options_;
    std::shared_ptr<void> call_;
    std::type_index type_ = typeid(void);  // of what call_ points to
    inline static const std::vector<Verdict> no_verdicts;
    inline static const Account no_account;
    const std::vector<Verdict>* verdicts_ = &no_verdicts;  // these two are the call's
    const Account* account_ = &no_account;
};

/// Calls `use(plan)` with the plan that the communicator keeps for the same operator or strategy and the same
/// options, made at the first call: the plain call finds its buffers warm. An operator with a state of its
/// own, or an observer, gets a plan for this call alone.
template <class What, class Use>
auto with_plan(MPI_Comm comm, const What& what, const Options& options, const Use& use) {
    if (std::is_empty_v<What> && options.observer == nullptr) {
        constexpr std::size_t most = 8;
        auto& plans = duplicate_of(comm).plans;
        auto place = std::find_if(plans.begin(), plans.end(), [&](const KeptPlan& kept) {
            return kept.type == typeid(What) && kept.options == options;
        });
        if (place == plans.end()) {
            const auto made = std::make_shared<Plan<What>>(comm, what, options);
            if (plans.size() == most) plans.erase(plans.begin());
            place = plans.insert(plans.end(), {typeid(What), options, made});
        }
        return use(*static_cast<Plan<What>*>(place->plan.get()));
    }
    Plan<What> plan(comm, what, options);
    return use(plan);
}

}  // namespace collective
