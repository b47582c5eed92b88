#pragma once

#include <cstddef>
#include <cstdint>

#include "collective/format/document_builder.hpp"
#include "collective/format/npy_array.hpp"
#include "collective/format/pieces.hpp"

namespace collective {

/// Makes a document of pairs whose coordinates and values are elements or rows of arrays.
/// **Throws** `InputError` that names array and element.
class ArrayPairs {
  public:
    /// The values of all pairs that are added: an element each, or a row each.
    ArrayPairs(const NpyArray& values, bool in_rows, const Release& release);

    /// Memory for so many pairs, the workers, and whose pairs follow.
    DocumentBuilder& document() { return document_; }

    /// Adds the workers 0, 1, ..., one for each row of `source`.
    void add_rows(const NpyArray& source, std::int64_t rows);

    /// Adds the pair of this coordinate, element i of `coordinates`, and of value or row j.
    void add(const NpyArray& coordinates, std::size_t i, NpyArray::Element coordinate, std::size_t j);

    /// Adds the pair of a tuple, row i of `coordinates`, or of a text, its element i.
    void add_tuple(const NpyArray& coordinates, std::size_t i, std::size_t j);
    void add_text(const NpyArray& coordinates, std::size_t i, std::size_t j);

    Document finish();

  private:
    void add_values(std::int64_t coordinate, std::size_t j);
    DocumentValue value_of(std::size_t i);
    [[noreturn]] void fail_range(const NpyArray& coordinates, std::size_t i) const;

    const NpyArray& values_;
    const Release& release_;
    std::size_t pairs_ = 0;
    DocumentBuilder document_;
    CoordinateSigns range_;
    CoordinateKind kind_ = CoordinateKind::int64;
    std::size_t columns_ = 0;  // of a row; 0: a value is an element
};

}  // namespace collective
