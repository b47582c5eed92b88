#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

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
    PairReader(TextCursor text, Spelling spelling, const ReadSettings& settings);

    TextCursor& cursor() { return cursor_; }
    DocumentBuilder& document() { return document_; }

    /// The pairs that follow are this worker's, and messages name it.
    void enter_worker(std::size_t worker) {
        worker_ = worker;
        document_.switch_to(worker);
    }
    void leave_worker() { worker_.reset(); }

    /// A pair: between begin and end coordinate and value are read or set once each, in any order.
    void begin_pair() { in_pair_ = true; }
    void read_coordinate();
    void read_value();
    void set_coordinate(std::int64_t coordinate) { coordinate_ = coordinate; }
    void set_value(DocumentValue value) { value_ = value; }
    void end_pair();
    void drop_pair();  ///< ends it without adding it

    /// The number at the cursor, which steps over it. **Throws** where there is none.
    NumberText read_number(std::string_view what);
    DocumentValue to_float64(const NumberText& number);
    DocumentValue to_value(const NumberText& number);

    Document finish();

    [[noreturn]] void fail_expected(std::string_view what, std::string_view hint = {});
    [[noreturn]] void fail(std::size_t offset, std::string_view what) const;

  private:
    std::string found();
    std::size_t start_of(const NumberText& number) const { return cursor_.offset() - number.bytes; }

    TextCursor cursor_;
    Spelling spelling_;
    const ReadSettings& settings_;
    std::size_t next_progress_;
    DocumentBuilder document_;
    CoordinateSigns range_;

    std::optional<std::size_t> worker_;
    bool in_pair_ = false;
    std::string_view coordinate_text_;
    std::int64_t coordinate_ = 0;
    DocumentValue value_;
};

}  // namespace collective
