#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <string>

#include "collective/error.hpp"
#include "collective/format/format.hpp"
#include "collective/format/matrix_market_reader.hpp"
#include "collective/format/number.hpp"

namespace collective {

namespace {

/// The column of a coordinate.
std::int64_t column_of(const PairText& text) {
    std::int64_t coordinate = -1;
    const char* const end = text.coordinate.data() + text.coordinate.size();
    const bool read = std::from_chars(text.coordinate.data(), end, coordinate).ec == std::errc{};
    if (!read || coordinate < 0 || coordinate == std::numeric_limits<std::int64_t>::max())
        throw InputError(fmt::format(
            "coordinate {} has no column in Matrix Market, whose columns count from 1, for coordinate 0, "
            "to 9223372036854775807; choose another --format",
            text.coordinate));
    return coordinate + 1;
}

/// A matrix of one row.
void write_matrix_market(OutputFile& file, const PairTexts& pairs) {
    const bool is_complex = pairs.hint >= ValueHint::complex64;
    std::int64_t columns = 0;
    bool integers = true;
    pairs.for_each([&](const PairText& text) {
        columns = std::max(columns, column_of(text));
        if (text.value.front() == '[' && !is_complex)
            throw InputError(
                fmt::format("coordinate {} has a row of values, which Matrix Market has not; "
                            "choose another --format",
                            text.coordinate));
        integers = integers && text.value.find_first_of(".e\"") == std::string::npos;
    });
    file.write(fmt::format("%%MatrixMarket matrix coordinate {} general\n1 {} {}\n",
                           is_complex ? "complex"
                           : integers ? "integer"
                                      : "real",
                           columns, pairs.count));
    std::string line;
    pairs.for_each([&](const PairText& text) {
        line = "1 ";
        append_number(line, column_of(text));
        for (const std::string_view part : plain_parts_of(text.value)) line.append(" ").append(part);
        line += '\n';
        file.write(line);
    });
}

}  // namespace

extern const Format matrix_market_format{
    "matrix-market", "a sparse matrix: a row is a worker, column j is coordinate j - 1; written: one row",
    ".mtx", read_matrix_market, write_matrix_market};

}  // namespace collective
