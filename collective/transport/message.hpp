#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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
/// follows its head in pieces of at most `limit` bytes, so counts never pass an int. Parcels are viewed in
/// the order in which they arrive; the others' bodies arrive meanwhile.
class MessageTransport final : public Transport {
  public:
    /// A limit of 0 or beyond 2^30 bytes is taken as the nearest that is possible.
    MessageTransport(const Communicator& communicator, std::size_t limit);

    std::string_view name() const override { return "message"; }
    const Topology& topology() const override { return communicator_.topology; }
    std::span<const int> members() const override { return {&communicator_.rank, 1}; }
    bool shares_memory() const override { return false; }
    void offer(const Transfer& transfer, const Parcel& parcel) override;
    std::size_t next_arrival(std::span<const Transfer> expected) override;
    Parcel view(const Transfer& transfer) override;
    void end_round() override;
    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override;
    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override;

  private:
    /// A parcel on its way here: its first message once that is there, and the pieces of its body.
    struct Arrival {
        std::shared_ptr<const Buffer<std::byte>> first;
        std::shared_ptr<Buffer<std::byte>> body;
        std::vector<MPI_Request> pieces;
    };

    bool is_small(std::size_t body) const;
    bool has_arrived(int source);
    void receive(int source, Arrival& arrival, MPI_Message& message, const MPI_Status& status);

    const Communicator& communicator_;
    std::size_t limit_;
    std::vector<MPI_Request> sends_;
    std::map<int, Arrival> arrivals_;  // by source: the next parcel of each that was looked for
    BufferPool<std::byte> pool_;
    std::vector<std::shared_ptr<const void>> in_use_;  // by this round's messages
};

}  // namespace collective
