#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace collective {

/// An array of NumPy (`.npy`, header versions 1 to 3) in memory: integers of 8 to 64 bits, float32, float64,
/// complex64, complex128, bytes or text, of any byte order. A complex number is an array of two floats.
/// **Throws** `InputError` that names the array, the byte or element, and what was expected.
/// **Source** numpy.lib.format in NumPy's reference.
class NpyArray {
  public:
    /// `name` stands for the array in messages; the bytes must stay where they are.
    NpyArray(std::string_view bytes, std::string name);

    /// An element: an integer, or the bits of a float64.
    struct Element {
        enum class Type { integer, above_int64, real } type;
        std::int64_t bits;
    };

    const std::string& name() const { return name_; }
    const std::vector<std::size_t>& shape() const { return shape_; }
    std::string shape_text() const;
    std::size_t size() const { return count_; }
    bool is_integer() const { return type_ == 'i' || type_ == 'u'; }
    bool is_number() const { return is_integer() || type_ == 'f'; }
    bool is_text() const { return type_ == 'S' || type_ == 'U'; }
    bool is_complex() const { return complex_; }
    bool is_float32() const { return type_ == 'f' && width_ == 4; }

    /// The element at a place; of an array of one dimension its index.
    Element operator[](std::size_t i) const;
    /// Where an element of an array of two lies, whose order may be C's or Fortran's.
    std::size_t place(std::size_t row, std::size_t column) const {
        return fortran_ ? column * shape_[0] + row : row * shape_[1] + column;
    }
    /// An element of text, in UTF-8, without the NULs that fill it up.
    std::string text(std::size_t i) const;

    /// Throws where there are not so many elements.
    void expect_size(std::size_t size) const;

    /// Throws, naming element i.
    [[noreturn]] void fail_at(std::size_t i, std::string_view what) const;
    [[noreturn]] void fail(std::string_view what) const;

  private:
    void read_header(std::string_view header);
    void read_type(std::string_view text);
    void read_shape(std::string_view text);

    std::string name_;
    char type_ = 0;  // i, u, f, S, U
    std::size_t width_ = 0;
    bool swapped_ = false, fortran_ = false, complex_ = false;
    std::vector<std::size_t> shape_;
    std::size_t count_ = 1;
    std::size_t begin_ = 0;  // of the elements in the file
    std::string_view data_;
};

}  // namespace collective
