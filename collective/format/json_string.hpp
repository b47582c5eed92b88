#pragma once

#include <simdjson.h>
#include <cstddef>
#include <string>
#include <string_view>

namespace collective {

/// A string as JSON spells it, or what is wrong with it.
struct JsonString {
    std::size_t bytes;         ///< its length in the text with its quotes, or where the fault stands
    std::string decoded;       ///< what it means, in UTF-8
    std::string_view fault{};  ///< empty: none
};

/// Reads strings; it keeps its memory from one to the next.
class JsonStrings {
  public:
    /// The string that begins at the quote at the front of `text`.
    JsonString scan(std::string_view text);

  private:
    simdjson::dom::parser parser_;
};

/// A text as a string of JSON, with its quotes.
std::string to_json_string(std::string_view text);

}  // namespace collective
