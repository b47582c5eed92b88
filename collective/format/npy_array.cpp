#include "collective/format/npy_array.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

#include "collective/error.hpp"
#include "collective/format/little_endian.hpp"
#include "collective/format/text_cursor.hpp"

namespace collective {

static_assert(std::endian::native == std::endian::little, "`swapped_` takes the machine's order for little");

namespace {

constexpr std::string_view magic = "\x93NUMPY";

template <class T>
T load(const char* from, bool swapped) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, from, sizeof(T));
    if (swapped) std::reverse(bytes, bytes + sizeof(T));
    return std::bit_cast<T>(bytes);
}

/// What stands for a key in the header, a dictionary as Python writes it; empty: the key is missing.
std::string_view value_of(std::string_view header, std::string_view key) {
    const std::size_t place = header.find(key);
    if (place == std::string_view::npos) return {};
    std::string_view rest = header.substr(place + key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :"), rest.size()));
    if (rest.empty()) return {};
    const char close = rest.front() == '('    ? ')'
                       : rest.front() == '['  ? ']'
                       : rest.front() == '\'' ? '\''
                                              : ',';
    const std::size_t end = rest.find(close, 1);
    return rest.substr(0, close == ',' ? std::min(end, rest.find('}')) : std::min(end, rest.size() - 1) + 1);
}

void append_utf8(std::string& text, std::uint32_t point) {
    const auto low = [&](int shift) { return static_cast<char>(0x80 | (point >> shift & 0x3F)); };
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += {static_cast<char>(0xC0 | point >> 6), low(0)};
    } else if (point < 0x10000) {
        text += {static_cast<char>(0xE0 | point >> 12), low(6), low(0)};
    } else {
        text += {static_cast<char>(0xF0 | point >> 18), low(12), low(6), low(0)};
    }
}

}  // namespace

NpyArray::NpyArray(std::string_view bytes, std::string name) : name_(std::move(name)) {
    if (!bytes.starts_with(magic)) fail("byte 0: expected an array of NumPy, which begins with \\x93NUMPY");
    const auto need = [&](std::size_t size) {
        if (bytes.size() < size) fail(fmt::format("byte {}: the file ends inside its header", bytes.size()));
    };
    need(8);
    const int version = static_cast<unsigned char>(bytes[6]);
    if (version < 1 || version > 3)
        fail(fmt::format("byte 6: version {} of the header; 1 to 3 are read", version));
    const std::size_t start = version == 1 ? 10 : 12;
    need(start);
    begin_ =
        start + (version == 1 ? get_little<std::uint16_t>(bytes, 8) : get_little<std::uint32_t>(bytes, 8));
    need(begin_);
    read_header(bytes.substr(start, begin_ - start));

    data_ = bytes.substr(begin_);
    const std::size_t elements = width_ == 0 ? count_ : data_.size() / width_;
    if (elements < count_)
        fail(fmt::format("byte {}: the file ends in element {} of {}", bytes.size(), elements, count_));
    if (data_.size() > count_ * width_)
        fail(fmt::format("byte {}: expected the end of the file after {} elements", begin_ + count_ * width_,
                         count_));
}

void NpyArray::read_header(std::string_view header) {
    read_type(value_of(header, "'descr'"));
    const std::string_view order = value_of(header, "'fortran_order'");
    if (order != "True" && order != "False") fail("its header has no fortran_order that is True or False");
    fortran_ = order == "True";
    read_shape(value_of(header, "'shape'"));
    if (!complex_) return;
    if (fortran_ && shape_.size() > 1) fail("complex numbers in Fortran's order are not read");
    fortran_ = false;
    shape_.push_back(2);
    count_ *= 2;
}

void NpyArray::read_type(std::string_view text) {
    if (text.starts_with('['))
        fail("an array with fields is not read: save each field as an array of its own");
    if (text.size() < 4 || text.front() != '\'') fail("its header has no descr");
    const std::string_view type = text.substr(1, text.size() - 2);
    if (type[1] == 'O') fail("an array of objects (pickle) is not read: give it a type of numbers");
    const char* const end = type.data() + type.size();
    std::size_t width = 0;
    const auto [stop, error] = std::from_chars(type.data() + 2, end, width);
    type_ = type[1];
    width_ = type_ == 'U' ? 4 * width : width;
    swapped_ = type[0] == '>';
    complex_ = type_ == 'c';
    if (complex_) {
        type_ = 'f';
        width_ = width /= 2;
    }
    const bool known = std::string_view("<>|=").find(type[0]) != std::string_view::npos &&
                       error == std::errc{} && stop == end &&
                       width <= std::numeric_limits<std::int32_t>::max();
    const bool fits = is_integer()   ? width == 1 || width == 2 || width == 4 || width == 8
                      : type_ == 'f' ? width == 4 || width == 8
                                     : is_text();
    if (!known || !fits)
        fail(
            fmt::format("elements of type '{}' are not read, only integers of 8 to 64 bits, floats and "
                        "complex numbers of 32 or "
                        "64 bits",
                        shorten(type)));
}

