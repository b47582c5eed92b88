#include "collective/plan/handshake.hpp"

#include <algorithm>
#include <new>
#include <random>
#include <sstream>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "collective/error.hpp"
#include "collective/transport/codec.hpp"

namespace collective {
namespace {

void put_failure(BlockWriter& block, const LocalFailure& failure) {
    block.put(failure.kind).put_text(failure.message);
}

LocalFailure get_failure(BlockReader& block) {
    const auto kind = block.get<LocalFailure::Kind>();
    return {kind, block.get_text()};
}

/// The first word that differs, as "rank 2 has operator=last where rank 0 has operator=sum".
std::string difference(const std::string& first, std::size_t rank, const std::string& other) {
    std::istringstream words(first);
    std::istringstream others(other);
    std::string a;
    std::string b;
    while (a == b && words >> a && others >> b) {
    }
    return "rank " + std::to_string(rank) + " has " + b + " where rank 0 has " + a;
}

/// All ranks have learned that signatures differ: they tell one another theirs.
[[noreturn]] void raise_disagreement(Transport& transport, std::span<const Opening> mine) {
    std::vector<Bytes> blocks;
    for (const Opening& opening : mine) blocks.push_back(BlockWriter().put_text(opening.signature).take());
    const std::vector<Bytes> all = transport.allgather(blocks);
    const auto text = [&](std::size_t rank) { return BlockReader(all[rank]).get_text(); };
    std::size_t other = 1;
    while (other + 1 < all.size() && text(other) == text(0)) ++other;
    throw DisagreementError("the ranks made different calls: " + difference(text(0), other, text(other)));
}

void raise_unequal_widths(std::span<const Opening> of_ranks) {
    const auto has_rows = [](const Opening& opening) { return opening.width.worker >= 0; };
    const auto first = std::find_if(of_ranks.begin(), of_ranks.end(), has_rows);
    const auto other = std::find_if(first, of_ranks.end(), [&](const Opening& opening) {
        return has_rows(opening) && opening.width.values != first->width.values;
    });
    if (other == of_ranks.end()) return;
    const auto text = [&](const auto& opening) {
        return "worker " + std::to_string(opening->width.worker) + " of rank " +
               std::to_string(opening - of_ranks.begin()) + " has rows of " +
               std::to_string(opening->width.values);
    };
    throw InputError(text(first) + " values, and " + text(other) + ": give all rows of a job one width");
}

}  // namespace

std::uint64_t Opening::random_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

void raise(std::size_t rank, std::size_t ranks, const LocalFailure& failure) {
    if (failure.kind == LocalFailure::Kind::none) return;
    const std::string where = ranks > 1 ? "rank " + std::to_string(rank) + ": " : "";
    if (failure.kind == LocalFailure::Kind::input) throw InputError(where + failure.message);
    throw Error(where + failure.message);
}

LocalFailure LocalFailure::from_current_exception() {
    try {
        throw;
    } catch (const InputError& error) {
        return {Kind::input, error.what()};
    } catch (const std::exception& error) {
        return {Kind::system, reason(error)};
    } catch (...) {
        return {Kind::system, "an exception of unknown type"};
    }
}

std::vector<Opening> shake_hands(Transport& transport, std::span<const Opening> mine) {
    std::vector<Bytes> blocks;
    for (const Opening& opening : mine) {
        BlockWriter block;
        put_failure(block, opening.failure);
        block.put(XXH3_64bits(opening.signature.data(), opening.signature.size()))
            .put(opening.workers)
            .put(opening.pairs)
            .put(opening.run)
            .put(opening.seed)
            .put(opening.largest)
            .put(opening.lowest)
            .put(opening.highest)
            .put(opening.sample_weight)
            .put_bytes(opening.samples)
            .put(opening.width)
            .put(opening.early)
            .put_bytes(opening.head)
            .put_bytes(opening.body);
        blocks.push_back(block.take());
    }
    std::vector<Opening> all;
    std::vector<XXH64_hash_t> signatures;
    for (const Bytes& bytes : transport.allgather(blocks)) {
        BlockReader block(bytes);
        Opening opening;
        opening.failure = get_failure(block);
        signatures.push_back(block.get<XXH64_hash_t>());
        opening.workers = block.get<std::int64_t>();
        opening.pairs = block.get<std::int64_t>();
        opening.run = block.get<std::int64_t>();
        opening.seed = block.get<std::uint64_t>();
        opening.largest = block.get<double>();
        opening.lowest = block.get<std::uint64_t>();
        opening.highest = block.get<std::uint64_t>();
        opening.sample_weight = block.get<double>();
        opening.samples = block.get_bytes();
        opening.width = block.get<RowWidth>();
        opening.early = block.get<bool>();
        opening.head = block.get_bytes();
        opening.body = block.get_bytes();
        all.push_back(std::move(opening));
    }
    if (std::any_of(signatures.begin(), signatures.end(), [&](auto hash) { return hash != signatures[0]; })) {
        raise_disagreement(transport, mine);
    }
    for (std::size_t rank = 0; rank < all.size(); ++rank) raise(rank, all.size(), all[rank].failure);
    raise_unequal_widths(all);
    return all;
}

void agree_on_failures(Transport& transport, std::span<const LocalFailure> mine) {
    std::vector<Bytes> blocks;
    for (const LocalFailure& failure : mine) {
        BlockWriter block;
        put_failure(block, failure);
        blocks.push_back(block.take());
    }
    const std::vector<Bytes> all = transport.allgather(blocks);
    for (std::size_t rank = 0; rank < all.size(); ++rank) {
        BlockReader block(all[rank]);
        raise(rank, all.size(), get_failure(block));
    }
}

}  // namespace collective
