#include "collective/format/matrix_market_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "collective/format/pair_reader.hpp"
#include "collective/nearest.hpp"

namespace collective {

namespace {

constexpr std::array<std::string_view, 4> fields{"integer", "real", "complex", "pattern"};
constexpr std::array<std::string_view, 4> symmetries{"general", "symmetric", "skew-symmetric", "hermitian"};

class MatrixMarketReader {
  public:
    MatrixMarketReader(std::string_view text, std::string_view file, const ReadSettings& settings)
        : reader_(text, file, Spelling::plain, settings), most_entries_(text.size() / 4 + 1) {}

    Document read() {
        read_banner();
        read_size();
        for (entry_ = 1; entry_ <= entries_; ++entry_) {
            if (!next_line())
                reader_.fail_expected(
                    fmt::format("entry {} of the {} that {} declares", entry_, entries_, size_place_));
            read_entry();
        }
        if (next_line())
            reader_.fail_expected(
                fmt::format("no more than the {} entries that {} declares", entries_, size_place_));
        return reader_.finish(field_ == "complex" ? ValueHint::complex128 : ValueHint::none);
    }

  private:
    /// To the next line that is neither blank nor a comment.
    bool next_line() {
        while (cursor_.next_line())
            if (const char first = cursor_.peek(); first != '%' && !cursor_.at_end()) return true;
        return false;
    }

    void read_banner() {
        cursor_.next_line();
        expect_word("%%matrixmarket", "%%MatrixMarket matrix coordinate ...");
        expect_word("matrix", "matrix");
        expect_word("coordinate", "coordinate (arrays are not read: write the matrix as a sparse one)");
        field_ = read_choice("field", fields);
        symmetry_ = read_choice("symmetry", symmetries);
        if ((field_ == "pattern" && symmetry_ == "skew-symmetric") ||
            (field_ != "complex" && symmetry_ == "hermitian"))
            reader_.fail(cursor_.offset() - symmetry_.size(),
                         fmt::format("a matrix of field {} can't be {}", field_, symmetry_));
        expect_line_end();
    }

