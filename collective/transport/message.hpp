#pragma once

#include <deque>

#include "collective/mpi/communicator.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// MPI point to point: one rank lives in this process. A run travels as pieces of `limit` bytes; one that is
/// shorter, perhaps empty, is the last. So counts never pass an int, and nobody need know a size before.
class MessageTransport final : public Transport {
  public:
    /// A limit of 0 or beyond 2^30 bytes is taken as the nearest that is possible.
    MessageTransport(const Communicator& communicator, std::size_t limit);

    std::string_view name() const override { return "message"; }
    const Topology& topology() const override { return communicator_.topology; }
    std::span<const int> members() const override { return {&communicator_.rank, 1}; }
    void offer(const Transfer& transfer, std::span<const std::byte> run) override;
    std::span<const std::byte> view(const Transfer& transfer) override;
    void end_round() override;
    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override;
    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override;

  private:
    const Communicator& communicator_;
    std::size_t limit_;
    std::vector<MPI_Request> sends_;
    std::deque<Bytes> received_;  // a deque: views into its elements stay valid
};

}  // namespace collective
