#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/splitters.hpp"
#include "collective/options.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// What went wrong on one rank while it worked alone.
struct LocalFailure {
    enum class Kind : std::int32_t { none, input, system };
    Kind kind = Kind::none;
    std::string message;

    /// To be called in a catch block: the exception that is being handled.
    static LocalFailure from_current_exception();
};

/// How wide a rank's rows are, and which of its workers is the first to have some.
struct RowWidth {
    std::int64_t values = 0;
    std::int64_t worker = -1;  ///< -1: it has no rows
};

/// What a rank brings to the handshake.
struct Opening {
    LocalFailure failure;
    std::string signature;  ///< words `name=value`, a blank between: what all ranks must call alike
    std::int64_t workers = 0;
    std::int64_t pairs = 0;
    std::int64_t run = 0;  ///< pairs that are left of them after the local work before the handshake
    std::uint64_t seed = 0;
    double largest = 0;                        ///< magnitude of this rank's largest value
    std::uint64_t lowest = ~std::uint64_t{0};  ///< of its coordinates, as `ordered`; above `highest`: unknown
    std::uint64_t highest = 0;
    double sample_weight = 0;  ///< how many pairs each sample stands for
    Bytes samples;             ///< of its coordinates
    RowWidth width;
    bool early = false;  ///< so few pairs that they came along, as a parcel of one run:
    Bytes head, body;

    template <class V, class K>
    void describe(const Lists<V, K>& lists, int rank, const Options& options) {
        workers = static_cast<std::int64_t>(lists.size());
        for (const auto& list : lists) pairs += static_cast<std::int64_t>(list.size());
        seed = options.seed;
        if (seed == 0 && options.check && rank == 0) seed = random_seed();
    }

    template <class K>
    void put_samples(const Samples<K>& of_coordinates) {
        Bytes scratch;
        const auto encoded = encode(std::span<const K>(of_coordinates.coordinates), scratch);
        samples.assign(encoded.begin(), encoded.end());
        sample_weight = of_coordinates.weight;
    }

  private:
    static std::uint64_t random_seed();
};

/// Every rank's opening, after all ranks agreed that nothing is wrong.
///
/// **Collective** over all ranks; `mine` has one opening a member.
/// **Throws** on every rank the same: DisagreementError if signatures differ (it names two ranks and the
/// word); InputError or Error, as the lowest rank that failed; InputError if rows differ in width.
/// **Cost** one allgather; one more where signatures differ.
std::vector<Opening> shake_hands(Transport& transport, std::span<const Opening> mine);

/// Throws what `failure` says, as that rank's, unless it says nothing.
void raise(std::size_t rank, std::size_t ranks, const LocalFailure& failure);

/// The last agreement of a call: what could only be found late, such as a sum that does not fit.
/// **Collective** over all ranks. **Throws** like `shake_hands`. **Cost** one allgather of a few bytes.
void agree_on_failures(Transport& transport, std::span<const LocalFailure> mine);

}  // namespace collective
