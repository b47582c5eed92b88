#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collective/format/json_reader.hpp"
#include "collective/format/number.hpp"
#include "collective/format/output_file.hpp"
#include "collective/integer.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/merged.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

/// A small input with its right answer. `N` stands for the variant, `-N` for its negative, `N+4` for the sum.
struct Case {
    std::string_view check, rows, expected;
};

constexpr std::array six_cases{
    Case{"sparse order differs", R"([["a",[[2,N],[0,1]]],["b",[[0,3],[2,4]]]])", "[[0,4],[2,N+4]]"},
    Case{"empty workers", "[]", "[]"},
    Case{"empty coordinate rows", R"([["a",[]]])", "[]"},
    Case{"one coordinate", R"([["a",[[N,N]]]])", "[[N,N]]"},
    Case{"negative coordinate values", R"([["a",[[-1,N]]],["b",[[-1,-N]]]])", "[[-1,0]]"},
    Case{"missing coordinate treated zero", R"([["a",[[1,2]]],["b",[[3,4]]]])", "[[1,2],[3,4]]"},
};

std::string with_variant(std::string_view text, std::int64_t variant) {
    const auto number = [](Int128 value) {
        std::string digits;
        append_number(digits, value);
        return digits;
    };
    std::string result(text);
    const auto replace = [&](std::string_view what, const std::string& by) {
        for (std::size_t at = 0; (at = result.find(what, at)) != std::string::npos; at += by.size()) {
            result.replace(at, what.size(), by);
        }
    };
    replace("N+4", number(Int128{variant} + 4));
    replace("-N", number(-Int128{variant}));
    replace("N", number(variant));
    return result;
}

struct Observation {
    std::string check, actual, expected;
    bool passed;
};

std::string as_json(const Merged& merged) {
    std::string text;
    for (std::size_t i = 0; i < merged.size(); ++i) {
        text += text.empty() ? "[" : ",[";
        append_number(text, merged.coordinate(i));
        text += ",";
        merged.append_value(i, text);
        text += "]";
    }
    return "[" + text + "]";
}

std::string json_text(const std::vector<Observation>& observations, bool all_passed) {
    std::string text;
    for (const Observation& one : observations) {
        text += fmt::format("{}{{\"check\":\"{}\",\"actual\":{},\"expected\":{},\"passed\":{}}}",
                            text.empty() ? "" : ",", one.check, one.actual, one.expected, one.passed);
    }
    return fmt::format("{{\"observations\":[{}],\"passed\":{}}}\n", text, all_passed);
}

std::string table_text(const std::vector<Observation>& observations, bool colour) {
    TextTable table("llll");
    table.add({"check", "actual", "expected", ""});
    std::size_t passed = 0;
    for (const Observation& one : observations) {
        passed += one.passed ? 1 : 0;
        table.add({one.check, one.actual, one.expected,
                   one.passed ? painted("passed", 32, colour) : painted("FAILED", 31, colour)});
    }
    return table.text() + fmt::format("{} of {} passed\n", passed, observations.size());
}

}  // namespace

Exit cases(Session& session, const Arguments& arguments) {
    std::vector<Observation> observations;
    bool all_passed = true;
    for (const Case& one : six_cases) {
        Stopwatch stopwatch;
        const Job job = make_job(
            session, arguments,
            [&] { return read_json(with_variant(one.rows, arguments.variant), one.check); }, stopwatch);
        const auto merged = merge(session, job, arguments.strategy, arguments.options);
        Observation observation{std::string(one.check), as_json(*merged),
                                with_variant(one.expected, arguments.variant), false};
        observation.passed = observation.actual == observation.expected;
        all_passed = all_passed && observation.passed;
        observations.push_back(std::move(observation));
    }
    session.on_root([&] {
        OutputFile out("-");
        out.write(arguments.json ? json_text(observations, all_passed)
                                 : table_text(observations, shows_colour(STDOUT_FILENO, arguments)));
        out.commit();
    });
    return all_passed ? Exit::passed : Exit::check_failed;
}

}  // namespace collective::tool
