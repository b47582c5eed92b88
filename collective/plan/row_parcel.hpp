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
#include "collective/row.hpp"
#include "collective/transport/codec.hpp"

namespace collective {

/// Rows that lie side by side in memory as one view, their numbers too, else a copy of them that `held`
/// keeps.
template <class T, class K>
std::span<const Entry<Row<T>, K>> join(std::span<const Run<Row<T>, K>> runs, Stock<Entry<Row<T>, K>>& stock,
                                       Held& held) {
    using Pair = Entry<Row<T>, K>;
    std::span<const Pair> whole;
    std::size_t size = 0;
    std::size_t width = 0;
    const Pair* end = nullptr;
    const T* end_of_numbers = nullptr;
    bool side_by_side = true;
    for (const auto& run : runs) {
        if (run.pairs.empty()) continue;
        if (size == 0) {
            whole = run.pairs;
            width = run.pairs[0].value.size();
        } else {
            side_by_side =
                side_by_side && end == run.pairs.data() && end_of_numbers == run.pairs[0].value.data();
        }
        size += run.pairs.size();
        end = run.pairs.data() + run.pairs.size();
        end_of_numbers = run.pairs.back().value.data() + width;
    }
    if (side_by_side) return {whole.data(), size};
    const auto room = stock.lend(size);
    const auto numbers = stock.numbers.lend(size * width);
    Shelf<Pair> shelf(*room, *numbers, width);
    for (const auto& run : runs) shelf.append(run.pairs);
    held.push_back(room);
    held.push_back(numbers);
    return shelf.from(0);
}

/// What rows say in a parcel's head behind the headers of runs: the width, then the coordinates, encoded. The
/// numbers are its body as they lie in memory.
template <class T, class K>
Parcel pack(std::span<const Run<Row<T>, K>> runs, bool /*looks_in*/, Stock<Entry<Row<T>, K>>& stock,
            Held& held) {
    const auto whole = join(runs, stock, held);
    const std::size_t width = whole.empty() ? 0 : whole[0].value.size();
    BlockWriter writer;
    writer.put(ParcelHeader{Form::pairs, 0});
    for (const auto& run : runs) writer.put(RunHeader{run.pairs.size(), 0});
    std::vector<K> coordinates;
    coordinates.reserve(whole.size());
    for (const auto& pair : whole) coordinates.push_back(pair.coordinate);
    Bytes scratch;
    writer.put(width).put_bytes(encode(std::span<const K>(coordinates), scratch));
    const auto head = std::make_shared<const Bytes>(writer.take());
    held.push_back(head);
    std::span<const std::byte> body;
    if (width > 0) body = std::as_bytes(std::span(whole[0].value.data(), whole.size() * width));
    return {*head, body, head->size() + body.size()};
}

template <class T, class K>
std::vector<Run<Row<T>, K>> unpack(const Parcel& parcel, int slices, Stock<Entry<Row<T>, K>>& stock,
                                   Held& held) {
    BlockReader reader(parcel.head);
    reader.get<ParcelHeader>();
    std::vector<std::size_t> sizes;
    for (int slice = 0; slice < slices; ++slice) sizes.push_back(reader.get<RunHeader>().pairs);
    const auto width = reader.get<std::size_t>();
    const Bytes encoded = reader.get_bytes();
    std::vector<K> storage;
    const std::span<const K> coordinates = decode<K>(encoded, storage);
    const auto numbers = std::make_shared<std::vector<T>>();
    const std::span<const T> rows = decode<T>(parcel.body, *numbers);
    const auto pairs = stock.lend(coordinates.size());
    held.push_back(numbers);
    held.push_back(pairs);
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        (*pairs)[i] = {coordinates[i], rows.subspan(i * width, width)};
    }
    std::vector<Run<Row<T>, K>> runs;
    std::span<const Entry<Row<T>, K>> rest(*pairs);
    for (const std::size_t size : sizes) {
        runs.push_back({rest.first(size), {}});
        rest = rest.subspan(size);
    }
    return runs;
}

}  // namespace collective
