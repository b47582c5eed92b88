#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collective/format/document_builder.hpp"
#include "collective/format/number_text.hpp"
#include "collective/format/read_settings.hpp"
#include "collective/format/text_cursor.hpp"

namespace collective {

/// The most digits of an integer value. A longer one is bad input: sums of such numbers cost their square in
/// time.
inline constexpr std::size_t most_digits = 100'000;

/// What all formats of text have in common: what a coordinate and a value may be, and messages that name
/// file, line, column, worker, pair and coordinate. A reader adds the grammar around them.
class PairReader {
  public:
    PairReader(std::string_view text, std::string_view file, Spelling spelling, const ReadSettings& settings);

    TextCursor& cursor() { return cursor_; }
    DocumentBuilder& document() { return document_; }

    /// The pairs that follow are this worker's, and messages name it.
    void enter_worker(std::size_t worker) {
        worker_ = worker;
        document_.switch_to(worker);
    }
    void leave_worker() { worker_.reset(); }

    /// A pair: between begin and end coordinate and value are read or set once each, in any order.
    void begin_pair() {
        in_pair_ = true;
        shape_ = {};
        row_.clear();
    }
    void read_coordinate();
    void set_coordinate(std::int64_t coordinate) { coordinate_ = coordinate; }
    void read_part();                                           ///< of a tuple, in place of a coordinate
    void set_text(std::string text, std::string_view spelled);  ///< in place of a coordinate
    void read_value();
    void add_value(DocumentValue value) { row_.push_back(value); }
    void be_row() { shape_.is_row = true; }  ///< there may be any number of values, not just one
    void end_pair();

    /// The number at the cursor, which steps over it. **Throws** where there is none.
    NumberText read_number(std::string_view what);
    /// The float at the cursor, which steps over it; where the spelling has them also a NaN or an infinity.
    DocumentValue read_float64(std::string_view what);
    DocumentValue to_value(const NumberText& number);

    Document finish(ValueHint hint = ValueHint::none);

    [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = {});
    [[noreturn]] void fail(std::size_t offset, std::string_view what) const;

  private:
    /// What all pairs of a job have alike.
    struct Shape {
        CoordinateKind kind = CoordinateKind::int64;
        std::size_t parts = 0;  // of a tuple
        std::size_t values = 1;
        bool is_row = false;

        bool operator==(const Shape&) const = default;
    };
    struct First {
        Shape shape;
        std::size_t worker, pair;
    };

    [[noreturn]] void fail_range(const NumberText& number) const;
    std::optional<DocumentValue> take_non_finite();
    DocumentValue to_float64(const NumberText& number);
    void check_shape();
    std::size_t pair_number(std::size_t worker) const;
    std::string found();
    std::size_t start_of(const NumberText& number) const { return cursor_.offset() - number.bytes; }

    TextCursor cursor_;
    Spelling spelling_;
    const ReadSettings& settings_;
    std::size_t next_piece_ = piece_bytes;
    DocumentBuilder document_;
    CoordinateSigns range_;

    std::optional<std::size_t> worker_;
    bool in_pair_ = false;
    std::string_view coordinate_text_;
    std::int64_t coordinate_ = 0;
    std::vector<std::int64_t> tuple_;
    std::string text_;
    std::vector<DocumentValue> row_;
    Shape shape_;                 // of this pair
    std::optional<First> first_;  // pair of the job
};

}  // namespace collective
