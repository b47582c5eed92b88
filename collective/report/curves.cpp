#include "collective/report/curves.hpp"

#include "collective/report/json.hpp"
#include "collective/report/page.hpp"

namespace collective {

std::string curves_page(std::string_view title, std::string_view lead, std::string_view step,
                        std::string_view value, const std::vector<Curve>& curves) {
    JsonWriter json;
    json.begin_object().member("command", "curves").key("curves").begin_object();
    json.member("title", title).member("lead", lead).member("step", step).member("value", value);
    json.key("rows").begin_array();
    for (const Curve& curve : curves) {
        json.begin_object().member("name", curve.name).key("values").begin_array();
        for (const double number : curve.values) json.value(number);
        json.end_array().end_object();
    }
    return page(title, json.end_array().end_object().end_object().text());
}

}  // namespace collective
