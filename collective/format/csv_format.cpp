#include "collective/format/csv_reader.hpp"
#include "collective/format/format.hpp"

namespace collective {

namespace {

constexpr TextLayout csv{"", "", ",", "\n", "", "", true, false};
constexpr TextLayout tsv{"", "", "\t", "\n", "", "", true, false};

}  // namespace

extern const Format csv_format{
    "csv", "a line of titles (worker, coordinate, value in any order), then a line for each pair", ".csv",
    [](std::string_view text, std::string_view file, const ReadSettings& settings) {
        return read_csv(text, file, ',', settings);
    },
    [](OutputFile& file, std::size_t count, const PairSource& pair) { write_pairs(file, csv, count, pair); }};

extern const Format tsv_format{
    "tsv", "the same with tabs for commas", ".tsv",
    [](std::string_view text, std::string_view file, const ReadSettings& settings) {
        return read_csv(text, file, '\t', settings);
    },
    [](OutputFile& file, std::size_t count, const PairSource& pair) { write_pairs(file, tsv, count, pair); }};

}  // namespace collective
