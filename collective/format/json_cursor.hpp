#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace collective {

/// A place in a JSON text, moved forward token by token; it also puts places into words.
class JsonCursor {
  public:
    JsonCursor(std::string_view text, std::string_view file) : text_(text), file_(file) {}

    std::size_t offset() const { return at_; }
    std::string_view rest() const { return text_.substr(at_); }
    std::string_view from(std::size_t offset) const { return text_.substr(offset, at_ - offset); }
    void advance(std::size_t bytes) { at_ += bytes; }

    /// The next character that is not white space, where the cursor then stands; NUL at the end of the text.
    char peek() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
            ++at_;
        }
        return '\0';
    }

    /// Steps over white space and over `wanted` if it comes next.
    bool take(char wanted) {
        if (peek() != wanted || at_ == text_.size()) return false;
        ++at_;
        return true;
    }

    /// `FILE:LINE:COLUMN` of an offset; both count from 1, columns in characters (code points).
    std::string place(std::size_t offset) const;

    /// What stands at the cursor, in words for a message.
    std::string found() const;

  private:
    std::string_view text_;
    std::string_view file_;
    std::size_t at_ = 0;
};

/// `text` if it is short, else its beginning: nobody reads four thousand digits in a message.
std::string shorten(std::string_view text);

}  // namespace collective
