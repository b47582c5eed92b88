#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collective {

class Observer;

/// How coordinates are called in messages, where the integers of a call stand for something else.
class CoordinateNames {
  public:
    virtual ~CoordinateNames() = default;
    virtual std::string name(std::int64_t coordinate) const = 0;

  protected:
    CoordinateNames() = default;
    CoordinateNames(const CoordinateNames&) = default;
    CoordinateNames& operator=(const CoordinateNames&) = default;
};

/// Something to break on purpose, so that a person can see the checks work. See `plan/fault.hpp`.
enum class Fault {
    none,
    corrupt_rank,
    drop_pair,
    skip_reduction,
    swap_values,
    extra_zero,
    // Of pitfalls, see `strategy/pitfalls.hpp`:
    drop_zeros,
    first_coordinates,
    count_ranks
};

/// How a call is carried out. All ranks must give the same options; none of them changes a right result.
struct Options {
    std::string schedule = "auto";   ///< a name from `schedules()`, or `auto`
    std::string transport = "auto";  ///< `message`, `window` (memory that a node shares), or `auto`
    bool check = true;               ///< run agreement, coordinates and fingerprint on the result
    std::vector<int> nodes;          ///< sizes of pretended nodes, in rank order; empty: the real topology
    std::uint64_t seed = 0;          ///< of the fingerprint's hash; 0: drawn anew by rank 0 for each call
    Fault fault = Fault::none;
    int fault_rank = 0;                      ///< the rank that `corrupt_rank` breaks
    std::size_t message_limit = 1 << 26;     ///< bytes; a longer transfer travels in pieces of this size
    Observer* observer = nullptr;            ///< sees what this process's ranks do; the caller's own
    const CoordinateNames* names = nullptr;  ///< of coordinates that are int64; the caller's own

    friend bool operator==(const Options&, const Options&) = default;
};

}  // namespace collective
