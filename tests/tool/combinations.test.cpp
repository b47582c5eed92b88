#include "collective/tool/combinations.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "collective/operator/table.hpp"
#include "collective/strategy/pitfalls.hpp"
#include "collective/strategy/table.hpp"
#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

using Words = std::vector<std::string>;

/// The cells of a table that `list` prints, by row and title. Cells stand under their titles.
std::map<std::string, std::map<std::string, std::string>> cells_of(const std::string& list,
                                                                   const std::string& first_title) {
    std::istringstream lines(list.substr(list.find("  " + first_title + "  ")));
    std::string head, line;
    std::getline(lines, head);
    std::vector<std::size_t> begins;
    for (std::size_t i = 2; i < head.size(); ++i)
        if (head[i] != ' ' && head.substr(i - 2, 2) == "  ") begins.push_back(i);
    const auto cell = [&](const std::string& text, std::size_t column) {
        const std::size_t begin = begins[column];
        if (begin >= text.size()) return std::string();
        const std::size_t end = column + 1 < begins.size() ? begins[column + 1] : text.size();
        const std::string wide = text.substr(begin, end - begin);
        return wide.substr(0, wide.find_last_not_of(' ') + 1);
    };
    std::map<std::string, std::map<std::string, std::string>> cells;
    while (std::getline(lines, line) && line.starts_with("  "))
        for (std::size_t column = 1; column < begins.size(); ++column)
            cells[cell(line, 0)][cell(head, column)] = cell(line, column);
    return cells;
}

std::string printed_list() { return run_command({"list"}).output; }

/// The title under which a type stands: its own name, or those of two neighbours, or from one to another.
std::string title_of(const std::map<std::string, std::string>& row, std::size_t type) {
    const auto place = [](const std::string& name) {
        const auto at = std::find_if(value_type_rows.begin(), value_type_rows.end(),
                                     [&](const auto& one) { return one.name == name; });
        return static_cast<std::size_t>(at - value_type_rows.begin());
    };
    for (const auto& [title, cell] : row) {
        const std::size_t blank = title.find(' ');
        if (title == "schedules") continue;
        std::string first = title.substr(0, blank);
        std::erase(first, ',');
        const std::string last = title.substr(title.rfind(' ') + 1);
        if (place(first) <= type && type <= place(last)) return title;
    }
    return "no title";
}

/// The types that a result printed as this may have.
std::string kind_of(const std::string& output) {
    const bool is_row = output.find("[5,[") != std::string::npos;
    if (output.find('.') == std::string::npos) return "integer";
    std::size_t longest = 0, digits = 0;
    for (const char letter : output) {
        digits = std::isdigit(static_cast<unsigned char>(letter)) != 0 ? digits + 1 : 0;
        longest = std::max(longest, digits);
    }
    return std::string(is_row ? "complex" : "float") + (longest > 12 ? "64" : "32");
}

std::string kind_of_type(std::string_view name) {
    if (name == "float32") return "float32";
    if (name == "float64") return "float64";
    if (name == "complex64") return "complex32";
    if (name == "complex128") return "complex64";
    return "integer";
}

void check_schedules(const std::string& cell, const Words& words, const std::string& rows) {
    for (const Schedule& schedule : schedules()) {
        Words with = words;
        with.insert(with.end(), {"--schedule", std::string(schedule.name), "--ranks", "3"});
        const CommandEnd end = run_text(rows, with);
        const bool listed = cell == "all" || cell.find(schedule.name) != std::string::npos;
        CAPTURE(words.back());
        CAPTURE(schedule.name);
        CHECK((end.message == "") == listed);
        if (!listed) CHECK(end.message.find("does not keep") != std::string::npos);
    }
}

}  // namespace

