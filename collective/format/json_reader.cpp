#include "collective/format/json_reader.hpp"

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <utility>

#include "collective/format/json_string.hpp"
#include "collective/format/number_text.hpp"

namespace collective {

namespace {

/// Rows have a fixed shape, so they are read straight from the text by recursive descent: the place of every
/// fault is known, and numbers stay text until their type is chosen. Names, the free part, are left to
/// simdjson.
class RowsReader {
  public:
    RowsReader(std::string_view text, std::string_view file, const ReadSettings& settings)
        : reader_(text, file, Spelling::json, settings) {
        reader_.document().reserve(count_in(text, ']', settings.release));
    }

    Document read() {
        read_array("the rows, [[worker, [[coordinate, value], ...]], ...]", [&] { read_row(); });
        expect_end("the end of the text after the rows");
        return reader_.finish();
    }

    Document read_lines() {
        while (cursor_.next_line()) {
            if (cursor_.peek() == '\0' && cursor_.at_end()) continue;
            read_row();
            expect_end("the end of the line after the row");
        }
        return reader_.finish();
    }

  private:
    struct Row {
        std::size_t number, offset;
    };

    template <class Element>
    void read_array(std::string_view what, Element&& read_element) {
        if (!cursor_.take('[')) reader_.fail_expected(what);
        if (cursor_.take(']')) return;
        do read_element();
        while (cursor_.take(','));
        if (!cursor_.take(']')) reader_.fail_expected("',' or ']'");
    }

    void expect_end(std::string_view what) {
        cursor_.peek();
        if (!cursor_.at_end()) reader_.fail_expected(what);
    }

    void read_row() {
        if (!cursor_.take('[')) reader_.fail_expected("a row, [worker, [[coordinate, value], ...]]");
        reader_.enter_worker(read_name());
        if (!cursor_.take(',')) reader_.fail_expected("',' and the worker's pairs");
        read_array("the worker's pairs, [[coordinate, value], ...]", [&] { read_pair(); });
        if (!cursor_.take(']')) reader_.fail_expected("']' after the worker's pairs");
        reader_.leave_worker();
    }

    std::size_t read_name() {
        const bool quoted = cursor_.peek() == '"';
        const std::size_t start = cursor_.offset();
        std::string key;
        if (quoted) {
            key = "string " + read_string();
        } else {
            const auto name = reader_.read_number("the worker's name (a string or a number)");
            const auto value = canonical(name);
            if (!value) reader_.fail(start, "the exponent of the worker's name is too large; use a string");
            key = "number " + *value;
        }
        const std::size_t worker = reader_.document().add_worker(std::string(cursor_.from(start)));

        const Row row{worker + 1, start};
        const auto [earlier, is_new] = rows_.try_emplace(std::move(key), row);
        if (!is_new)
            reader_.fail(
                start, fmt::format(
                           "worker {} is named twice, in row {} ({}) and in row {}; give each worker one row",
                           shorten(cursor_.from(start)), earlier->second.number,
                           cursor_.place(earlier->second.offset), row.number));
        return worker;
    }

    std::string read_string() {
        JsonString string = strings_.scan(cursor_.rest());
        if (!string.fault.empty()) reader_.fail(cursor_.offset() + string.bytes, string.fault);
        cursor_.advance(string.bytes);
        return std::move(string.decoded);
    }

    void read_coordinate() {
        const char first = cursor_.peek();
        const std::size_t start = cursor_.offset();
        if (first == '"') {
            std::string text = read_string();
            reader_.set_text(std::move(text), cursor_.from(start));
        } else if (first == '[') {
            read_array("a coordinate of parts, [integer, ...]", [&] { reader_.read_part(); });
            if (cursor_.from(start).size() == 2) reader_.fail(start, "a coordinate without parts");
        } else {
            reader_.read_coordinate();
        }
    }

    void read_pair() {
        reader_.begin_pair();
        if (!cursor_.take('[')) reader_.fail_expected("a pair, [coordinate, value]");
        read_coordinate();
        if (!cursor_.take(',')) reader_.fail_expected("',' and a value");
        if (cursor_.peek() == '[') {
            reader_.be_row();
            read_array("a row of values, [value, ...]", [&] { reader_.read_value(); });
        } else {
            reader_.read_value();
        }
        if (!cursor_.take(']')) reader_.fail_expected("']' after the value");
        reader_.end_pair();
    }

    PairReader reader_;
    TextCursor& cursor_ = reader_.cursor();
    std::unordered_map<std::string, Row> rows_;  // by the decoded name
    JsonStrings strings_;
};

}  // namespace

Document read_json(std::string_view text, std::string_view file, const ReadSettings& settings) {
    return RowsReader(text, file, settings).read();
}

Document read_json_lines(std::string_view text, std::string_view file, const ReadSettings& settings) {
    return RowsReader(text, file, settings).read_lines();
}

}  // namespace collective
