#include "collective/format/array_pairs.hpp"

#include <bit>
#include <vector>

#include <fmt/format.h>

namespace collective {

namespace {

using Element = NpyArray::Element;

ValueHint hint_of(const NpyArray& values) {
    if (values.is_complex()) return values.is_float32() ? ValueHint::complex64 : ValueHint::complex128;
    return values.is_float32() ? ValueHint::float32 : ValueHint::none;
}

}  // namespace

ArrayPairs::ArrayPairs(const NpyArray& values, bool in_rows, const Release& release)
    : values_(values), release_(release) {
    if (!in_rows || values.shape().size() == 1) return;
    columns_ = values.shape()[1];
    if (columns_ == 0) values.fail("a row of values has at least one");
}

void ArrayPairs::add_rows(const NpyArray& source, std::int64_t rows) {
    if (rows > most_matrix_rows)
        source.fail(
            fmt::format("{} rows; each is a worker, and at most {} are read", rows, most_matrix_rows));
    for (std::int64_t row = 0; row < rows; ++row) document_.add_worker(std::to_string(row));
}

void ArrayPairs::add(const NpyArray& coordinates, std::size_t i, Element coordinate, std::size_t j) {
    if (coordinate.type == Element::Type::above_int64) {
        if (!range_.above) range_.above = {coordinate.bits, i};
    } else if (coordinate.bits < 0 && !range_.negative) {
        range_.negative = {coordinate.bits, i};
    }
    if (range_.broken()) fail_range(coordinates, i);
    add_values(coordinate.bits, j);
}

void ArrayPairs::add_tuple(const NpyArray& coordinates, std::size_t i, std::size_t j) {
    kind_ = CoordinateKind::tuple;
    std::vector<std::int64_t> parts;
    for (std::size_t part = 0; part < coordinates.shape()[1]; ++part) {
        const std::size_t place = coordinates.place(i, part);
        const Element element = coordinates[place];
        if (element.type == Element::Type::above_int64)
            coordinates.fail_at(place, "a part of a coordinate is an int64");
        parts.push_back(element.bits);
    }
    add_values(document_.number_of(name_from(parts)), j);
}

void ArrayPairs::add_text(const NpyArray& coordinates, std::size_t i, std::size_t j) {
    kind_ = CoordinateKind::text;
    add_values(document_.number_of(coordinates.text(i)), j);
}

Document ArrayPairs::finish() {
    return document_.take(kind_, range_, static_cast<std::int64_t>(columns_), hint_of(values_));
}

void ArrayPairs::add_values(std::int64_t coordinate, std::size_t j) {
    constexpr std::size_t between_releases = std::size_t{1} << 16;
    if (++pairs_ % between_releases == 0 && release_) release_();
    if (columns_ == 0) return document_.add(coordinate, value_of(j));
    for (std::size_t column = 0; column < columns_; ++column)
        document_.add(coordinate, value_of(values_.place(j, column)));
}

DocumentValue ArrayPairs::value_of(std::size_t i) {
    const Element value = values_[i];
    switch (value.type) {
        case Element::Type::integer:
            break;
        case Element::Type::above_int64:
            return document_.wide(std::to_string(static_cast<std::uint64_t>(value.bits)));
        case Element::Type::real:
            return DocumentValue(std::bit_cast<double>(value.bits));
    }
    return DocumentValue(value.bits);
}

void ArrayPairs::fail_range(const NpyArray& coordinates, std::size_t i) const {
    coordinates.fail_at(
        i, fmt::format("with coordinate {} and, in element {}, {} they fit neither int64 nor uint64",
                       range_.negative->bits, range_.above->where,
                       static_cast<std::uint64_t>(range_.above->bits)));
}

}  // namespace collective
