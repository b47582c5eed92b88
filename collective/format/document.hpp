#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace collective {

/// How a value was written: the type that holds it exactly.
enum class Kind : std::uint8_t {
    int64,    ///< `bits` is the integer
    float64,  ///< `bits` is the double, bit by bit
    wide,     ///< an integer beyond 64 bits; `bits` is an index into `Document::wide`
};

/// A job as read: every worker's pairs in order, before a value type is chosen for the whole job.
///
/// Pair i of worker w stands at `begin[w] + i` of `coordinates`, `bits` and `kinds`.
struct Document {
    std::vector<std::string> names;     ///< of the workers, as the JSON text spells them: `"a"`, `1`
    std::vector<std::size_t> begin{0};  ///< workers + 1 offsets
    std::vector<std::int64_t> coordinates;
    std::vector<std::int64_t> bits;  ///< of the values; `kinds` says how to read them
    std::vector<Kind> kinds;
    std::vector<std::string> wide;  ///< decimal text of integers beyond 64 bits

    /// Some coordinate is above int64's maximum: then every coordinate is stored as its uint64 with the top
    /// bit flipped, so that the order of int64 is the order of the coordinates.
    bool unsigned_coordinates = false;

    std::size_t workers() const { return names.size(); }
    std::size_t pairs() const { return coordinates.size(); }

    friend bool operator==(const Document&, const Document&) = default;
};

/// The workers `first`, `first + 1`, ..., `last - 1` as a job of their own.
Document block(const Document& document, std::size_t first, std::size_t last);

/// Makes unsigned coordinates of signed ones. **Throws** InputError that names the worker and the pair where
/// one is below zero.
void make_unsigned(Document& document);

/// Adds all pairs of another document as those of one worker. **Throws** InputError where one of both has
/// coordinates below zero, and the other above int64's maximum.
void append_worker(Document& document, std::string name, Document more);

/// A document as bytes, to travel between processes on machines of one kind; any size.
std::vector<std::byte> to_bytes(const Document& document);

/// The document of these bytes. **Throws** `Error` where they are not what `to_bytes` gave.
Document from_bytes(std::span<const std::byte> bytes);

}  // namespace collective
