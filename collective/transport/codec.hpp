#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "collective/entry.hpp"
#include "collective/row.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// Travels as the bytes it has in memory.
template <class T>
concept TravelsAsIs = std::is_trivially_copyable_v<T> && !is_view<T>;

/// Into and out of an archive. A pair goes member by member, so that one which travels as it is needs no
/// `serialize` beside one that has to.
template <class Archive, class T>
void write_to(Archive& archive, const T& value) {
    if constexpr (TravelsAsIs<T>) {
        archive.save_binary(&value, sizeof value);
    } else {
        archive << value;
    }
}
template <class Archive, class V, class K>
void write_to(Archive& archive, const Entry<V, K>& pair) {
    write_to(archive, pair.coordinate);
    write_to(archive, pair.value);
}

template <class Archive, class T>
void read_from(Archive& archive, T& value) {
    if constexpr (TravelsAsIs<T>) {
        archive.load_binary(&value, sizeof value);
    } else {
        archive >> value;
    }
}
template <class Archive, class V, class K>
void read_from(Archive& archive, Entry<V, K>& pair) {
    read_from(archive, pair.coordinate);
    read_from(archive, pair.value);
}

/// The elements as bytes: their own memory, or what Boost.Serialization makes of them, which `scratch` then
/// holds.
template <class T>
std::span<const std::byte> encode(std::span<const T> elements, Bytes& scratch) {
    if constexpr (TravelsAsIs<T>) {
        return std::as_bytes(elements);
    } else {
        std::ostringstream stream;
        {
            boost::archive::binary_oarchive archive(stream,
                                                    boost::archive::no_header | boost::archive::no_codecvt);
            const std::size_t size = elements.size();
            archive << size;
            for (const T& element : elements) write_to(archive, element);
        }
        const std::string_view text = stream.view();
        scratch.resize(text.size());
        if (!text.empty()) std::memcpy(scratch.data(), text.data(), text.size());
        return scratch;
    }
}

/// What `encode` made bytes of: a view of them, or the elements, which `storage` then holds. Bytes that have
/// come to a place where a T must not stand are copied to one where it may.
template <class T>
std::span<const T> decode(std::span<const std::byte> bytes, std::vector<T>& storage) {
    if constexpr (TravelsAsIs<T>) {
        if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0) {
            return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
        }
        storage.resize(bytes.size() / sizeof(T));
        if (!storage.empty()) {
            std::memcpy(static_cast<void*>(storage.data()), bytes.data(), storage.size() * sizeof(T));
        }
        return storage;
    } else {
        std::istringstream stream(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        boost::archive::binary_iarchive archive(stream,
                                                boost::archive::no_header | boost::archive::no_codecvt);
        std::size_t size = 0;
        archive >> size;
        storage.resize(size);
        for (T& element : storage) read_from(archive, element);
        return storage;
    }
}

/// Appends values to a block of bytes, for `BlockReader` to take out again in the same order.
class BlockWriter {
  public:
    template <TravelsAsIs T>
    BlockWriter& put(const T& value) {
        return append(std::as_bytes(std::span(&value, 1)));
    }

    /// Without their number.
    BlockWriter& append(std::span<const std::byte> bytes) {
        const std::size_t before = block_.size();
        block_.resize(before + bytes.size());
        if (!bytes.empty()) std::memcpy(block_.data() + before, bytes.data(), bytes.size());
        return *this;
    }

    BlockWriter& put_bytes(std::span<const std::byte> bytes) { return put(bytes.size()).append(bytes); }

    BlockWriter& put_text(std::string_view text) { return put_bytes(std::as_bytes(std::span(text))); }

    Bytes take() { return std::move(block_); }

  private:
    Bytes block_;
};

class BlockReader {
  public:
    explicit BlockReader(std::span<const std::byte> block) : block_(block) {}

    /// The next bytes where they stand.
    std::span<const std::byte> view(std::size_t size) {
        const auto bytes = block_.first(size);
        block_ = block_.subspan(size);
        return bytes;
    }

    template <TravelsAsIs T>
    T get() {
        T value;
        std::memcpy(static_cast<void*>(&value), view(sizeof(T)).data(), sizeof(T));
        return value;
    }

    /// A copy, so that its alignment serves any element.
    Bytes get_bytes() {
        const auto bytes = view(get<std::size_t>());
        return {bytes.begin(), bytes.end()};
    }

    std::string get_text() {
        const Bytes bytes = get_bytes();
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }

  private:
    std::span<const std::byte> block_;
};

}  // namespace collective
