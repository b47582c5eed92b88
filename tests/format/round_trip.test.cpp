#include <doctest/doctest.h>

#include <fmt/format.h>

#include <bit>
#include <random>

#include "collective/format/number.hpp"
#include "reading.hpp"
#include "temporary_directory.hpp"

using namespace collective;

namespace {

std::string written(const Format& format, const std::vector<PairText>& pairs) {
    const TemporaryDirectory directory;
    OutputFile file(directory.file("out"));
    format.write(file, {pairs.size(), [&](std::size_t i, PairText& text) { text = pairs[i]; }});
    file.commit();
    return contents(directory.file("out"));
}

/// A list as the JSON of its pairs.
std::string list_of(const std::vector<PairText>& pairs) {
    std::string text;
    for (const PairText& pair : pairs)
        text += fmt::format("{}[{},{}]", text.empty() ? "" : ",", pair.coordinate, pair.value);
    return "[" + text + "]";
}

/// A list with rising coordinates from 0; its values as `draw` gives them.
template <class Draw>
std::vector<PairText> random_list(std::mt19937_64& random, Draw&& draw) {
    std::vector<PairText> pairs(random() % 20);
    std::int64_t coordinate = -1;
    for (PairText& pair : pairs) {
        coordinate += 1 + static_cast<std::int64_t>(random() >> (2 + random() % 60)) / 40;
        append_number(pair.coordinate, coordinate);
        draw(pair.value);
    }
    return pairs;
}

/// What every format that is both written and read makes of a list.
void check_formats(const std::vector<PairText>& pairs, bool wide) {
    for (const Format& format : formats()) {
        if (format.write == nullptr || format.read == nullptr) continue;
        if (wide && format.name == "npz") continue;  // refused, see there
        CAPTURE(format.name);
        if (format.name == "json") {
            const std::string text = written(format, pairs);
            CHECK(text == list_of(pairs) + "\n");
            if (text.find('"') != std::string::npos) continue;  // what JSON has no number for
            CHECK(read_as("json", "[[0," + text + "]]") == "[[0," + list_of(pairs) + "]]");
            continue;
        }
        const std::string worker = format.name == "matrix-market" ? "1" : "0";
        CHECK(read_as(format.name, written(format, pairs)) == "[[" + worker + "," + list_of(pairs) + "]]");
    }
}

}  // namespace

TEST_CASE("what a format writes it reads back, bit for bit, for every type of value") {
    std::mt19937_64 random(99);
    for (int trial = 0; trial < 200; ++trial) {
        check_formats(random_list(random,
                                  [&](std::string& text) {  // any finite double
                                      std::uint64_t bits = random();
                                      while ((bits >> 52 & 0x7FF) == 0x7FF) bits = random();
                                      append_number(text, std::bit_cast<double>(bits));
                                  }),
                      false);
        check_formats(random_list(random,
                                  [&](std::string& text) {
                                      constexpr double infinity = std::numeric_limits<double>::infinity();
                                      const double values[] = {std::nan(""), infinity, -infinity, -0.0};
                                      append_number(text, values[random() % 4]);
                                  }),
                      false);
        check_formats(random_list(random,
                                  [&](std::string& text) {
                                      append_number(text,
                                                    static_cast<std::int64_t>(random()) >> random() % 64);
                                  }),
                      false);
        check_formats(
            random_list(random, [&](std::string& text) { append_number(text, random() >> random() % 64); }),
            false);
        check_formats(random_list(random,
                                  [&](std::string& text) {  // beyond 64 bits
                                      text = (random() % 2 == 0 ? "-" : "") +
                                             std::to_string(1 + random() % 9) +
                                             std::string(20 + random() % 100, '7');
                                  }),
                      true);
    }
}