void NpyArray::read_shape(std::string_view text) {
    if (text.size() < 2 || text.front() != '(' || text.back() != ')') fail("its header has no shape");
    text = text.substr(1, text.size() - 2);
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
        if (text.empty()) break;
        std::size_t length = 0;
        const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), length);
        if (error != std::errc{}) fail(fmt::format("its shape is no list of lengths at '{}'", shorten(text)));
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        shape_.push_back(length);
        constexpr std::size_t most = std::numeric_limits<std::int64_t>::max();
        if (length != 0 && count_ > most / length / std::max<std::size_t>(width_, 1))
            fail("its shape is too large");
        count_ *= length;
    }
}

NpyArray::Element NpyArray::operator[](std::size_t i) const {
    const char* const from = data_.data() + i * width_;
    const auto integer = [](std::int64_t value) { return Element{Element::Type::integer, value}; };
    const auto real = [](double value) {
        return Element{Element::Type::real, std::bit_cast<std::int64_t>(value)};
    };
    switch (type_ << 8 | static_cast<int>(width_)) {
        case 'i' << 8 | 1:
            return integer(load<std::int8_t>(from, false));
        case 'i' << 8 | 2:
            return integer(load<std::int16_t>(from, swapped_));
        case 'i' << 8 | 4:
            return integer(load<std::int32_t>(from, swapped_));
        case 'i' << 8 | 8:
            return integer(load<std::int64_t>(from, swapped_));
        case 'u' << 8 | 1:
            return integer(load<std::uint8_t>(from, false));
        case 'u' << 8 | 2:
            return integer(load<std::uint16_t>(from, swapped_));
        case 'u' << 8 | 4:
            return integer(load<std::uint32_t>(from, swapped_));
        case 'u' << 8 | 8: {
            const auto value = load<std::int64_t>(from, swapped_);
            return {value < 0 ? Element::Type::above_int64 : Element::Type::integer, value};
        }
        case 'f' << 8 | 4:
            return real(load<float>(from, swapped_));
        case 'f' << 8 | 8:
            return real(load<double>(from, swapped_));
    }
    fail("an element that is no number");
}

std::string NpyArray::text(std::size_t i) const {
    const std::string_view element = data_.substr(i * width_, width_);
    std::string text;
    if (type_ == 'S') {
        text = element.substr(0, element.find_last_not_of('\0') + 1);
    } else {
        std::size_t points = element.size() / 4;
        const auto point = [&](std::size_t at) {
            return load<std::uint32_t>(element.data() + 4 * at, swapped_);
        };
        while (points > 0 && point(points - 1) == 0) --points;
        for (std::size_t at = 0; at < points; ++at) {
            if (point(at) > 0x10FFFF) fail_at(i, "not valid Unicode");
            append_utf8(text, point(at));
        }
    }
    if (!simdjson::validate_utf8(text)) fail_at(i, type_ == 'S' ? "not valid UTF-8" : "not valid Unicode");
    return text;
}

std::string NpyArray::shape_text() const {
    if (complex_) {
        const std::vector<std::size_t> own(shape_.begin(), shape_.end() - 1);
        return fmt::format("({}{}) of complex numbers", fmt::join(own, ", "), own.size() == 1 ? "," : "");
    }
    return shape_.size() == 1 ? fmt::format("({},)", shape_.front())
                              : fmt::format("({})", fmt::join(shape_, ", "));
}

void NpyArray::expect_size(std::size_t size) const {
    if (count_ != size) fail(fmt::format("expected {} elements, found {}", size, count_));
}

void NpyArray::fail_at(std::size_t i, std::string_view what) const {
    fail(fmt::format("byte {}, element {}: {}", begin_ + i * width_, i, what));
}

void NpyArray::fail(std::string_view what) const { throw InputError(fmt::format("{}: {}", name_, what)); }

}  // namespace collective
