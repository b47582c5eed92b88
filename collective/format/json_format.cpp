#include "collective/format/format.hpp"
#include "collective/format/json_reader.hpp"

namespace collective {

namespace {

constexpr TextLayout layout{"[", "[", ",", "]", ",", "]\n", false};

}  // namespace

extern const Format json_format{
    "json", "[[worker, [[coordinate, value], ...]], ...]; written: [[coordinate, value], ...]", ".json",
    read_json, [](OutputFile& file, const PairTexts& pairs) { write_pairs(file, layout, pairs); }};

extern const Format json_lines_format{"json-lines", "a row [worker, [[coordinate, value], ...]] on each line",
                                      ".jsonl .ndjson", read_json_lines, nullptr};

}  // namespace collective
