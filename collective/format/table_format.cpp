#include "collective/format/format.hpp"

namespace collective {

namespace {

constexpr TextLayout layout{"", "", "  ", "\n", "", "", true, true};

}  // namespace

extern const Format table_format{"table", "aligned columns, for people", "", nullptr,
                                 [](OutputFile& file, std::size_t count, const PairSource& pair) {
                                     write_pairs(file, layout, count, pair);
                                 }};

}  // namespace collective
