#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collective/format/coordinate_space.hpp"

namespace collective {

/// How a value was written: the type that holds it exactly.
enum class Kind : std::uint8_t {
    int64,    ///< `bits` is the integer
    float64,  ///< `bits` is the double, bit by bit
    wide,     ///< an integer beyond 64 bits; `bits` is an index into `Document::wide`
};

/// What a file may say of its values beside the values themselves.
enum class ValueHint : std::uint8_t {
    none,
    float32,    ///< each is one
    complex64,  ///< the columns are real and imaginary part, as float32
    complex128,
};

/// A job as read: every worker's pairs in order, before a value type is chosen for the whole job.
///
/// Pair i of worker w stands at `begin[w] + i` of `coordinates`, `bits` and `kinds`. A pair with a row of
/// values stands there as so many pairs.
struct Document {
    std::vector<std::string> names;     ///< of the workers, as the JSON text spells them: `"a"`, `1`
    std::vector<std::size_t> begin{0};  ///< workers + 1 offsets
    std::vector<std::int64_t> coordinates;
    std::vector<std::int64_t> bits;  ///< of the values; `kinds` says how to read them
    std::vector<Kind> kinds;
    std::vector<std::string> wide;  ///< decimal text of integers beyond 64 bits

    CoordinateSpace space;             ///< what the coordinates stand for
    ValueHint hint = ValueHint::none;  ///< what a file says of all its values

    std::size_t workers() const { return names.size(); }
    std::size_t pairs() const { return coordinates.size(); }

    friend bool operator==(const Document&, const Document&) = default;
};

/// Whether value i is a NaN or an infinity.
bool is_non_finite(const Document& document, std::size_t i);

/// Value i as text.
std::string value_text(const Document& document, std::size_t i);

/// The workers `first`, `first + 1`, ..., `last - 1` as a job of their own.
Document block(const Document& document, std::size_t first, std::size_t last);

/// Numbers the coordinates of rows, as those of another document of the job are.
void number_integers(Document& document);

/// What two files say of their values together.
ValueHint joined(ValueHint a, ValueHint b);

/// Moves a document's coordinates to a space that is joined of its own and others.
/// **Throws** InputError that names the worker and the pair where one is below zero and another document has
/// one above int64's maximum.
void move_to(CoordinateSpace space, Document& document);

/// Adds all pairs of another document as those of one worker. **Throws** InputError where their coordinates
/// or rows of values are of kinds that don't go together.
void append_worker(Document& document, std::string name, Document more);

/// A document as bytes, to travel between processes on machines of one kind; any size.
std::vector<std::byte> to_bytes(const Document& document);

/// The document of these bytes. **Throws** `Error` where they are not what `to_bytes` gave.
Document from_bytes(std::span<const std::byte> bytes);

}  // namespace collective
