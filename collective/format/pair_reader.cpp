#include "collective/format/pair_reader.hpp"

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/number.hpp"

namespace collective {

namespace {

constexpr std::size_t progress_step = std::size_t{1} << 22;

}  // namespace

PairReader::PairReader(TextCursor text, Spelling spelling, const ReadSettings& settings)
    : cursor_(text), spelling_(spelling), settings_(settings), next_progress_(progress_step) {}

void PairReader::end_pair() {
    document_.add(coordinate_, value_);
    drop_pair();
    if (cursor_.offset() >= next_progress_) {
        next_progress_ = cursor_.offset() + progress_step;
        if (settings_.progress) settings_.progress(cursor_.offset());
    }
}

void PairReader::drop_pair() {
    coordinate_text_ = {};
    in_pair_ = false;
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
    if (range_.broken()) {
        const bool is_negative = number.negative;
        std::string other;
        if (is_negative) {
            append_number(other, static_cast<std::uint64_t>(range_.above->bits));
        } else {
            append_number(other, range_.negative->bits);
        }
        fail(start_of(number),
             fmt::format("with coordinate {} at {} it fits neither int64 nor uint64", other,
                         cursor_.place((is_negative ? range_.above : range_.negative)->where)));
    }
}

void PairReader::read_value() { value_ = to_value(read_number("a value (a number)")); }

DocumentValue PairReader::to_float64(const NumberText& number) {
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
        fail_expected(
            what, json && first == '[' ? "; nesting too deep"
                  : !meant             ? ""
                  : json ? "; a number of JSON is decimal, without leading zero or plus, with digits around "
                           "a point"
                         : "; a number is decimal, without leading zero");
    }
    cursor_.advance(number->bytes);
    return *number;
}

Document PairReader::finish() {
    if (settings_.progress) settings_.progress(cursor_.offset());
    return document_.take(range_.above.has_value());
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
    if (in_pair_ && worker_) where += fmt::format(", pair {}", document_.pairs_of(*worker_) + 1);
    if (!coordinate_text_.empty()) where += ", coordinate " + shorten(coordinate_text_);
    throw InputError(fmt::format("{}{}{}", where, worker_ ? ": " : "", what));
}

}  // namespace collective
