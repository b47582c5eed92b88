#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/tool/in_process.hpp"

using namespace collective;
using namespace collective::tool;
using namespace collective::testing;

namespace {

using Words = std::vector<std::string>;

/// The result on some ranks by a schedule, without blanks.
std::string sums(const std::string& rows, const std::string& sum, const std::string& ranks,
                 const std::string& schedule, const Words& more = {}) {
    Words words{"--sum", sum, "--ranks", ranks, "--schedule", schedule};
    words.insert(words.end(), more.begin(), more.end());
    const CommandEnd end = run_text(rows, words);
    CHECK(end.message == "");
    CHECK(end.status == Exit::passed);
    return without_blanks(end.output);
}

std::string compared(const std::string& rows, const Words& options) {
    const TemporaryDirectory directory;
    put(directory.file("rows.json"), rows);
    Words words{"compare", directory.file("rows.json"), "--sum", "fast"};
    words.insert(words.end(), options.begin(), options.end());
    const CommandEnd end = run_command(words);
    CHECK(end.message == "");
    return end.output;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string floats = R"([["a",[[0,0.1],[1,1e16]]],["b",[[0,0.2],[1,1.0]]],["c",[[0,0.3],[1,-1e16]]]])";

}  // namespace

TEST_CASE("--sum fast adds as the schedule brings it, --sum exact does not depend on it") {
    // (0.1 + 0.2) + 0.3 and 0.1 + (0.2 + 0.3)
    CHECK(sums(floats, "fast", "1", "split") == "[[0,0.6000000000000001],[1,0.0]]");
    CHECK(sums(floats, "fast", "2", "recursive-doubling") == "[[0,0.6],[1,0.0]]");
    std::string rows;
    for (int worker = 0; worker < 7; ++worker) {
        rows += (worker > 0 ? ",[" : "[") + std::to_string(worker) + ",[";
        for (int i = 0; i < 60; ++i)
            rows += (i > 0 ? ",[" : "[") + std::to_string(i) + "," +
                    std::to_string((worker * 7919 + i * 104729) % 1000) + "e-" + std::to_string(worker + 1) +
                    "]";
        rows += "]]";
    }
    std::set<std::string> plain, exact;
    for (const std::string ranks : {"1", "2", "3", "5", "7"}) {
        for (const std::string& schedule : schedule_names()) {
            exact.insert(sums("[" + rows + "]", "exact", ranks, schedule));
            const std::string once = sums("[" + rows + "]", "fast", ranks, schedule);
            CHECK(sums("[" + rows + "]", "fast", ranks, schedule) == once);
            plain.insert(once);
        }
    }
    CHECK(exact.size() == 1);
    CHECK(plain.size() > 3);
}

TEST_CASE("--sum fast rounds to the type of the values, and leaves integers alone") {
    // Each 2^-24 is lost beside a float32 of 1, both together are not.
    const std::string tiny =
        "[[0,[[1,1.0]]],[1,[[1,5.9604644775390625e-08]]],[2,[[1,5.9604644775390625e-08]]]]";
    CHECK(sums(tiny, "fast", "1", "split", {"--value-type", "float32"}) == "[[1,1.0]]");
    CHECK(sums(tiny, "exact", "1", "split", {"--value-type", "float32"}) == "[[1,1.0000001]]");
    CHECK(sums(tiny, "fast", "1", "split") == sums(tiny, "exact", "1", "split"));
    CHECK(
        sums("[[0,[[1,[1.0,2]]]],[1,[[1,[5.9604644775390625e-08,3]]]],[2,[[1,[5.9604644775390625e-08,-1]]]]]",
             "fast", "1", "split", {"--value-type", "complex64"}) == "[[1,[1.0,4.0]]]");
    const std::string large = "[[0,[[1,9223372036854775807]]],[1,[[1,9223372036854775807]]]]";
    CHECK(sums(large, "fast", "2", "gather") == "[[1,18446744073709551614]]");
}

TEST_CASE("--sum fast: a broken result is caught, by the fingerprint where copies agree") {
    const auto status_of = [](const std::string& rows, const std::string& fault) {
        return run_text(rows, {"--sum", "fast", "--ranks", "3", "--inject", fault}).status;
    };
    const std::string rows = R"([["a",[[0,0.1],[1,7.5]]],["b",[[0,0.2],[1,1.0]]],["c",[[0,0.3],[1,-7.2]]]])";
    for (const char* fault : {"drop-pair", "swap-values", "extra-zero", "corrupt-rank=1", "skip-reduction"})
        CHECK(status_of(rows, fault) == Exit::check_failed);
    // Beside 1e16 additions may round by more than the two sums differ: that can't be seen, as the account
    // tells.
    CHECK(status_of(floats, "swap-values") == Exit::passed);
}

TEST_CASE("--sum fast is refused by name where it means nothing") {
    const auto refusal = [](const std::string& rows, const Words& options) {
        return run_text(rows, options).message;
    };
    CHECK(refusal(floats, {"--sum", "fast", "--op", "mean"}) == "--sum fast serves --op sum, not mean");
    CHECK(has(refusal(floats, {"--sum", "fast", "--strategy", "position"}),
              "leave it out, or --strategy position"));
    CHECK(has(refusal(floats, {"--sum", "fats"}), "did you mean fast?"));
    CHECK(has(refusal(floats, {"--sum", "fast", "--page", "never.html"}), "leave out --page"));
    const CommandEnd mixed = run_text("[[0,[[1,0.5],[1,9007199254740993]]]]", {"--sum", "fast"});
    CHECK(mixed.status == Exit::bad_input);
    CHECK(has(mixed.message, "integers that no float64 holds"));
}

TEST_CASE("compare --sum fast tells how many sums differ, and how far") {
    const std::string text = compared(floats, {"--ranks", "1"});
    // 0.6000000000000001 is the next float after 0.6; 1 is 2^52 units of its last place.
    CHECK(has(without_blanks(text), "coordinatesum(fast)passedpassedpassed200"));
    CHECK(
        has(text, "sum (fast) differs from the exact sum at 2 of 2 coordinates,\nby up to 4.5036e+15 units"));
    CHECK(has(without_blanks(text), "coordinaterightsum(fast)positionoverwrite00.60.6000000000000001"));
    CHECK(has(
        compared(R"([["a",[[0,0.1]]],["b",[[0,0.2]]],["c",[[0,0.3]]]])", {"--ranks", "1"}),
        "sum (fast) differs from the exact sum at 1 of 1 coordinate,\nby up to 1 unit in the last place"));
    CHECK(has(compared(R"([["a",[[0,0.5]]],["b",[[0,0.25]]]])", {}),
              "sum (fast) differs from the exact sum at 0 of 1 coordinate\n"));
    CHECK(has(compared("[[0,[[1,1e16]]],[1,[[1,1.0]]],[2,[[1,-1e16]]],[3,[[1,-1.0]]]]", {}),
              "(at 1 the exact sum is 0, which has no last place)"));
    CHECK(has(compared("[[0,[[1,5]]]]", {}), "sum (fast): of integers no addition rounds"));
    CHECK(has(compared("[[0,[[1,1e308]]],[1,[[1,1e308]]],[2,[[1,-1e308]]]]", {}),
              "sum (fast) can't be tried here: coordinate 1: the sum is beyond the largest double"));
    const std::string broken = compared(floats, {"--ranks", "1", "--inject", "extra-zero"});
    CHECK(has(without_blanks(broken), "coordinatesum(fast)passedFAILEDpassed201"));
}
