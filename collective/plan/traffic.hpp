#pragma once

#include <cstdint>

#include "collective/engine/engine.hpp"
#include "collective/result.hpp"

namespace collective {

/// Counts what this process's members send.
class Traffic final : public Observer {
  public:
    Traffic(const Transport& transport, Account& account) : transport_(transport), account_(account) {}
    void sent(const Transfer& transfer, const Parcel& parcel) override {
        ++account_.transfers_sent;
        account_.slices_sent += transfer.slices.size();
        account_.bytes_sent += static_cast<std::int64_t>(parcel.pairs_bytes);
        account_.bytes_handed += static_cast<std::int64_t>(transport_.looks_in(transfer.target)
                                                               ? parcel.pairs_bytes
                                                               : parcel.head.size() + parcel.body.size());
    }

  private:
    const Transport& transport_;
    Account& account_;
};

}  // namespace collective