TEST_CASE("list: an operator does with a type of values what the table says") {
    const auto table = cells_of(printed_list(), "operator");
    CHECK(table.size() == operator_rows().size());
    int refused = 0;
    for (const OperatorRow& op : operator_rows()) {
        const std::string name(op.name);
        REQUIRE(table.count(name) == 1);
        const auto& row = table.at(name);
        for (std::size_t type = 0; type < value_type_rows.size(); ++type) {
            const std::string type_name(value_type_rows[type].name);
            const std::string kind = kind_of_type(type_name);
            const std::string rows =
                kind == "integer" ? "[[0,[[5,3]]],[1,[[5,4]]],[2,[[5,4]]]]"
                                  : std::string(kind[0] == 'c' ? "[[0,[[5,[0.1,0.1]]]],[1,[[5,[0.7,0.7]]]]]"
                                                               : "[[0,[[5,0.1]]],[1,[[5,0.7]]]]");
            const CommandEnd end = run_text(rows, {"--op", name, "--value-type", type_name, "--ranks", "2"});
            const std::string cell = row.at(title_of(row, type));
            CAPTURE(name);
            CAPTURE(type_name);
            CAPTURE(end.output);
            CHECK((end.message == "") == (cell != "-"));
            if (cell == "-") {
                ++refused;
                CHECK(end.message.find(name + " goes part by part") != std::string::npos);
                CHECK(end.status == Exit::bad_input);
                continue;
            }
            // A float64 that needs few digits doesn't show that it is one: those of 0.1 and 0.7 stay theirs.
            const std::string expected = kind_of_type(cell == "the same" ? type_name : cell);
            const bool is_short = cell == "the same" && (name == "min" || name == "max" || name == "first" ||
                                                         name == "last" || name == "sum");
            if (!is_short) CHECK(kind_of(without_blanks(end.output)) == expected);
            if (is_short) CHECK(kind_of(without_blanks(end.output)).substr(0, 5) == expected.substr(0, 5));
        }
        check_schedules(row.at("schedules"), {"--op", name}, "[[0,[[5,3]]],[1,[[5,4]]]]");
    }
    CHECK(refused == 6);
}

TEST_CASE("list: a strategy or a pitfall takes the coordinates that the table says") {
    const auto table = cells_of(printed_list(), "strategy or pitfall");
    const std::map<std::string, std::string> rows_of{
        {"int64", "[[0,[[5,1],[-1,1]]],[1,[[5,1]]]]"},
        {"uint64", "[[0,[[18446744073709551615,1],[5,1]]],[1,[[5,1]]]]"},
        {"tuples", "[[0,[[[1,2],1],[[0,-2],1]]],[1,[[[1,2],1]]]]"},
        {"texts", R"([[0,[["b",1],["a",1]]],[1,[["b",1]]]])"},
        {"of rows", "[[0,[[5,[1,2]],[-1,[1,3]]]],[1,[[5,[1,4]]]]]"},
    };
    const TemporaryDirectory directory;
    std::size_t known = 0;
    int refused = 0;
    for (const auto& [kind, rows] : rows_of) {
        put(directory.file("rows.json"), rows);
        const std::string gallery =
            run_command({"compare", directory.file("rows.json"), "--all", "--ranks", "2"}).output;
        for (const PitfallRow& pitfall : pitfall_rows()) {
            const std::string name(pitfall.name);
            const bool taken = gallery.find(name + " can't be tried here") == std::string::npos;
            CAPTURE(kind);
            CAPTURE(name);
            CHECK(table.at(name).at(kind) == (taken ? "yes" : "-"));
            refused += !taken;
            ++known;
        }
        for (const StrategyRow& strategy : strategy_rows()) {
            const std::string name(strategy.name);
            CHECK(table.at(name).at(kind) == "yes");
            CHECK(run_text(rows, {"--strategy", name, "--ranks", "2"}).message == "");
            check_schedules(table.at(name).at("schedules"), {"--strategy", name}, rows);
        }
    }
    CHECK(known == 5 * pitfall_rows().size());
    CHECK(refused == 8);
    CHECK(table.size() == pitfall_rows().size() + 1);  // of the strategies two are pitfalls
}

TEST_CASE("list: its tables fit into a terminal of 100 columns") {
    for (const std::string& table : {operators_table(), strategies_table()}) {
        std::istringstream lines(table);
        for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
    }
}
