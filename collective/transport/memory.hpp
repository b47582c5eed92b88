#pragma once

#include <map>
#include <tuple>

#include "collective/transport/transport.hpp"

namespace collective {

/// All ranks live in this process: a view of a run is the source's own memory. Needs no MPI.
class MemoryTransport final : public Transport {
  public:
    explicit MemoryTransport(int ranks);

    std::string_view name() const override { return "memory"; }
    const Topology& topology() const override { return topology_; }
    std::span<const int> members() const override { return members_; }
    bool shares_memory() const override { return true; }
    void offer(const Transfer& transfer, const Parcel& parcel) override;
    Parcel view(const Transfer& transfer) override;
    void end_round() override;
    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override;
    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override;

  private:
    using Key = std::tuple<int, int, SliceRange>;  // source, target, slices

    Topology topology_;
    std::vector<int> members_;
    std::map<Key, Parcel> offered_;
};

}  // namespace collective
