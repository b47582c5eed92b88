#pragma once

#include <barrier>
#include <numeric>
#include <stdexcept>

#include "collective/transport/transport.hpp"

namespace collective::testing {

/// A transport of which the checks use the two small collectives; it moves no runs.
class SmallCollectives : public Transport {
  public:
    std::string_view name() const override { return "test"; }
    const Topology& topology() const override { return topology_; }
    std::span<const int> members() const override { return members_; }
    bool shares_memory() const override { return true; }
    void offer(const Transfer&, const Parcel&) override { throw std::logic_error("no runs"); }
    Parcel view(const Transfer&) override { throw std::logic_error("no runs"); }
    void end_round() override { throw std::logic_error("no runs"); }

  protected:
    SmallCollectives(std::vector<int> members, int ranks)
        : members_(std::move(members)), topology_(Topology::flat(ranks)) {}

  private:
    std::vector<int> members_;
    Topology topology_;
};

/// All ranks are members of one process.
class Together : public SmallCollectives {
  public:
    explicit Together(int ranks) : SmallCollectives(up_to(ranks), ranks) {}

    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override {
        return {blocks.begin(), blocks.end()};
    }

    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override {
        for (const auto& one : words)
            if (one.size() != words[0].size())
                throw std::logic_error("ranks give different numbers of words");
        for (std::size_t i = 0; i < words[0].size(); ++i) {
            std::uint64_t any = 0;
            for (const auto& one : words) any |= one[i];
            for (const auto& one : words) one[i] = any;
        }
    }

  private:
    static std::vector<int> up_to(int ranks) {
        std::vector<int> all(static_cast<std::size_t>(ranks));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
};

/// What the ranks of `Apart` share.
struct Table {
    explicit Table(int ranks) : blocks(static_cast<std::size_t>(ranks)), barrier(ranks) {}

    std::vector<Bytes> blocks;
    std::barrier<> barrier;
};

/// One rank, alone in its thread: it meets the others in each collective, or waits for ever.
class Apart : public SmallCollectives {
  public:
    Apart(Table& table, int rank)
        : SmallCollectives({rank}, static_cast<int>(table.blocks.size())), table_(table) {}

    std::vector<Bytes> allgather(std::span<const Bytes> blocks) override {
        table_.blocks[static_cast<std::size_t>(members()[0])] = blocks[0];
        table_.barrier.arrive_and_wait();
        std::vector<Bytes> all = table_.blocks;
        table_.barrier.arrive_and_wait();
        return all;
    }

    void allreduce_or(std::span<const std::span<std::uint64_t>> words) override {
        const std::span<const std::byte> mine = std::as_bytes(words[0]);
        const Bytes block(mine.begin(), mine.end());
        for (const Bytes& one : allgather({&block, 1})) {
            if (one.size() != mine.size()) throw std::logic_error("ranks give different numbers of words");
            const auto* other = reinterpret_cast<const std::uint64_t*>(one.data());
            for (std::size_t i = 0; i < words[0].size(); ++i) words[0][i] |= other[i];
        }
    }

  private:
    Table& table_;
};

}  // namespace collective::testing
