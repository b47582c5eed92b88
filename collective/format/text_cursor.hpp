#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "collective/format/pieces.hpp"

namespace collective {

/// A place in a text, moved forward token by token; it also puts places into words.
class TextCursor {
  public:
    /// `file` names the text in messages. A byte order mark does not count as text.
    TextCursor(std::string_view text, std::string_view file, Release release = {})
        : text_(without_mark(text)), file_(file), release_(std::move(release)), end_(text_.size()) {}

    std::size_t offset() const { return at_; }
    bool at_end() const { return at_ == end_; }
    std::string_view rest() const { return text_.substr(at_, end_ - at_); }
    std::string_view from(std::size_t offset) const { return text_.substr(offset, at_ - offset); }
    void advance(std::size_t bytes) { at_ += bytes; }

    /// Narrows the cursor to the next line, without its line end; false where the text has no more.
    bool next_line() {
        at_ = end_ = next_;
        if (next_ == text_.size()) return false;
        const std::size_t feed = line_end(text_, at_, release_);
        next_ = std::min(feed + 1, text_.size());
        end_ = feed > at_ && text_[feed - 1] == '\r' ? feed - 1 : feed;
        return true;
    }

    /// The next character that is not white space, where the cursor then stands; NUL at the end.
    char peek() {
        while (at_ < end_) {
            const char c = text_[at_];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
            ++at_;
        }
        return '\0';
    }

    /// Steps over white space and over `wanted` if it comes next.
    bool take(char wanted) {
        if (peek() != wanted || at_end()) return false;
        ++at_;
        return true;
    }

    /// Steps over white space and gives what comes before the next, or before the end.
    std::string_view take_word();

    /// `FILE:LINE:COLUMN` of an offset; both count from 1, columns in characters (code points).
    std::string place(std::size_t offset) const;

    /// What stands at the cursor, in words for a message.
    std::string found() const;

  private:
    static std::string_view without_mark(std::string_view text) {
        constexpr std::string_view mark = "\xEF\xBB\xBF";
        return text.starts_with(mark) ? text.substr(mark.size()) : text;
    }

    std::string_view text_;
    std::string_view file_;
    Release release_;
    std::size_t at_ = 0, end_, next_ = 0;
};

/// `text` if it is short, else its beginning: nobody reads four thousand digits in a message. Control
/// characters are escaped, so that a message stays a line, and so is what is not UTF-8.
std::string shorten(std::string_view text);

}  // namespace collective
