#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

constexpr std::array checks{"sparse order differs",       "empty workers",
                            "empty coordinate rows",      "one coordinate",
                            "negative coordinate values", "missing coordinate treated zero"};

/// What the contract expects for a variant, in the order of the checks.
std::array<std::string, 6> expected(long n) {
    const std::string text = std::to_string(n);
    return {"[[0,4],[2," + std::to_string(n + 4) + "]]",
            "[]",
            "[]",
            "[[" + text + "," + text + "]]",
            "[[-1,0]]",
            "[[1,2],[3,4]]"};
}

/// What the strategies give, worked out by hand from the contract's rows.
std::array<std::string, 6> actual(const std::string& strategy, long n) {
    const std::string text = std::to_string(n);
    if (strategy == "position") {
        return {"[[0," + std::to_string(n + 3) + "],[1,5]]",
                "[]",
                "[]",
                "[[0," + text + "]]",
                "[[0,0]]",
                "[[0,6]]"};
    }
    if (strategy == "overwrite") {
        return {
            "[[0,3],[2,4]]", "[]", "[]", "[[" + text + "," + text + "]]", "[[-1," + std::to_string(-n) + "]]",
            "[[1,2],[3,4]]"};
    }
    return expected(n);
}

/// The object that `cases --json` prints.
std::string object(const std::string& strategy, long n, int& passed) {
    const auto right = expected(n), given = actual(strategy, n);
    std::string text = "{\"observations\":[";
    passed = 0;
    for (std::size_t i = 0; i < checks.size(); ++i) {
        if (right[i] == given[i]) ++passed;
        text += std::string(i > 0 ? "," : "") + "{\"check\":\"" + checks[i] + "\",\"actual\":" + given[i] +
                ",\"expected\":" + right[i] + ",\"passed\":" + (right[i] == given[i] ? "true" : "false") +
                "}";
    }
    return text + "],\"passed\":" + (passed == 6 ? "true" : "false") + "}\n";
}

}  // namespace

TEST_CASE("cases gives the contract's table at any rank count on every schedule") {
    struct Row {
        std::string strategy;
        int passed, passed_at_0;
    };
    for (const Row& row : {Row{"position", 2, 3}, Row{"overwrite", 4, 5}, Row{"coordinate", 6, 6}}) {
        for (long n : {1L, 2L, 3L, -1L, 0L}) {
            int passed = 0;
            const std::string right = object(row.strategy, n, passed);
            CHECK(passed == (n == 0 ? row.passed_at_0 : row.passed));
            for (int ranks = 1; ranks <= 64; ++ranks) {
                const bool sampled = ranks <= 8 || ranks == 17 || ranks == 64;
                if (n != 1 && !sampled) continue;
                const auto& names = schedule_names();
                for (std::size_t turn = 0; turn < names.size(); ++turn) {
                    // Beyond 17 ranks a schedule has its turn; around 32 and at 64 each has.
                    const bool all = ranks <= 17 || (ranks >= 31 && ranks <= 33) || (ranks == 64 && n == 1);
                    if (!all && static_cast<std::size_t>(ranks) % names.size() != turn) continue;
                    const std::string& schedule = names[turn];
                    CAPTURE(row.strategy);
                    CAPTURE(n);
                    CAPTURE(ranks);
                    CAPTURE(schedule);
                    const CommandEnd outcome = run_command({"cases", "--json", "--strategy", row.strategy,
                                                            "--variant", std::to_string(n), "--ranks",
                                                            std::to_string(ranks), "--schedule", schedule});
                    CHECK(outcome.output == right);
                    CHECK(outcome.status == (passed == 6 ? Exit::passed : Exit::check_failed));
                }
            }
        }
    }
}
