#include "collective/format/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "collective/error.hpp"
#include "collective/format/json_cursor.hpp"
#include "collective/format/json_number.hpp"
#include "collective/format/json_string.hpp"

namespace collective {

namespace {

constexpr std::size_t progress_step = std::size_t{1} << 22;

/// Rows have a fixed shape, so they are read straight from the text by recursive descent: the place of every
/// fault is known, and numbers stay text until their type is chosen. Names, the free part, are left to
/// simdjson.
class RowsReader {
  public:
    RowsReader(std::string_view text, std::string_view file, const std::function<void(std::size_t)>& progress)
        : cursor_(text, file), progress_(progress) {
        const auto pairs = static_cast<std::size_t>(std::count(text.begin(), text.end(), ']'));
        document_.coordinates.reserve(pairs);
        document_.bits.reserve(pairs);
        document_.kinds.reserve(pairs);
    }

    Document read() {
        read_array("the rows, [[worker, [[coordinate, value], ...]], ...]", [&] { read_row(); });
        cursor_.peek();
        if (!cursor_.rest().empty()) fail_expected("the end of the text after the rows");
        if (progress_) progress_(cursor_.offset());
        if (above_) flip_coordinates();
        return std::move(document_);
    }

  private:
    struct Row {
        std::size_t number, offset;
    };
    struct Coordinate {
        std::size_t offset;
        std::string_view text;
    };

    template <class Element>
    void read_array(std::string_view what, Element&& read_element) {
        if (!cursor_.take('[')) fail_expected(what);
        if (cursor_.take(']')) return;
        do read_element();
        while (cursor_.take(','));
        if (!cursor_.take(']')) fail_expected("',' or ']'");
    }

    void read_row() {
        if (!cursor_.take('[')) fail_expected("a row, [worker, [[coordinate, value], ...]]");
        read_name();
        in_row_ = true;
        if (!cursor_.take(',')) fail_expected("',' and the worker's pairs");
        read_array("the worker's pairs, [[coordinate, value], ...]", [&] { read_pair(); });
        if (!cursor_.take(']')) fail_expected("']' after the worker's pairs");
        in_row_ = false;
        document_.begin.push_back(document_.pairs());
    }

    void read_name() {
        const bool quoted = cursor_.peek() == '"';
        const std::size_t start = cursor_.offset();
        std::string key;
        if (quoted) {
            key = "string " + read_string();
        } else {
            const auto name = read_number("the worker's name (a string or a number)");
            const auto value = canonical(name);
            if (!value) fail(start, "the exponent of the worker's name is too large; use a string");
            key = "number " + *value;
        }
        document_.names.emplace_back(cursor_.from(start));

        const Row row{document_.workers(), start};
        const auto [earlier, is_new] = rows_.try_emplace(std::move(key), row);
        if (!is_new)
            fail(start,
                 fmt::format(
                     "worker {} is named twice, in row {} ({}) and in row {}; give each worker one row",
                     shorten(document_.names.back()), earlier->second.number,
                     cursor_.place(earlier->second.offset), row.number));
    }

    std::string read_string() {
        JsonString string = strings_.scan(cursor_.rest());
        if (!string.fault.empty()) fail(cursor_.offset() + string.bytes, string.fault);
        cursor_.advance(string.bytes);
        return std::move(string.decoded);
    }

    void read_pair() {
        in_pair_ = true;
        if (!cursor_.take('[')) fail_expected("a pair, [coordinate, value]");
        const std::int64_t coordinate = read_coordinate();
        if (!cursor_.take(',')) fail_expected("',' and a value");
        read_value();
        if (!cursor_.take(']')) fail_expected("']' after the value");
        document_.coordinates.push_back(coordinate);
        coordinate_ = {};
        in_pair_ = false;
        if (progress_ && cursor_.offset() >= next_progress_) {
            progress_(cursor_.offset());
            next_progress_ = cursor_.offset() + progress_step;
        }
    }

