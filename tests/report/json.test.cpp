#include <doctest/doctest.h>
#include <simdjson.h>

#include <limits>

#include "collective/report/json.hpp"
#include "collective/report/page.hpp"

namespace collective {
namespace {

TEST_CASE("JSON reads back as what was written, whatever the text") {
    const std::string odd = "</script><!-- \" \\ \n\t\x01 \xc3\xa4 <b>";
    JsonWriter json;
    json.begin_object().member("text", odd).member("yes", true).member("number", -7);
    json.member("least", std::numeric_limits<std::int64_t>::min())
        .member("real", 0.1)
        .member("none", 1.0 / 0.0);
    json.key("list").begin_array().value("a").null().begin_array().end_array().begin_object().end_object();
    json.json(R"({"<":"<i>"})").end_array().member(odd, 1).end_object();
    CHECK(json.text().find('<') == std::string::npos);

    simdjson::dom::parser parser;
    const simdjson::dom::element read = parser.parse(json.text());
    CHECK(std::string_view(read["text"]) == odd);
    CHECK(bool(read["yes"]));
    CHECK(std::int64_t(read["number"]) == -7);
    CHECK(std::int64_t(read["least"]) == std::numeric_limits<std::int64_t>::min());
    CHECK(double(read["real"]) == 0.1);
    CHECK(read["none"].is_null());
    const simdjson::dom::array list = read["list"];
    CHECK(list.size() == 5);
    CHECK(list.at(1).is_null());
    CHECK(std::string_view(list.at(4).at_key("<")) == "<i>");
    CHECK(std::int64_t(read.at_key(odd)) == 1);
}

TEST_CASE("A page has its data and title in it, and asks for nothing from elsewhere") {
    const std::string text = page("a <b> & c", R"({"command":"none","mark":"/*script*/"})");
    CHECK(text.find("<title>a &lt;b> &amp; c - ") != std::string::npos);
    CHECK(text.find(R"(id="data">{"command":"none","mark":"/*script*/"}</script>)") != std::string::npos);
    CHECK(text.size() < 400'000);
    for (const char* mark : {"<link rel=\"stylesheet", "src=", "href=\"http", "@import", "url(http", "fetch(",
                             "XMLHttpRequest", "import("}) {
        CHECK_MESSAGE(text.find(mark) == std::string::npos, mark);
    }
}

}  // namespace
}  // namespace collective
