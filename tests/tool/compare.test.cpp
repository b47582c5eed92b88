#include <doctest/doctest.h>

#include <string>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

TEST_CASE("compare: a fault is seen beside the result without it") {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), R"([["a",[[1,5],[4,2]]],["b",[[4,1]]]])");
    const auto row_of = [&](const std::string& fault) {
        const CommandEnd end =
            run_command({"compare", "--ranks", "2", directory.file("rows.json"), "--inject", fault});
        CHECK(end.status == Exit::check_failed);
        const std::string output = without_blanks(end.output);
        const std::size_t row = output.find("coordinatesum");
        return output.substr(row, output.find("position", row) - row);
    };
    // Agreement, coordinates, fingerprint; then wrong, missing and extra.
    CHECK(row_of("extra-zero") == "coordinatesumpassedFAILEDpassed001");
    CHECK(row_of("drop-pair") == "coordinatesumpassedFAILEDFAILED010");
    CHECK(row_of("swap-values") == "coordinatesumpassedpassedFAILED200");
    CHECK(row_of("skip-reduction") == "coordinatesumFAILEDnotapplicableFAILED100");
}