    std::int64_t read_coordinate() {
        const JsonNumber number = read_number("a coordinate (an integer)");
        const std::size_t start = cursor_.offset() - number.text.size();
        coordinate_ = number.text;
        if (!number.integer) fail(start, "a coordinate is an integer literal such as 2");
        const auto value = to_int64(number);
        if (value) {
            if (*value >= 0) return *value;
            if (!negative_) negative_ = Coordinate{start, number.text};
        } else if (to_uint64(number)) {
            if (!above_) above_ = Coordinate{start, number.text};
        } else {
            fail(start, "a coordinate is an int64 or a uint64");
        }
        if (negative_ && above_) {
            const Coordinate& other = value ? *above_ : *negative_;
            fail(start, fmt::format("with coordinate {} at {} it fits neither int64 nor uint64", other.text,
                                    cursor_.place(other.offset)));
        }
        return value ? *value : static_cast<std::int64_t>(*to_uint64(number));
    }

    void read_value() {
        const JsonNumber number = read_number("a value (a number)");
        const std::size_t start = cursor_.offset() - number.text.size();
        if (!number.integer) {
            const auto value = to_double(number);
            if (!value)
                fail(start, shorten(number.text) + " is beyond the largest float64, 1.7976931348623157e+308");
            append_value(Kind::float64, std::bit_cast<std::int64_t>(*value));
        } else if (const auto value = to_int64(number)) {
            append_value(Kind::int64, *value);
        } else {
            if (number.digits > most_digits)
                fail(start,
                     fmt::format("an integer of {} digits; at most {} are read", number.digits, most_digits));
            append_value(Kind::wide, static_cast<std::int64_t>(document_.wide.size()));
            document_.wide.emplace_back(number.text);
        }
    }

    void append_value(Kind kind, std::int64_t bits) {
        document_.bits.push_back(bits);
        document_.kinds.push_back(kind);
    }

    JsonNumber read_number(std::string_view what) {
        const char first = cursor_.peek();
        const auto number = scan_number(cursor_.rest());
        if (!number) {
            const bool meant = (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
            const char* const hint = first == '[' ? "; nesting too deep"
                                     : meant ? "; a number of JSON is decimal, without leading zero or plus, "
                                               "with digits around a point"
                                             : "";
            fail_expected(what, hint);
        }
        cursor_.advance(number->text.size());
        return *number;
    }

    void flip_coordinates() {
        document_.unsigned_coordinates = true;
        for (std::int64_t& coordinate : document_.coordinates)
            coordinate ^= std::numeric_limits<std::int64_t>::min();
    }

    [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = {}) {
        cursor_.peek();
        fail(cursor_.offset(), fmt::format("expected {}, found {}{}", what, cursor_.found(), hint));
    }

    [[noreturn]] void fail(std::size_t offset, std::string_view what) const {
        std::string where = cursor_.place(offset) + ": ";
        if (in_row_) where += "worker " + shorten(document_.names.back());
        if (in_pair_) where += fmt::format(", pair {}", document_.pairs() - document_.begin.back() + 1);
        if (!coordinate_.empty()) where += ", coordinate " + shorten(coordinate_);
        throw InputError(fmt::format("{}{}{}", where, in_row_ ? ": " : "", what));
    }

    JsonCursor cursor_;
    const std::function<void(std::size_t)>& progress_;
    std::size_t next_progress_ = progress_step;
    Document document_;
    std::unordered_map<std::string, Row> rows_;  // by the decoded name
    JsonStrings strings_;
    std::optional<Coordinate> negative_, above_;  // the first below zero, and above int64
    bool in_row_ = false, in_pair_ = false;       // what a message can name
    std::string_view coordinate_;
};

}  // namespace

Document read_json(std::string_view text, std::string_view file,
                   const std::function<void(std::size_t)>& progress) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    return RowsReader(text, file, progress).read();
}

}  // namespace collective
