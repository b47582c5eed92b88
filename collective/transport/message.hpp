#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collective/local/buffer.hpp"
#include "collective/mpi/communicator.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// Where blocks of these sizes begin when they lie side by side, and where the last one ends.
/// **Throws** BrokenError where that end is beyond an int, which is what MPI takes, though each size may fit.
std::vector<int> side_by_side(std::span<const std::uint64_t> sizes);

/// MPI point to point: one rank lives in this process. A small parcel travels as one message. A larger body
/// follows its head in pieces of at most `limit` bytes, so counts never pass an int.
class MessageTransport final : public Transport {
  public:
    /// A limit of 0 or beyond 2^30 bytes is taken as the nearest that is possible.
    MessageTransport(const Communicator& communicator, std::size_t limit);

    std::string_view name() const override { return "message"; }
    const Topology& topology() const override { return communicator_.topology; }
    std::span<const int> members() const override { return {&communicator_.rank, 1}; }
    bool shares_memory() const override { return false; }
    void offer(const Transfer& transfer, const Parcel& parcel) override;
    Parcel view(const Transfer& transfer) override;
    void end_round() override;
    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override;
    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override;

  private:
    const Communicator& communicator_;
    std::size_t limit_;
    std::vector<MPI_Request> sends_;
    BufferPool<std::byte> pool_;
    std::vector<std::shared_ptr<const void>> in_use_;  // by this round's messages
};

}  // namespace collective
