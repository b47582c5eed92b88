#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collective/format/document.hpp"

namespace collective {

/// A value as a `Document` keeps it. There is one NaN, whatever bits a file has for it.
struct DocumentValue {
    Kind kind;
    std::int64_t bits;

    explicit DocumentValue(std::int64_t value = 0) : kind(Kind::int64), bits(value) {}
    explicit DocumentValue(double value)
        : kind(Kind::float64),
          bits(std::bit_cast<std::int64_t>(value == value ? value
                                                          : std::numeric_limits<double>::quiet_NaN())) {}
    DocumentValue(Kind of, std::int64_t as) : kind(of), bits(as) {}
};

/// The most rows of a matrix, each of which is a worker: a file may declare more than it has.
inline constexpr std::int64_t most_matrix_rows = 10'000'000;

/// Coordinates of a job are int64, or uint64 where none is negative: what has been seen that decides it.
struct CoordinateSigns {
    /// A coordinate and where it stands, in the reader's own terms.
    struct Seen {
        std::int64_t bits;
        std::size_t where;
    };
    std::optional<Seen> negative, above;  ///< the first below zero; the first above int64's maximum

    bool broken() const { return negative && above; }
};

/// Makes a document from pairs in the order in which a file has them, where a worker's need not be
/// neighbours.
class DocumentBuilder {
  public:
    /// Memory for so many pairs at once.
    void reserve(std::size_t pairs);

    /// Adds a worker, in order of the rows; its number counts from 0. The pairs that follow are its own.
    std::size_t add_worker(std::string name);

    /// The pairs that follow are this worker's.
    void switch_to(std::size_t worker) {
        if (segments_.empty() || segments_.back().worker != worker) start_segment(worker);
    }

    void add(std::int64_t coordinate, DocumentValue value) {
        document_.coordinates.push_back(coordinate);
        document_.bits.push_back(value.bits);
        document_.kinds.push_back(value.kind);
    }

    /// The value of an integer beyond 64 bits, or also a smaller one.
    DocumentValue wide(std::string_view digits);
    const std::string& wide_digits(DocumentValue value) const {
        return document_.wide[static_cast<std::size_t>(value.bits)];
    }

    const std::string& name(std::size_t worker) const { return document_.names[worker]; }
    std::size_t workers() const { return document_.workers(); }

    /// Its values so far. **Cost** a pass over the places where the worker changes.
    std::size_t pairs_of(std::size_t worker) const;

    /// A number for a tuple, see `name_from`, or a text.
    std::int64_t number_of(std::string name);

    /// The document. Its coordinates were added as `number_of` gives them where they are tuples or texts,
    /// else as they are, an int64, or where some are above its maximum a uint64. `columns` are those of rows,
    /// whose values were added one after another; 0: there are numbers alone.
    Document take(CoordinateKind kind, const CoordinateSigns& signs, std::int64_t columns = 0,
                  ValueHint hint = ValueHint::none);

  private:
    /// Neighbouring pairs of one worker.
    struct Segment {
        std::size_t worker, begin;
    };

    void start_segment(std::size_t worker);
    std::size_t end_of(std::size_t segment) const;
    void group();
    void name_coordinates();

    Document document_;
    std::vector<Segment> segments_;
    std::unordered_map<std::string, std::int64_t> numbers_;  // in order of appearance
    bool in_order_ = true;  // no segment is of an earlier worker than the one before it
};

}  // namespace collective
