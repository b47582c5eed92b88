#pragma once

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

#include <array>
#include <boost/mpl/bool.hpp>
#include <boost/serialization/level.hpp>
#include <boost/serialization/serialization.hpp>
#include <boost/serialization/wrapper.hpp>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "collective/entry.hpp"
#include "collective/row.hpp"

namespace collective {

/// A `T`'s own bytes are canonical: every member counts and there is no padding between them. (Not so a
/// pointer, nor a wrapper of Boost.Serialization, which holds some.)
template <class T>
inline constexpr bool is_plain =
    std::is_trivially_copyable_v<T>and std::has_unique_object_representations_v<T> and
    not std::is_pointer_v<T> and not boost::serialization::is_wrapper<const T>::type::value;
template <>
inline constexpr bool is_plain<float> = true;
template <>
inline constexpr bool is_plain<double> = true;
template <class T>
inline constexpr bool is_plain<std::complex<T>> = is_plain<T>;
template <class T, std::size_t n>
inline constexpr bool is_plain<std::array<T, n>> = n > 0 && is_plain<T>;
template <class T>
inline constexpr bool is_plain<Row<T>> = false;
template <class V, class K>
inline constexpr bool is_plain<Entry<V, K>> = is_plain<V>and is_plain<K> and
                                              sizeof(Entry<V, K>) == sizeof(V) + sizeof(K);

/// Boost's own strong typedefs of numbers, such as the size of a collection.
template <class T>
concept BoostNumber =
    std::is_class_v<T> and std::is_trivially_destructible_v<T> and
    boost::serialization::implementation_level<T>::type::value == boost::serialization::primitive_type;

/// A public member `serialize`, or a function of that name in the type's namespace.
template <class T, class Archive>
concept HasMemberSerialize = requires(T& value, Archive& archive) {
    value.serialize(archive, 0U);
};
template <class T, class Archive>
concept HasFreeSerialize = requires(T& value, Archive& archive) {
    serialize(archive, value, 0U);
};

/// Hashes (XXH3, 64 bits) the canonical bytes of what is put into it, member by member and without padding.
///
/// To a type's `serialize` it is an archive in the sense of Boost.Serialization, so one description of a type
/// serves both the wire and the checks, without the headers and the tracking of a stored archive.
class Digest {
  public:
    using is_saving = boost::mpl::true_;
    using is_loading = boost::mpl::false_;

    explicit Digest(std::uint64_t seed) : hash_(seed) {}

    template <class T>
    Digest& add(const T& value) {
        if constexpr (is_plain<T>)
            save_binary(&value, sizeof value);
        else
            put(value);
        return *this;
    }

    template <class T>
    Digest& operator&(const T& value) {
        return add(value);
    }

    template <class T>
    Digest& operator<<(const T& value) {
        return add(value);
    }

    // Bytes are hashed a block at a time; each block's hash is the seed of the next one.
    void save_binary(const void* data, std::size_t size) {
        if (size > block_.size() - used_) {
            hash_ = value();
            used_ = 0;
        }
        if (size > block_.size()) {
            hash_ = XXH3_64bits_withSeed(data, size, hash_);
        } else {
            std::memcpy(block_.data() + used_, data, size);
            used_ += size;
        }
    }

    std::uint64_t value() const { return XXH3_64bits_withSeed(block_.data(), used_, hash_); }

  private:
    // The length tells ("ab", "c") from ("a", "bc").
    void put(const std::string& text) {
        add(std::uint64_t{text.size()});
        save_binary(text.data(), text.size());
    }

    template <class T, class A>
    void put(const std::vector<T, A>& sequence) {
        add(std::uint64_t{sequence.size()});
        for (const T& element : sequence) add(element);
    }

    template <class T>
    void put(const Row<T>& row) {
        add(std::uint64_t{row.size()});
        if constexpr (is_plain<T>) {
            save_binary(row.data(), row.size_bytes());
        } else {
            for (const T& number : row) add(number);
        }
    }

    template <class T, std::size_t n>
    void put(const std::array<T, n>& elements) {
        for (const T& element : elements) add(element);
    }

    template <class A, class B>
    void put(const std::pair<A, B>& both) {
        add(both.first).add(both.second);
    }

    template <class... T>
    void put(const std::tuple<T...>& elements) {
        std::apply([this](const T&... element) { (add(element), ...); }, elements);
    }

    template <class T>
    void put(const T& value) {
        constexpr bool describes_itself = HasMemberSerialize<T, Digest> || HasFreeSerialize<T, Digest>;
        static_assert(
            describes_itself || !std::is_trivially_copyable_v<T>,
            "the bytes of this type may hold padding or addresses, which differ between ranks: give "
            "it a public serialize(archive, version) that names its members");
        if constexpr (BoostNumber<T>)
            save_binary(&value, sizeof value);
        else
            boost::serialization::serialize_adl(*this, const_cast<T&>(value), 0U);
    }

    std::uint64_t hash_;
    std::size_t used_ = 0;
    std::array<std::byte, 1024> block_;
};

/// The hash of one value's canonical bytes.
template <class T>
std::uint64_t canonical_hash(const T& value, std::uint64_t seed) {
    if constexpr (is_plain<T>) {
        return XXH3_64bits_withSeed(&value, sizeof value, seed);
    } else {
        return Digest(seed).add(value).value();
    }
}

/// The hash of a sequence of values; of plain ones at the speed of memory.
template <class T>
std::uint64_t canonical_hash(std::span<const T> values, std::uint64_t seed) {
    if constexpr (is_plain<T>) {
        return XXH3_64bits_withSeed(values.data(), values.size_bytes(), seed);
    } else {
        Digest digest(seed);
        for (const T& value : values) digest.add(value);
        return digest.value();
    }
}

/// Mixes the bits of a word, one to one. **Source** David Stafford's variant 13 of the last step of
/// MurmurHash3.
constexpr std::uint64_t mixed(std::uint64_t word) {
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

/// The fingerprint's h: a seeded hash of the coordinate, below 2^61. Equal coordinates have equal
/// multipliers. Each further column of a row has one of its own, made of the coordinate's.
template <class K>
[[gnu::always_inline]] inline std::uint64_t multiplier(const K& coordinate, std::uint64_t seed) {
    if constexpr (std::integral<K> && sizeof(K) <= sizeof seed)
        return mixed(static_cast<std::uint64_t>(coordinate) ^ seed) >> 3;
    else if constexpr (std::floating_point<K>)
        return canonical_hash(coordinate + K{0}, seed) >> 3;  // -0 becomes 0
    else
        return canonical_hash(coordinate, seed) >> 3;
}

/// **Source** Steele, Lea and Flood, 'Fast splittable pseudorandom number generators' (2014): the steps.
inline std::uint64_t column_multiplier(std::uint64_t of_coordinate, std::size_t column) {
    return column == 0 ? of_coordinate : mixed(of_coordinate + column * 0x9e3779b97f4a7c15) >> 3;
}

/// Another one, independent of it, for the workers that contribute to a coordinate.
template <class K>
std::uint64_t contributor_multiplier(const K& coordinate, std::uint64_t seed) {
    return multiplier(coordinate, mixed(~seed));
}

}  // namespace collective
