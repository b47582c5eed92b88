#include "collective/tool/plain_difference.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "collective/counted.hpp"
#include "collective/tool/comparison.hpp"

namespace collective::tool {
namespace {

/// A value of a list, by its text, which reads back to the same bits; what is no number as a NaN.
template <class Float>
Float value_at(const Merged& list, std::size_t place) {
    std::string text;
    list.append_value(place, text);
    Float value = std::numeric_limits<Float>::quiet_NaN();
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// How far two floats are apart, in units of the last place of the exact one, which is not 0.
template <class Float>
long double units_apart(Float plain, Float exact) {
    using Limits = std::numeric_limits<Float>;
    const int lowest = Limits::min_exponent - Limits::digits;
    const int last_place = std::max(std::ilogb(exact) + 1 - Limits::digits, lowest);
    return std::ldexp(std::abs(static_cast<long double>(plain) - exact), -last_place);
}

template <class Float>
std::string text_of(const Merged& plain, const Merged& exact, std::size_t width) {
    const Comparison comparison({&exact, &plain}, 0);
    std::size_t of_zero = 0;
    long double most = 0;
    for (const Row& row : comparison.rows()) {
        if (row.places[0] == nowhere || row.places[1] == nowhere) continue;
        const auto right = value_at<Float>(exact, row.places[0]);
        const auto its = value_at<Float>(plain, row.places[1]);
        if (right == 0) {
            ++of_zero;
        } else if (std::isfinite(right) && std::isfinite(its)) {
            most = std::max(most, units_apart(its, right));
        }
    }
    const std::size_t wrong = comparison.differences()[1].wrong;
    std::string text = fmt::format("{} differs from the exact sum at {} of {}", plain_name, wrong,
                                   counted(exact.size(), width > 1 ? "value" : "coordinate"));
    if (most > 0) {
        text += fmt::format(",\nby up to {:.6g} {} in the last place", most, most == 1 ? "unit" : "units");
    }
    if (wrong > 0) text += "; on other ranks or another schedule, at others";
    if (of_zero > 0) text += fmt::format("\n(at {} the exact sum is 0, which has no last place)", of_zero);
    text += '\n';
    return text;
}

}  // namespace

std::string plain_difference_text(const Merged& plain, const Merged& exact, const Job& job) {
    const auto width = static_cast<std::size_t>(job.document.space.width());
    if (is_integer(job.type)) return fmt::format("{}: of integers no addition rounds\n", plain_name);
    return is_single(job.type) ? text_of<float>(plain, exact, width) : text_of<double>(plain, exact, width);
}

}  // namespace collective::tool
