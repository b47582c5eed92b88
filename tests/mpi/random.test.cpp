#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "collective/allreduce_by_key.hpp"
#include "collective/plan/in_memory.hpp"
#include "collective/strategy/table.hpp"
#include "tests/mpi/oracle.hpp"
#include "tests/mpi/ranks.hpp"

using namespace collective;
using namespace collective::testing;

namespace {

using Random = std::mt19937_64;

std::int64_t draw(Random& random, std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

/// Integers that fit when summed; or floats that cancel, overflow half-way, are subnormal, signed zeros, and
/// in some jobs infinite.
template <class V>
class Values {
  public:
    explicit Values(Random& random) : random_(random), infinite_(random() % 4 == 0) {}

    V operator()() {
        const std::int64_t integer = draw(random_, -(1LL << 52), 1LL << 52);
        if constexpr (std::floating_point<V>) {
            if (random_() % 4 == 0) return last_ = -last_;
            return last_ = draw_float(integer);
        } else {
            return integer;
        }
    }

  private:
    using Limits = std::numeric_limits<V>;

    V draw_float(std::int64_t integer) {
        const V sign = integer < 0 ? V{-1} : V{1};
        switch (draw(random_, 0, infinite_ ? 6 : 5)) {
            case 0:
                return static_cast<V>(integer % 8);
            case 1:
                return sign * V{0};
            case 2:
                return std::ldexp(static_cast<V>(integer),
                                  static_cast<int>(draw(random_, -1100, 900)) * Limits::max_exponent / 1024);
            case 3:
                return sign * (Limits::max() - std::ldexp(static_cast<V>(std::abs(integer) % 1000),
                                                          Limits::max_exponent - Limits::digits));
            case 4:
                return Limits::denorm_min() * static_cast<V>(integer % 1000);
            case 5:
                return static_cast<V>(integer) * V{0.1F};
            default:
                return sign * Limits::infinity();
        }
    }

    Random& random_;
    bool infinite_;
    V last_ = 0;
};

template <class V>
Workers<V> draw_workers(Random& random, int ranks) {
    Workers<V> workers(static_cast<std::size_t>(draw(random, 0, 2 * ranks + 1)));
    const std::int64_t range = draw(random, 1, 60);
    Values<V> draw_value(random);
    for (auto& list : workers) {
        list.resize(static_cast<std::size_t>(draw(random, 0, 30)));
        for (auto& [coordinate, value] : list) {
            coordinate = draw(random, -range, range);
            if (draw(random, 0, 50) == 0) coordinate = std::numeric_limits<std::int64_t>::min();
            if (draw(random, 0, 50) == 0) coordinate = std::numeric_limits<std::int64_t>::max();
            value = draw_value();
        }
    }
    return workers;
}

Options draw_options(Random& random, int ranks) {
    const auto names = schedules();
    Options options;
    const auto which = static_cast<std::size_t>(draw(random, 0, static_cast<std::int64_t>(names.size())));
    if (which < names.size()) options.schedule = names[which].name;
    options.check = random() % 3 != 0;  // without, few pairs go with the handshake
    constexpr std::array<std::size_t, 4> limits{1, 7, 100, 1 << 26};
    options.message_limit = limits[static_cast<std::size_t>(draw(random, 0, 3))];
    constexpr std::array<const char*, 3> transports{"auto", "message", "window"};
    options.transport = transports[static_cast<std::size_t>(draw(random, 0, 2))];
    while (random() % 2 == 0 && ranks > 0) {
        options.nodes.push_back(static_cast<int>(draw(random, 1, ranks)));
        ranks -= options.nodes.back();
    }
    if (!options.nodes.empty() && ranks > 0) options.nodes.push_back(ranks);
    return options;
}

/// Equal bit by bit: -0.0 is not 0.0.
template <class V>
bool same_bytes(std::span<const Entry<V>> a, std::span<const Entry<V>> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
        return one.coordinate == other.coordinate && std::memcmp(&one.value, &other.value, sizeof(V)) == 0;
    });
}

template <class V, class What>
void try_one(MPI_Comm comm, const Workers<V>& workers, const What& what, const StrategyRow& row,
             const Options& options) {
    const int ranks = size_of(comm);
    const auto right = brute_force(workers, row.name);
    const auto merged = try_allreduce_by_key(lists_of(workers, rank_in(comm), ranks), comm, what, options);
    CHECK(same_bytes<V>(merged.pairs, right));
    if (row.flaw.empty()) CHECK(merged.passed());

    if (rank_in(comm) != 0) return;
    std::vector<Lists<V>> lists;
    for (int rank = 0; rank < ranks; ++rank) lists.push_back(lists_of(workers, rank, ranks));
    InMemory<What, V> in_memory(ranks, what, options);
    in_memory(std::span<const Lists<V>>(lists));
    CHECK(same_bytes<V>(in_memory.result(0), merged.pairs));
    CHECK(std::equal(merged.verdicts.begin(), merged.verdicts.end(), in_memory.verdicts().begin(),
                     in_memory.verdicts().end(),
                     [](const Verdict& a, const Verdict& b) { return a.status == b.status; }));
}

/// All ranks of `comm` draw the same job from `seed`.
template <class V>
void try_one(MPI_Comm comm, std::uint64_t seed) {
    Random random(seed);
    const int ranks = size_of(comm);
    const Options options = draw_options(random, ranks);
    const Workers<V> workers = draw_workers<V>(random, ranks);
    const auto rows = strategy_rows();
    const auto& row = rows[std::same_as<V, float> ? 0 : random() % rows.size()];
    CAPTURE(seed);
    CAPTURE(ranks);
    CAPTURE(row.name);
    CAPTURE(options.schedule);
    CAPTURE(options.transport);
    CAPTURE(options.message_limit);
    if constexpr (std::same_as<V, float>) {
        try_one(comm, workers, Coordinate{}, row, options);
    } else {
        visit_strategy(row.name, [&](auto what) { try_one(comm, workers, what, row, options); });
    }
}

}  // namespace

TEST_CASE("random jobs give what brute force gives, byte by byte as in memory") {
    const int rank = rank_in(MPI_COMM_WORLD);
    const int world = size_of(MPI_COMM_WORLD);
    const int trials = 320 / world;
    for (int size = 1; size <= world; ++size) {
        const Group group(rank < size, -rank);
        if (group == MPI_COMM_NULL) continue;
        for (int trial = 0; trial < trials; ++trial) {
            const auto seed = static_cast<std::uint64_t>(1000 * (100 * world + size) + trial);
            try_one<std::int64_t>(group, seed);
            try_one<double>(group, seed);
            try_one<float>(group, seed);
        }
    }
}
