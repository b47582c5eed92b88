#include "collective/format/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collective/format/json_string.hpp"
#include "collective/format/pair_reader.hpp"
#include "collective/nearest.hpp"

namespace collective {

namespace {

enum class Column { worker, coordinate, value, text };
constexpr std::array<std::string_view, 4> titles{"worker", "coordinate", "value", "text"};

class CsvReader {
  public:
    CsvReader(std::string_view text, std::string_view file, char separator, const ReadSettings& settings)
        : reader_(text, file, Spelling::plain, settings), separator_(separator) {
        reader_.document().reserve(count_in(text, '\n', settings.release) + 1);
    }

    Document read() {
        if (!next_line()) reader_.fail_expected("a line that names the columns: worker, coordinate, value");
        read_titles();
        while (next_line()) read_row();
        return reader_.finish();
    }

  private:
    /// To the next line that isn't blank.
    bool next_line() {
        while (cursor_.next_line()) {
            skip_spaces();
            if (!cursor_.at_end()) return true;
        }
        return false;
    }

    void read_titles() {
        do {
            skip_spaces();
            const std::size_t start = cursor_.offset();
            const std::string title = read_text("a column's title").second;
            const auto place = std::find(titles.begin(), titles.end(), title);
            if (place == titles.end())
                reader_.fail(start, fmt::format("the first line names the columns: {}",
                                                unknown_name("column", shorten(title), titles)));
            const auto column = static_cast<Column>(place - titles.begin());
            if ((column == Column::worker || column == Column::text) && has(column))
                reader_.fail(start, fmt::format("a second column '{}'", title));
            columns_.push_back(column);
        } while (take_separator());
        if (has(Column::coordinate) && has(Column::text))
            reader_.fail(cursor_.offset(),
                         "coordinates are in columns 'coordinate' or in one 'text', not in both");
        if (!has(Column::coordinate) && !has(Column::text))
            reader_.fail(cursor_.offset(), "no column 'coordinate'");
        if (!has(Column::value)) reader_.fail(cursor_.offset(), "no column 'value'");
        named_ = has(Column::worker);
        is_tuple_ = std::count(columns_.begin(), columns_.end(), Column::coordinate) > 1;
        is_row_ = std::count(columns_.begin(), columns_.end(), Column::value) > 1;
        if (!named_) reader_.enter_worker(reader_.document().add_worker("0"));
    }

    bool has(Column column) const {
        return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
    }

    void read_row() {
        if (named_) reader_.leave_worker();
        reader_.begin_pair();
        if (is_row_) reader_.be_row();
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (i > 0 && !take_separator())
                reader_.fail_expected(fmt::format("{} and a {}", separator_text(),
                                                  titles[static_cast<std::size_t>(columns_[i])]));
            switch (columns_[i]) {
                case Column::worker:
                    reader_.enter_worker(read_worker());
                    break;
                case Column::coordinate:
                    read_number("a coordinate (an integer)",
                                [&] { is_tuple_ ? reader_.read_part() : reader_.read_coordinate(); });
                    break;
                case Column::text:
                    read_coordinate_text();
                    break;
                case Column::value:
                    read_number("a value (a number)", [&] { reader_.read_value(); });
                    break;
            }
        }
        skip_spaces();
        if (!cursor_.at_end())
            reader_.fail(cursor_.offset(),
                         fmt::format("expected the end of the line after {} fields, as the first line has "
                                     "them, found {}",
                                     columns_.size(), cursor_.found()));
        reader_.end_pair();
    }

    std::size_t read_worker() {
        skip_spaces();
        const std::string_view rest = cursor_.rest();
        if (!last_name_.empty() && rest.starts_with(last_name_)) {  // mostly it is the line before's
            const std::string_view next = rest.substr(last_name_.size());
            if (next.empty() || next.front() == separator_) {
                cursor_.advance(last_name_.size());
                return last_worker_;
            }
        }
        const std::size_t start = cursor_.offset();
        const auto [raw, name] = read_text("a worker's name");
        last_name_ = raw;
        const auto [known, is_new] = workers_.try_emplace(name, reader_.document().workers());
        if (is_new) {
            if (!simdjson::validate_utf8(name))
                reader_.fail(start, "the worker's name that begins here is not valid UTF-8");
            reader_.document().add_worker(to_json_string(name));
        }
        return last_worker_ = known->second;
    }

