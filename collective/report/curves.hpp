#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace collective {

/// Numbers at the steps 0, 1, 2, ...
struct Curve {
    std::string name;
    std::vector<double> values;
};

/// A page, one HTML file that needs nothing else, that draws curves over the same steps and lists their
/// numbers. `step` and `value` say what the axes count; `lead` says what one sees.
std::string curves_page(std::string_view title, std::string_view lead, std::string_view step,
                        std::string_view value, const std::vector<Curve>& curves);

}  // namespace collective
