#pragma once

#include <string>
#include <vector>

namespace collective::tool {

/// A table of text in columns that are as wide as they need be. The first row is the head.
class TextTable {
  public:
    /// One letter a column: `l` left, `r` right.
    explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}

    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// The rows as lines, two blanks between columns and none at the end.
    std::string text() const;

  private:
    std::string alignment_;
    std::vector<std::vector<std::string>> rows_;
};

/// `text` in a colour of the terminal, where `on`. A colour is an ANSI code: 31 red, 32 green, 1 bold.
std::string painted(std::string text, int colour, bool on);

}  // namespace collective::tool
