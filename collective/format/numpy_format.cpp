#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <vector>

#include "collective/error.hpp"
#include "collective/format/format.hpp"
#include "collective/format/json_string.hpp"
#include "collective/format/little_endian.hpp"
#include "collective/format/numpy_reader.hpp"
#include "collective/format/zip_writer.hpp"

namespace collective {

namespace {

/// The header of a `.npy` of version 1, whose length is a multiple of 64.
std::string head_of(std::string_view type, std::size_t count, std::size_t width) {
    const std::string shape =
        width == 0 ? fmt::format("({},)", count) : fmt::format("({}, {})", count, width);
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    constexpr std::size_t before = 10, multiple = 64;
    text.append(multiple - 1 - (before + text.size()) % multiple, ' ').append("\n");
    std::string head = "\x93NUMPY\x01";
    head += '\0';
    head += static_cast<char>(text.size() & 0xFF);
    head += static_cast<char>(text.size() >> 8);
    return head + text;
}

/// The coordinates or the values of a list, from text to an array of the narrowest of int64, uint64 and
/// float64 that has all of it, or of the type that the values are said to have.
class Numbers {
  public:
    Numbers(std::string_view name, ValueHint hint) : name_(name), hint_(hint) {}

    void add(std::string_view json) {
        if (json.front() == '[') width_ = 0;
        for (const std::string_view part : parts_of(json)) {
            add_number(part);
            if (json.front() == '[') ++width_;
        }
        ++count_;
    }

    std::string head() const {
        if (hint_ == ValueHint::complex64) return head_of("<c8", count_, 0);
        if (hint_ == ValueHint::complex128) return head_of("<c16", count_, 0);
        return head_of(hint_ == ValueHint::float32 ? "<f4"
                       : reals_                    ? "<f8"
                       : above_                    ? "<u8"
                                                   : "<i8",
                       count_, width_);
    }

    std::string body() const {
        const bool is_single = hint_ == ValueHint::float32 || hint_ == ValueHint::complex64;
        return is_single ? bytes_of(singles_) : bytes_of(bits_);
    }

  private:
    template <class T>
    static std::string bytes_of(const std::vector<T>& list) {
        return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T)};
    }

    void add_number(std::string_view text) {
        if (text.front() == '"') text = text.substr(1, text.size() - 2);  // NaN, Infinity
        if (hint_ != ValueHint::none) return add_float(text);
        std::int64_t integer = 0;
        std::uint64_t large = 0;
        double real = 0;
        if (read(text, integer)) {
            if (integer < 0) negative_ = true;
            integers_ = true;
        } else if (read(text, large)) {
            above_ = integers_ = true;
            integer = static_cast<std::int64_t>(large);
        } else if (text.find_first_not_of("-0123456789") != std::string_view::npos && read(text, real)) {
            reals_ = true;
            integer = std::bit_cast<std::int64_t>(real);
        } else {
            fail(text, "");
        }
        if ((negative_ && above_) || (integers_ && reals_)) fail(text, " with the others");
        bits_.push_back(integer);
    }

    void add_float(std::string_view text) {
        if (hint_ == ValueHint::complex128) {
            double real = 0;
            if (!read(text, real)) fail(text, "");
            bits_.push_back(std::bit_cast<std::int64_t>(real));
        } else {
            float real = 0;
            if (!read(text, real)) fail(text, "");
            singles_.push_back(real);
        }
    }

    template <class T>
    static bool read(std::string_view text, T& number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc{} && end == text.data() + text.size();
    }

    [[noreturn]] void fail(std::string_view text, std::string_view with_what) const {
        throw InputError(
            fmt::format("{} {} fits no array of NumPy{}; choose another --format", name_, text, with_what));
    }

    std::string_view name_;
    ValueHint hint_;
    std::size_t count_ = 0, width_ = 0;  // width 0: each is a number alone
    std::vector<std::int64_t> bits_;
    std::vector<float> singles_;
    bool negative_ = false, above_ = false, integers_ = false, reals_ = false;
};

/// Coordinates that are texts, as an array of Unicode.
class Texts {
  public:
    void add(std::string_view json) {
        std::string text = strings_.scan(json).decoded;
        if (text.ends_with('\0'))
            throw InputError(
                fmt::format("coordinate {} ends in NUL, which NumPy drops; choose another --format", json));
        texts_.push_back(utf32_of(text));
        longest_ = std::max(longest_, texts_.back().size());
    }

    std::string head() const { return head_of(fmt::format("<U{}", longest_), texts_.size(), 0); }

    std::string body() const {
        std::string bytes;
        for (std::u32string text : texts_) {
            text.resize(longest_);
            for (const char32_t point : text) put_little(bytes, static_cast<std::uint32_t>(point));
        }
        return bytes;
    }

  private:
    /// Of valid UTF-8.
    static std::u32string utf32_of(std::string_view text) {
        std::u32string points;
        for (const char byte : text) {
            const char32_t bits = static_cast<unsigned char>(byte);
            if (bits < 0x80) {
                points.push_back(bits);
            } else if (bits < 0xC0) {
                points.back() = points.back() << 6 | (bits & 0x3F);
            } else {
                points.push_back(bits & (bits < 0xE0 ? 0x1F : bits < 0xF0 ? 0x0F : 0x07));
            }
        }
        return points;
    }

    JsonStrings strings_;
    std::vector<std::u32string> texts_;
    std::size_t longest_ = 1;
};

void write_npz(OutputFile& file, const PairTexts& pairs) {
    Numbers coordinates("coordinate", ValueHint::none), values("value", pairs.hint);
    Texts texts;
    bool are_texts = false;
    pairs.for_each([&](const PairText& text) {
        are_texts = text.coordinate.front() == '"';
        if (are_texts) {
            texts.add(text.coordinate);
        } else {
            coordinates.add(text.coordinate);
        }
        values.add(text.value);
    });
    ZipWriter zip(file);
    zip.add("coordinates.npy", are_texts ? texts.head() : coordinates.head(),
            are_texts ? texts.body() : coordinates.body());
    zip.add("values.npy", values.head(), values.body());
    zip.finish();
}

}  // namespace

extern const Format numpy_format{
    "npz", "arrays coordinates, values (read also: workers; SciPy's COO, CSR; indices, values; dense .npy)",
    ".npz .npy", read_numpy, write_npz};

}  // namespace collective