    void read_coordinate_text() {
        skip_spaces();
        const std::size_t start = cursor_.offset();
        auto [raw, text] = read_text("a coordinate (a text)");
        if (!simdjson::validate_utf8(text))
            reader_.fail(start, "the coordinate that begins here is not valid UTF-8");
        reader_.set_text(std::move(text), raw);
    }

    template <class Read>
    void read_number(std::string_view what, Read&& read) {
        skip_spaces();
        if (at_field_end()) fail_empty(what);
        const bool quoted = here() == '"';
        if (quoted) cursor_.advance(1);
        read();
        if (quoted && !cursor_.take('"')) reader_.fail_expected("the closing quote");
        skip_spaces();
        if (!at_field_end())
            reader_.fail_expected(fmt::format("{} or the end of the line", separator_text()));
    }

    /// A field's text as it stands, and what it means.
    std::pair<std::string_view, std::string> read_text(std::string_view what) {
        const std::string_view rest = cursor_.rest();
        if (at_field_end()) fail_empty(what);
        std::string text;
        if (rest.front() != '"') {
            const std::string_view field = rest.substr(0, rest.find(separator_));
            check_characters(field);
            if (const std::size_t quote = field.find('"'); quote != std::string_view::npos)
                reader_.fail(cursor_.offset() + quote, "a quote inside a field that doesn't begin with one");
            cursor_.advance(field.size());
            return {field, std::string(field.substr(0, field.find_last_not_of(' ') + 1))};
        }
        std::size_t end = 1;
        while (true) {
            const std::size_t quote = rest.find('"', end);
            if (quote == std::string_view::npos)
                reader_.fail(cursor_.offset(), "the field that begins here has no closing quote on its line");
            text += rest.substr(end, quote - end);
            end = quote + 1;
            if (end == rest.size() || rest[end] != '"') break;
            text += '"';
            ++end;
        }
        check_characters(rest.substr(0, end));
        cursor_.advance(end);
        skip_spaces();
        if (!at_field_end())
            reader_.fail_expected(fmt::format("{} or the end of the line", separator_text()));
        return {rest.substr(0, end), std::move(text)};
    }

    void check_characters(std::string_view field) const {
        const auto control = std::find_if(field.begin(), field.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 && c != '\t';
        });
        if (control != field.end())
            reader_.fail(cursor_.offset() + static_cast<std::size_t>(control - field.begin()),
                         fmt::format("a control character, byte 0x{:02x}", *control));
    }

    [[noreturn]] void fail_empty(std::string_view what) const {
        reader_.fail(cursor_.offset(), fmt::format("expected {}, found an empty field", what));
    }

    char here() const { return cursor_.at_end() ? '\0' : cursor_.rest().front(); }
    bool at_field_end() const { return cursor_.at_end() || here() == separator_; }
    void skip_spaces() {
        while (here() == ' ') cursor_.advance(1);
    }
    bool take_separator() {
        if (here() != separator_) return false;
        cursor_.advance(1);
        return true;
    }
    std::string_view separator_text() const { return separator_ == '\t' ? "a tab" : "','"; }

    PairReader reader_;
    TextCursor& cursor_ = reader_.cursor();
    char separator_;
    std::vector<Column> columns_;
    bool named_ = false;                      // there is a column of workers
    bool is_tuple_ = false, is_row_ = false;  // there are several columns of coordinates, of values
    std::unordered_map<std::string, std::size_t> workers_;
    std::string_view last_name_;  // as it stands in the text; neighbouring lines are often one worker's
    std::size_t last_worker_ = 0;
};

}  // namespace

Document read_csv(std::string_view text, std::string_view file, char separator,
                  const ReadSettings& settings) {
    return CsvReader(text, file, separator, settings).read();
}

}  // namespace collective
