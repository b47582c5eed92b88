#include "collective/format/format.hpp"

namespace collective {

namespace {

constexpr TextLayout layout{"", "", "  ", "\n", "", "", true};

}  // namespace

extern const Format table_format{
    "table", "aligned columns, for people", "", nullptr,
    [](OutputFile& file, const PairTexts& pairs) { write_pairs(file, layout, pairs); }};

}  // namespace collective
