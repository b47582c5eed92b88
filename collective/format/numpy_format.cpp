#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <string>
#include <vector>

#include "collective/error.hpp"
#include "collective/format/format.hpp"
#include "collective/format/numpy_reader.hpp"
#include "collective/format/zip_writer.hpp"

namespace collective {

namespace {

/// A column of a list, from text to an array of the narrowest of int64, uint64 and float64 that has all of
/// it.
class Column {
  public:
    explicit Column(std::string_view name) : name_(name) {}

    void add(std::string_view text) {
        if (text.front() == '"') text = text.substr(1, text.size() - 2);  // NaN, Infinity
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
            fail(text);
        }
        if ((negative_ && above_) || (integers_ && reals_)) fail(text);
        bits_.push_back(integer);
    }

    /// The header of a `.npy` of version 1, whose length is a multiple of 64.
    std::string head() const {
        std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}",
                                       reals_   ? "<f8"
                                       : above_ ? "<u8"
                                                : "<i8",
                                       bits_.size());
        constexpr std::size_t before = 10, multiple = 64;
        text.append(multiple - 1 - (before + text.size()) % multiple, ' ').append("\n");
        std::string head = "\x93NUMPY\x01";
        head += '\0';
        head += static_cast<char>(text.size() & 0xFF);
        head += static_cast<char>(text.size() >> 8);
        return head + text;
    }

    std::string_view body() const {
        return {reinterpret_cast<const char*>(bits_.data()), bits_.size() * sizeof bits_.front()};
    }

  private:
    template <class T>
    static bool read(std::string_view text, T& number) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc{} && end == text.data() + text.size();
    }

    [[noreturn]] void fail(std::string_view text) const {
        throw InputError(fmt::format("{} {} fits no array of NumPy with the others; choose another --format",
                                     name_, text));
    }

    std::string_view name_;
    std::vector<std::int64_t> bits_;
    bool negative_ = false, above_ = false, integers_ = false, reals_ = false;
};

void write_npz(OutputFile& file, std::size_t count, const PairSource& pair) {
    Column coordinates("coordinate"), values("value");
    for_each_pair(count, pair, [&](const PairText& text) {
        coordinates.add(text.coordinate);
        values.add(text.value);
    });
    ZipWriter zip(file);
    zip.add("coordinates.npy", coordinates.head(), coordinates.body());
    zip.add("values.npy", values.head(), values.body());
    zip.finish();
}

}  // namespace

extern const Format numpy_format{
    "npz", "arrays coordinates, values (read also: workers; SciPy's COO, CSR; indices, values; dense .npy)",
    ".npz .npy", read_numpy, write_npz};

}  // namespace collective