    std::string take_lower() {
        std::string word(cursor_.take_word());
        std::transform(word.begin(), word.end(), word.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        return word;
    }

    void expect_word(std::string_view word, std::string_view what) {
        const TextCursor before = cursor_;
        if (take_lower() == word) return;
        cursor_ = before;
        reader_.fail_expected(what);
    }

    std::string read_choice(std::string_view kind, const std::array<std::string_view, 4>& names) {
        cursor_.peek();
        const std::size_t start = cursor_.offset();
        std::string word = take_lower();
        if (std::find(names.begin(), names.end(), word) == names.end())
            reader_.fail(start, unknown_name(kind, shorten(word), names));
        return word;
    }

    void read_size() {
        if (!next_line()) reader_.fail_expected("the numbers of rows, columns and entries");
        size_place_ = cursor_.place(cursor_.offset());
        const std::size_t start = cursor_.offset();
        rows_ = read_integer("the number of rows");
        columns_ = read_integer("the number of columns");
        entries_ = read_integer("the number of entries");
        expect_line_end();
        if (rows_ < 0 || columns_ < 0 || entries_ < 0) reader_.fail(start, "a size below zero");
        if (rows_ > most_matrix_rows)
            reader_.fail(start, fmt::format("{} rows; each is a worker, and at most {} are read", rows_,
                                            most_matrix_rows));
        if (symmetry_ != "general" && rows_ != columns_)
            reader_.fail(start, fmt::format("a {} matrix is square", symmetry_));
        const auto entries = std::min(static_cast<std::size_t>(entries_), most_entries_);
        reader_.document().reserve(symmetry_ == "general" ? entries : 2 * entries);
        for (std::int64_t row = 1; row <= rows_; ++row) reader_.document().add_worker(std::to_string(row));
    }

    void read_entry() {
        const std::size_t start = cursor_.offset();
        const std::int64_t row = read_index("row", rows_), column = read_index("column", columns_);
        reader_.enter_worker(static_cast<std::size_t>(row - 1));
        reader_.begin_pair();
        reader_.set_coordinate(column - 1);
        const DocumentValue value = read_value();
        add_value(value);
        DocumentValue imaginary(0.0);
        if (field_ == "complex") {
            imaginary = reader_.read_float64("the imaginary part (a number)");
            reader_.add_value(imaginary);
        }
        expect_line_end();
        if (symmetry_ == "hermitian" && row == column && std::bit_cast<double>(imaginary.bits) != 0)
            reader_.fail(start, "a hermitian matrix has real numbers on its diagonal");
        reader_.end_pair();
        if (symmetry_ != "general") add_mirrored(start, row, column, value, imaginary);
        reader_.leave_worker();
    }

    void add_value(DocumentValue value) {
        if (field_ == "complex") reader_.be_row();
        reader_.add_value(value);
    }

    /// The entry on the other side of the diagonal.
    void add_mirrored(std::size_t start, std::int64_t row, std::int64_t column, DocumentValue value,
                      DocumentValue imaginary) {
        if (row < column)
            reader_.fail(start, fmt::format("a {} matrix has no entries above its diagonal", symmetry_));
        const bool skew = symmetry_ == "skew-symmetric";
        if (row == column && skew)
            reader_.fail(start, "a skew-symmetric matrix has no entries on its diagonal");
        if (row == column) return;
        reader_.enter_worker(static_cast<std::size_t>(column - 1));
        reader_.begin_pair();
        reader_.set_coordinate(row - 1);
        add_value(skew ? negated(value) : value);
        if (field_ == "complex") reader_.add_value(symmetry_ == "symmetric" ? imaginary : negated(imaginary));
        reader_.end_pair();
    }

    DocumentValue read_value() {
        if (field_ == "pattern") return DocumentValue(std::int64_t{1});
        constexpr std::string_view what = "a value (a number)";
        if (field_ != "integer") return reader_.read_float64(what);
        const NumberText number = reader_.read_number(what);
        if (!number.integer)
            reader_.fail(cursor_.offset() - number.bytes,
                         "a value of an integer matrix is an integer literal");
        return reader_.to_value(number);
    }

    DocumentValue negated(DocumentValue value) {
        switch (value.kind) {
            case Kind::float64:
                return DocumentValue(-std::bit_cast<double>(value.bits));
            case Kind::int64:
                if (value.bits == std::numeric_limits<std::int64_t>::min())
                    return reader_.document().wide("9223372036854775808");
                return DocumentValue(-value.bits);
            case Kind::wide:
                break;
        }
        const std::string digits = reader_.document().wide_digits(value);
        return reader_.document().wide(digits.front() == '-' ? digits.substr(1) : '-' + digits);
    }

    std::int64_t read_index(std::string_view what, std::int64_t last) {
        const std::int64_t index = read_integer(what);
        if (index < 1 || index > last)
            reader_.fail(cursor_.offset() - std::to_string(index).size(),
                         fmt::format("entry {}: {} {} is not from 1 to {}", entry_, what, index, last));
        return index;
    }

    std::int64_t read_integer(std::string_view what) {
        const NumberText number = reader_.read_number(what);
        const auto value = number.integer ? to_int64(number) : std::nullopt;
        if (!value)
            reader_.fail(
                cursor_.offset() - number.bytes,
                fmt::format("expected {} (an integer of 64 bits), found {}", what, shorten(number.text)));
        return *value;
    }

    void expect_line_end() {
        cursor_.peek();
        if (!cursor_.at_end()) reader_.fail_expected("the end of the line");
    }

    PairReader reader_;
    TextCursor& cursor_ = reader_.cursor();
    std::size_t most_entries_;  // that can stand in the file, whatever it declares
    std::string field_, symmetry_, size_place_;
    std::int64_t rows_ = 0, columns_ = 0, entries_ = 0, entry_ = 0;
};

}  // namespace

Document read_matrix_market(std::string_view text, std::string_view file, const ReadSettings& settings) {
    return MatrixMarketReader(text, file, settings).read();
}

}  // namespace collective
