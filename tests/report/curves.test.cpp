#include "collective/report/curves.hpp"

#include <doctest/doctest.h>
#include <simdjson.h>

#include <cmath>

namespace collective {
namespace {

TEST_CASE("A page of curves has their numbers to the bit, and no text ends its data early") {
    const std::vector<Curve> curves{
        {"</script>", {0.1, 1e-300, -2.5}}, {"short", {std::nextafter(1, 2)}}, {"", {INFINITY}}};
    const std::string text = curves_page("a < b", "lead", "epoch", "loss", curves);
    CHECK(text.find("<title>a &lt; b ") != std::string::npos);

    const std::string mark = "id=\"data\">";
    const std::size_t begin = text.find(mark) + mark.size();
    simdjson::dom::parser parser;
    const simdjson::dom::element data =
        parser.parse(text.substr(begin, text.find("</script>", begin) - begin))["curves"];
    CHECK(std::string_view(data["title"]) == "a < b");
    CHECK(std::string_view(data["step"]) == "epoch");
    CHECK(std::string_view(data["value"]) == "loss");
    const simdjson::dom::array rows = data["rows"];
    REQUIRE(rows.size() == 3);
    CHECK(std::string_view(rows.at(0)["name"]) == "</script>");
    const simdjson::dom::array values = rows.at(0)["values"];
    REQUIRE(values.size() == 3);
    CHECK(double(values.at(0)) == 0.1);
    CHECK(double(values.at(1)) == 1e-300);
    CHECK(double(values.at(2)) == -2.5);
    CHECK(double(rows.at(1)["values"].at(0)) == std::nextafter(1, 2));
    CHECK(simdjson::dom::element(rows.at(2)["values"].at(0)).is_null());
}

}  // namespace
}  // namespace collective
