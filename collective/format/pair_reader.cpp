#include "collective/format/pair_reader.hpp"

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/number.hpp"

namespace collective {

PairReader::PairReader(std::string_view text, std::string_view file, Spelling spelling,
                       const ReadSettings& settings)
    : cursor_(text, file, settings.release), spelling_(spelling), settings_(settings) {}

void PairReader::end_pair() {
    shape_.values = row_.size();
    if (!first_ || !(shape_ == first_->shape)) check_shape();
    if (shape_.kind == CoordinateKind::tuple) coordinate_ = document_.number_of(name_from(tuple_));
    if (shape_.kind == CoordinateKind::text) coordinate_ = document_.number_of(std::move(text_));
    for (const DocumentValue value : row_) document_.add(coordinate_, value);
    coordinate_text_ = {};
    in_pair_ = false;
    if (cursor_.offset() >= next_piece_) {
        next_piece_ = cursor_.offset() + piece_bytes;
        if (settings_.progress) settings_.progress(cursor_.offset());
        if (settings_.release) settings_.release();
    }
}

void PairReader::read_coordinate() {
    const NumberText number = read_number("a coordinate (an integer)");
    coordinate_text_ = number.text;
    if (!number.integer) fail(start_of(number), "a coordinate is an integer literal such as 2");
    if (const auto value = to_int64(number)) {
        coordinate_ = *value;
        if (*value >= 0) return;
        if (!range_.negative) range_.negative = {*value, start_of(number)};
    } else if (const auto large = to_uint64(number)) {
        coordinate_ = static_cast<std::int64_t>(*large);
        if (!range_.above) range_.above = {coordinate_, start_of(number)};
    } else {
        fail(start_of(number), "a coordinate is an int64 or a uint64");
    }
    if (range_.broken()) fail_range(number);
}

void PairReader::fail_range(const NumberText& number) const {
    std::string other;
    if (number.negative) {
        append_number(other, static_cast<std::uint64_t>(range_.above->bits));
    } else {
        append_number(other, range_.negative->bits);
    }
    fail(start_of(number),
         fmt::format("with coordinate {} at {} it fits neither int64 nor uint64", other,
                     cursor_.place((number.negative ? range_.above : range_.negative)->where)));
}

void PairReader::read_part() {
    const NumberText number = read_number("a part of the coordinate (an integer)");
    const auto value = number.integer ? to_int64(number) : std::nullopt;
    if (!value) fail(start_of(number), "a part of a coordinate is an int64 such as 2");
    if (shape_.parts == 0) tuple_.clear();
    if (++shape_.parts > most_parts)
        fail(start_of(number), fmt::format("a coordinate has at most {} parts", most_parts));
    shape_.kind = CoordinateKind::tuple;
    tuple_.push_back(*value);
}

void PairReader::set_text(std::string text, std::string_view spelled) {
    shape_.kind = CoordinateKind::text;
    coordinate_text_ = spelled;
    text_ = std::move(text);
}

void PairReader::check_shape() {
    if (shape_.is_row && shape_.values == 0) fail(cursor_.offset(), "a row of values has at least one");
    if (!first_) {
        first_ = {shape_, *worker_, pair_number(*worker_)};
        return;
    }
    const auto told = [&](const Shape& shape) -> std::string {
        const bool by_values = shape_.kind == first_->shape.kind && shape_.parts == first_->shape.parts;
        if (by_values)
            return shape.is_row ? fmt::format("a row of {} for a value", shape.values)
                                : "a plain number for a value";
        if (shape.kind == CoordinateKind::text) return "a text for a coordinate";
        if (shape.kind == CoordinateKind::tuple) return fmt::format("a coordinate of {} parts", shape.parts);
        return "an integer for a coordinate";
    };
    fail(cursor_.offset(),
         fmt::format("{}, where worker {}, pair {} has {}; give all pairs the same", told(shape_),
                     shorten(document_.name(first_->worker)), first_->pair, told(first_->shape)));
}

std::size_t PairReader::pair_number(std::size_t worker) const {
    return document_.pairs_of(worker) / (first_ ? first_->shape.values : 1) + 1;
}

void PairReader::read_value() {
    const auto value = take_non_finite();
    add_value(value ? *value : to_value(read_number("a value (a number)")));
}

DocumentValue PairReader::read_float64(std::string_view what) {
    const auto value = take_non_finite();
    return value ? *value : to_float64(read_number(what));
}

std::optional<DocumentValue> PairReader::take_non_finite() {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (spelling_ == Spelling::json || is_digit(cursor_.peek())) return {};
    const auto found = scan_non_finite(cursor_.rest());
    if (!found) return {};
    cursor_.advance(found->bytes);
    return DocumentValue(found->value);
}

DocumentValue PairReader::to_float64(const NumberText& number) {
    if (settings_.single) {
        const auto value = to_float(number);
        if (!value)
            fail(start_of(number), shorten(number.text) + " is beyond the largest float32, 3.4028235e+38");
        return DocumentValue(static_cast<double>(*value));
    }
    const auto value = to_double(number);
    if (!value)
        fail(start_of(number),
             shorten(number.text) + " is beyond the largest float64, 1.7976931348623157e+308");
    return DocumentValue(*value);
}

DocumentValue PairReader::to_value(const NumberText& number) {
    if (!number.integer) return to_float64(number);
    if (const auto value = to_int64(number)) return DocumentValue(*value);
    if (number.digits > most_digits)
        fail(start_of(number),
             fmt::format("an integer of {} digits; at most {} are read", number.digits, most_digits));
    return document_.wide(number.text);
}

NumberText PairReader::read_number(std::string_view what) {
    const char first = cursor_.peek();
    const auto number = scan_number(cursor_.rest(), spelling_);
    if (!number) {
        const bool meant = (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
        const bool json = spelling_ == Spelling::json;
        const std::string_view rest = cursor_.rest();
        fail_expected(
            what, json && rest.starts_with("[[[") ? "; nesting too deep"
                  : json && scan_non_finite(rest) ? "; JSON has no such number, other formats have"
                  : !meant                        ? ""
                  : json ? "; a number of JSON is decimal, without leading zero or plus, with digits around "
                           "a point"
                         : "; a number is decimal, without leading zero");
    }
    cursor_.advance(number->bytes);
    return *number;
}

Document PairReader::finish(ValueHint hint) {
    if (settings_.progress) settings_.progress(cursor_.offset());
    const Shape shape = first_ ? first_->shape : Shape{};
    return document_.take(shape.kind, range_, shape.is_row ? static_cast<std::int64_t>(shape.values) : 0,
                          hint);
}

std::string PairReader::found() {
    if (spelling_ == Spelling::json && !cursor_.at_end()) {
        switch (cursor_.peek()) {
            case '[':
                return "an array";
            case '{':
                return "an object";
            case '"':
                return "a string";
        }
    }
    return cursor_.found();
}

void PairReader::fail_expected(std::string_view what, std::string_view hint) {
    cursor_.peek();
    fail(cursor_.offset(), fmt::format("expected {}, found {}{}", what, found(), hint));
}

void PairReader::fail(std::size_t offset, std::string_view what) const {
    std::string where = cursor_.place(offset) + ": ";
    if (worker_) where += "worker " + shorten(document_.name(*worker_));
    if (in_pair_ && worker_) where += fmt::format(", pair {}", pair_number(*worker_));
    if (!coordinate_text_.empty()) where += ", coordinate " + shorten(coordinate_text_);
    throw InputError(fmt::format("{}{}{}", where, worker_ ? ": " : "", what));
}

}  // namespace collective
