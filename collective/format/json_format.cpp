#include "collective/format/format.hpp"
#include "collective/format/json_reader.hpp"

namespace collective {

namespace {

constexpr TextLayout layout{"[", "[", ",", "]", ",", "]\n", false, false};

}  // namespace

extern const Format json_format{
    "json", "[[worker, [[coordinate, value], ...]], ...]; written: [[coordinate, value], ...]", ".json",
    read_json, [](OutputFile& file, std::size_t count, const PairSource& pair) {
        write_pairs(file, layout, count, pair);
    }};

extern const Format json_lines_format{"json-lines", "a row [worker, [[coordinate, value], ...]] on each line",
                                      ".jsonl .ndjson", read_json_lines, nullptr};

}  // namespace collective
