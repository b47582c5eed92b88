#include <fmt/format.h>

#include "collective/format/format.hpp"
#include "collective/format/output_file.hpp"
#include "collective/operator/table.hpp"
#include "collective/schedule/schedule.hpp"
#include "collective/strategy/pitfalls.hpp"
#include "collective/strategy/table.hpp"
#include "collective/tool/combinations.hpp"
#include "collective/tool/commands.hpp"
#include "collective/tool/job.hpp"
#include "collective/tool/names.hpp"
#include "collective/tool/text_table.hpp"

namespace collective::tool {
namespace {

/// One heading with the rows of a table under it: name, meaning, and a line more where there is one to say.
template <class Table, class Meaning, class More>
std::string section(std::string_view heading, const Table& table, Meaning meaning, More more) {
    TextTable text("ll");
    for (const auto& row : table) {
        text.add({"  " + std::string(row.name), meaning(row)});
        if (const std::string line = more(row); !line.empty()) text.add({"", line});
    }
    return fmt::format("{}\n{}", heading, text.text());
}
template <class Table, class Meaning>
std::string section(std::string_view heading, const Table& table, Meaning meaning) {
    return section(heading, table, meaning, [](const auto&) { return std::string(); });
}

std::string strategies() {
    return section(
        "strategies", strategy_rows(),
        [](const StrategyRow& row) { return fmt::format("{} (operator {})", row.meaning, row.operation); },
        [](const StrategyRow& row) {
            return row.flaw.empty() ? std::string() : fmt::format("wrong: {}", row.flaw);
        });
}

/// What can be done with a format, and by which names of files it is known.
std::string ways(const Format& format) {
    std::string text = format.read == nullptr    ? "written"
                       : format.write == nullptr ? "read"
                                                 : "read and written";
    if (!format.suffixes.empty()) text.append("; ").append(format.suffixes);
    return text;
}

struct Named {
    std::string_view name, meaning;
};

constexpr std::array carriers{
    Named{name_of(Carrier::int64), "integers, while the sum of all magnitudes stays below 2^63"},
    Named{name_of(Carrier::int128), "integers of 64 bits whose sums may not fit 64 bits"},
    Named{name_of(Carrier::big_integer), "integers of up to 100000 digits, sums of any size"},
    Named{name_of(Carrier::float32), "float32 and complex64"},
    Named{name_of(Carrier::float64), "floats, and complex128"},
    Named{name_of(Carrier::fixed_point), "floats beside integers that no float64 holds"},
};

}  // namespace

Exit list(Session& session, const Arguments&) {
    session.on_root([] {
        const auto meaning = [](const auto& row) { return std::string(row.meaning); };
        const auto summary = [](const auto& row) { return std::string(row.summary); };
        OutputFile out("-");
        out.write(strategies());
        out.write(section("pitfalls (see the command pitfalls)", pitfall_rows(), meaning));
        out.write(section("operators (--op)", operator_rows(), meaning));
        out.write(section("schedules (auto chooses)", schedules(), summary,
                          [](const Schedule& row) { return fmt::format("good when {}", row.good_when); }));
        out.write(section("transports", transport_rows, meaning));
        out.write(section("value types (--value-type; by the data unless said)", value_type_rows, meaning));
        out.write("operators by type of values (the type of the result; -: refused)\n" + operators_table());
        out.write("strategies and pitfalls by coordinates\n" + strategies_table());
        out.write(section("carried as (the smallest that is exact)", carriers, meaning));
        out.write(section("formats", formats(), summary, ways));
        out.write(section("faults (--inject)", fault_rows, meaning));
        out.commit();
    });
    return Exit::passed;
}

}  // namespace collective::tool
