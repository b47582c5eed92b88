#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collective/entry.hpp"
#include "collective/local/run.hpp"
#include "collective/local/shelf.hpp"
#include "collective/plan/parcel_header.hpp"
#include "collective/plan/row_parcel.hpp"
#include "collective/transport/codec.hpp"
#include "collective/transport/wire.hpp"

namespace collective {

/// Lists that lie side by side in memory as one view, else a copy of them that `held` keeps.
template <class P, class K>
std::span<const Entry<P, K>> join(std::span<const Run<P, K>> runs, Stock<Entry<P, K>>& stock, Held& held) {
    std::span<const Entry<P, K>> whole;
    std::size_t size = 0;
    bool side_by_side = true;
    for (const auto& run : runs) {
        if (run.pairs.empty()) continue;
        if (size == 0) {
            whole = run.pairs;
        } else if (whole.data() + size != run.pairs.data()) {
            side_by_side = false;
        }
        size += run.pairs.size();
    }
    if (side_by_side) return {whole.data(), size};
    const auto joined = stock.lend(size);
    auto place = joined->begin();
    for (const auto& run : runs) place = std::copy(run.pairs.begin(), run.pairs.end(), place);
    held.push_back(joined);
    return *joined;
}

/// The runs of neighbouring slices as they travel: as they lie in memory if the target `looks_in`, else as
/// few bytes as possible.
template <class P, class K>
Parcel pack(std::span<const Run<P, K>> runs, bool looks_in, Stock<Entry<P, K>>& stock, Held& held) {
    const auto whole = join(runs, stock, held);
    Wire wire;
    if constexpr (has_wire_form<P, K>) {
        if (looks_in) {
            wire.body = std::as_bytes(whole);
        } else {
            const auto scratch = std::make_shared<Buffer<std::byte>>();
            wire = to_wire(whole, *scratch);
            held.push_back(scratch);
        }
    } else {
        const auto scratch = std::make_shared<Bytes>();
        wire.body = encode(whole, *scratch);
        held.push_back(scratch);
    }
    BlockWriter writer;
    writer.put(ParcelHeader{wire.form, wire.lowest});
    for (const auto& run : runs) {
        writer.put(RunHeader{run.pairs.size(), run.counts.size()}).append(std::as_bytes(run.counts));
    }
    const auto head = std::make_shared<const Bytes>(writer.take());
    held.push_back(head);
    return {*head, wire.body, TravelsAsIs<Entry<P, K>> ? whole.size_bytes() : wire.body.size()};
}

/// The runs of a parcel of so many slices; `held` keeps what they view, beside the parcel itself.
template <class P, class K>
std::vector<Run<P, K>> unpack(const Parcel& parcel, int slices, Stock<Entry<P, K>>& stock, Held& held) {
    BlockReader reader(parcel.head);
    const auto header = reader.get<ParcelHeader>();
    std::vector<Run<P, K>> runs(static_cast<std::size_t>(slices));
    std::vector<std::size_t> sizes;
    sizes.reserve(runs.size());
    std::size_t size = 0;
    for (auto& run : runs) {
        const auto [pairs, counts] = reader.get<RunHeader>();
        const auto bytes = reader.view(counts * sizeof(std::uint32_t));
        run.counts = {reinterpret_cast<const std::uint32_t*>(bytes.data()), counts};
        sizes.push_back(pairs);
        size += pairs;
    }
    std::span<const Entry<P, K>> rest;
    if constexpr (has_wire_form<P, K>) {
        using E = Entry<P, K>;
        const auto* body = parcel.body.data();
        if (header.form == Form::pairs && reinterpret_cast<std::uintptr_t>(body) % alignof(E) == 0) {
            rest = {reinterpret_cast<const E*>(body), size};
        } else {
            const auto storage = stock.lend(size);
            held.push_back(storage);
            from_wire({header.form, header.lowest, parcel.body}, std::span<E>(*storage));
            rest = *storage;
        }
    } else {
        const auto storage = std::make_shared<std::vector<Entry<P, K>>>();
        held.push_back(storage);
        rest = decode<Entry<P, K>>(parcel.body, *storage);
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].pairs = rest.first(sizes[i]);
        rest = rest.subspan(sizes[i]);
    }
    return runs;
}

}  // namespace collective
