#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace collective {

/// Writes a JSON text piece by piece and sets the commas. No `<` stands in it, so that it may stand inside an
/// HTML element as it is.
class JsonWriter {
  public:
    JsonWriter& begin_object() { return open('{'); }
    JsonWriter& begin_array() { return open('['); }
    JsonWriter& end_object() { return close('}'); }
    JsonWriter& end_array() { return close(']'); }

    /// Names the value that comes next.
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(double number);  ///< `null` where JSON has no such number
    template <std::integral Integer>
    JsonWriter& value(Integer number) {
        if constexpr (std::same_as<Integer, bool>) return piece(number ? "true" : "false");
        return piece(std::to_string(number));
    }
    JsonWriter& null() { return piece("null"); }

    /// A value that is JSON already.
    JsonWriter& json(std::string_view text);

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& its_value) {
        return key(name).value(its_value);
    }

    const std::string& text() const { return text_; }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& piece(std::string_view text);
    void separate();

    std::string text_;
};

}  // namespace collective
