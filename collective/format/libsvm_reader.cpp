#include "collective/format/libsvm_reader.hpp"

#include <fmt/format.h>

#include <string>

#include "collective/format/pair_reader.hpp"

namespace collective {

namespace {

class LibsvmReader {
  public:
    LibsvmReader(std::string_view text, std::string_view file, const ReadSettings& settings)
        : reader_(text, file, Spelling::plain, settings), base_(settings.index_base.value_or(1)) {
        reader_.document().reserve(count_in(text, ':', settings.release));
    }

    Document read() {
        for (std::size_t line = 1; cursor_.next_line(); ++line) {
            if (at_line_end()) continue;
            read_label();
            reader_.enter_worker(reader_.document().add_worker(std::to_string(line)));
            while (!at_line_end()) read_pair();
            reader_.leave_worker();
        }
        if (reader_.document().workers() == 0) reader_.fail_expected("a line, label index:value ...");
        return reader_.finish();
    }

  private:
    /// Comments, which begin with #, don't count.
    bool at_line_end() { return cursor_.peek() == '#' || cursor_.at_end(); }

    char here() const { return cursor_.at_end() ? '\0' : cursor_.rest().front(); }
    bool is_blank_or_end() const {
        return cursor_.at_end() || here() == ' ' || here() == '\t' || here() == '#';
    }

    /// One number, or several between commas.
    void read_label() {
        constexpr std::string_view what = "a label (a number), then index:value ...";
        reader_.read_number(what);
        while (here() == ',') {
            cursor_.advance(1);
            reader_.read_number(what);
        }
        if (is_blank_or_end()) return;
        reader_.fail_expected(here() == ':' ? "a label before the first index" : "a blank after the label");
    }

    void read_pair() {
        reader_.begin_pair();
        const NumberText index = reader_.read_number("an index (an integer)");
        const std::size_t start = cursor_.offset() - index.bytes;
        const auto number = index.integer ? to_int64(index) : std::nullopt;
        if (!number) reader_.fail(start, "an index is an integer of 64 bits");
        if (*number < base_)
            reader_.fail(start, fmt::format("index {}, but indices count from {}{}", *number, base_,
                                            *number == 0 ? "; --index-base 0 if they count from 0" : ""));
        reader_.set_coordinate(*number - base_);
        if (here() != ':') reader_.fail_expected("':' and a value");
        cursor_.advance(1);
        reader_.read_value();
        if (!is_blank_or_end()) reader_.fail_expected("a blank after the value");
        reader_.end_pair();
    }

    PairReader reader_;
    TextCursor& cursor_ = reader_.cursor();
    std::int64_t base_;
};

}  // namespace

Document read_libsvm(std::string_view text, std::string_view file, const ReadSettings& settings) {
    return LibsvmReader(text, file, settings).read();
}

}  // namespace collective
