#include "collective/tool/combinations.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collective/format/coordinate_space.hpp"
#include "collective/operator/table.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/strategy/pitfalls.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/names.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {

bool has_meaning(std::string_view operation, ValueType type) {
    return !is_complex(type) || (operation != "min" && operation != "max" && operation != "product");
}

ValueType result_type(std::string_view operation, ValueType type) {
    if (operation == "count") return ValueType::int64;
    if (operation == "mean") return is_complex(type) ? ValueType::complex128 : ValueType::float64;
    return type;
}

namespace {

using Cells = std::vector<std::string>;

std::string schedules_cell(bool commutative) {
    Names serving;
    for (const Schedule& schedule : schedules())
        if (serves(schedule, commutative)) serving.push_back(schedule.name);
    return serving.size() == schedules().size() ? "all" : joined(serving);
}

/// What becomes of values of each type, in the order of the types.
Cells results_of(std::string_view operation) {
    std::vector<ValueType> types;
    types.reserve(value_type_rows.size());
    for (const ValueTypeRow& row : value_type_rows) types.push_back(value_type_named(row.name));
    const bool keeps = std::all_of(types.begin(), types.end(),
                                   [&](ValueType type) { return result_type(operation, type) == type; });
    Cells cells;
    for (const ValueType type : types) {
        cells.emplace_back(!has_meaning(operation, type) ? "-"
                           : keeps                       ? "the same"
                                                         : name_of(result_type(operation, type)));
    }
    return cells;
}

/// Neighbours in the table of types of which all operators make the same: the first and the last.
std::vector<std::pair<std::size_t, std::size_t>> alike(const std::vector<Cells>& results) {
    std::vector<std::pair<std::size_t, std::size_t>> groups;
    for (std::size_t type = 0; type < value_type_rows.size(); ++type) {
        const bool goes_on = type > 0 && std::all_of(results.begin(), results.end(), [&](const Cells& cells) {
                                 return cells[type] == cells[type - 1];
                             });
        if (goes_on) {
            groups.back().second = type;
        } else {
            groups.emplace_back(type, type);
        }
    }
    return groups;
}

std::string title_of(const std::pair<std::size_t, std::size_t>& types) {
    const auto [first, last] = types;
    if (first == last) return std::string(value_type_rows[first].name);
    return fmt::format("{}{}{}", value_type_rows[first].name, last - first == 1 ? ", " : " to ",
                       value_type_rows[last].name);
}

/// A kind of coordinates, as people call it.
struct Coordinates {
    std::string_view name;
    CoordinateKind kind;
    std::int64_t columns = 0;
};
constexpr std::array coordinate_kinds{
    Coordinates{"int64", CoordinateKind::int64},      Coordinates{"uint64", CoordinateKind::uint64},
    Coordinates{"tuples", CoordinateKind::tuple},     Coordinates{"texts", CoordinateKind::text},
    Coordinates{"of rows", CoordinateKind::int64, 2},
};

Cells coordinates_row(std::string_view name, bool plain_only, bool commutative) {
    Cells cells{"  " + std::string(name)};
    for (const Coordinates& coordinates : coordinate_kinds) {
        CoordinateSpace space;
        space.kind = coordinates.kind;
        space.columns = coordinates.columns;
        cells.emplace_back(!plain_only || space.is_plain() ? "yes" : "-");
    }
    cells.push_back(schedules_cell(commutative));
    return cells;
}

}  // namespace

std::string operators_table() {
    std::vector<Cells> results;
    for (const OperatorRow& row : operator_rows()) results.push_back(results_of(row.name));
    const auto groups = alike(results);
    TextTable table(std::string(groups.size() + 2, 'l'));
    Cells head{"  operator"};
    for (const auto& group : groups) head.push_back(title_of(group));
    head.emplace_back("schedules");
    table.add(head);
    for (std::size_t i = 0; i < results.size(); ++i) {
        const OperatorRow row = operator_rows()[i];
        Cells cells{"  " + std::string(row.name)};
        for (const auto& group : groups) cells.push_back(results[i][group.first]);
        cells.push_back(schedules_cell(row.commutative));
        table.add(cells);
    }
    return table.text();
}

std::string strategies_table() {
    TextTable table(std::string(coordinate_kinds.size() + 2, 'l'));
    Cells head{"  strategy or pitfall"};
    for (const Coordinates& coordinates : coordinate_kinds) head.emplace_back(coordinates.name);
    head.emplace_back("schedules");
    table.add(head);
    const auto strategies = strategy_rows();
    for (const StrategyRow& row : strategies) table.add(coordinates_row(row.name, false, row.commutative));
    for (const PitfallRow& row : pitfall_rows()) {
        const bool is_strategy = std::any_of(strategies.begin(), strategies.end(),
                                             [&](const auto& one) { return one.name == row.name; });
        if (!is_strategy) table.add(coordinates_row(row.name, row.plain_only, row.commutative));
    }
    return table.text();
}

}  // namespace collective::tool
