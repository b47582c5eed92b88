#include <doctest/doctest.h>

#include "reading.hpp"

using namespace collective;

namespace {

std::string read(const std::string& text) { return read_as("matrix-market", text); }

/// A file of a given field and symmetry.
std::string file(const std::string& kind, const std::string& rest) {
    return "%%MatrixMarket matrix coordinate " + kind + "\n" + rest;
}

}  // namespace

TEST_CASE("Matrix Market: NaN and infinities, also mirrored") {
    const std::string head = "%%MatrixMarket matrix coordinate real ";
    CHECK(read_as("matrix-market", head + "general\n1 3 3\n1 1 nan\n1 2 inf\n1 3 -inf\n") ==
          R"([[1,[[0,"NaN"],[1,"Infinity"],[2,"-Infinity"]]]])");
    CHECK(read_as("matrix-market", head + "skew-symmetric\n2 2 1\n2 1 inf\n") ==
          R"([[1,[[1,"-Infinity"]]],[2,[[0,"Infinity"]]]])");
}

TEST_CASE("Matrix Market: rows are workers, column j is coordinate j - 1") {
    for (const auto& [text, job] : std::vector<Reading>{
             {file("integer general", "2 3 3\n1 1 5\n2 3 -7\n1 3 9\n"), "[[1,[[0,5],[2,9]]],[2,[[2,-7]]]]"},
             {file("real general", "1 2 3\n1 1 5\n1 2 .5\n1 2 -1.5E+2\n"),
              "[[1,[[0,5.0],[1,0.5],[1,-150.0]]]]"},
             {file("pattern general", "1 4 2\n1 4\n1 4\n"), "[[1,[[3,1],[3,1]]]]"},
             {file("integer general", "3 1 1\n2 1 4\n"), "[[1,[]],[2,[[0,4]]],[3,[]]]"},
             {file("integer general", "0 0 0"), "[]"},
             {file("integer general",
                   "1 9223372036854775807 1\n1 9223372036854775807 123456789012345678901\n"),
              "[[1,[[9223372036854775806,123456789012345678901]]]]"},
         }) {
        CAPTURE(text);
        CHECK(read(text) == job);
    }
}

TEST_CASE("Matrix Market: what symmetry leaves out is added, the diagonal stays once") {  // reported: B42
    for (const auto& [text, job] : std::vector<Reading>{
             {file("integer symmetric", "3 3 3\n1 1 5\n2 1 7\n3 2 -1\n"),
              "[[1,[[0,5],[1,7]]],[2,[[0,7],[2,-1]]],[3,[[1,-1]]]]"},
             {file("pattern symmetric", "2 2 3\n1 1\n2 1\n2 1\n"),
              "[[1,[[0,1],[1,1],[1,1]]],[2,[[0,1],[0,1]]]]"},
             {file("integer skew-symmetric", "2 2 1\n2 1 7\n"), "[[1,[[1,-7]]],[2,[[0,7]]]]"},
             {file("real skew-symmetric", "2 2 2\n2 1 1.5\n2 1 0\n"),
              "[[1,[[1,-1.5],[1,-0.0]]],[2,[[0,1.5],[0,0.0]]]]"},
             {file("integer skew-symmetric",
                   "2 2 4\n2 1 -9223372036854775808\n2 1 9223372036854775808\n2 1 -9223372036854775809\n2 1 "
                   "0\n"),
              "[[1,[[1,9223372036854775808],[1,-9223372036854775808],[1,9223372036854775809],[1,0]]],"
              "[2,[[0,-9223372036854775808],[0,9223372036854775808],[0,-9223372036854775809],[0,0]]]]"},
         }) {
        CAPTURE(text);
        CHECK(read(text) == job);
    }
}

TEST_CASE("Matrix Market: a complex number is a row of its two parts") {
    for (const auto& [text, job] : std::vector<Reading>{
             {file("complex general", "1 3 2\n1 1 5 0\n1 3 .5 -1\n"), "[[1,[[0,[5.0,0.0]],[2,[0.5,-1.0]]]]]"},
             {file("complex symmetric", "2 2 1\n2 1 1 2\n"), "[[1,[[1,[1.0,2.0]]]],[2,[[0,[1.0,2.0]]]]]"},
             {file("complex hermitian", "2 2 2\n1 1 3 0\n2 1 1 2\n"),
              "[[1,[[0,[3.0,0.0]],[1,[1.0,-2.0]]]],[2,[[0,[1.0,2.0]]]]]"},
             {file("complex skew-symmetric", "2 2 1\n2 1 1 2\n"),
              "[[1,[[1,[-1.0,-2.0]]]],[2,[[0,[1.0,2.0]]]]]"},
         }) {
        CAPTURE(text);
        CHECK(read(text) == job);
    }
}

TEST_CASE("Matrix Market: capitals, comments, blank lines, any line ends") {  // reported: B43
    CHECK(read("%%matrixmarket MATRIX Coordinate Integer GENERAL\r\n% a comment\r\n%\r\n\r\n 2 \t3 2\r\n\r\n"
               "  1   1  5 \r\n% another\r\n2\t3\t+7") == "[[1,[[0,5]]],[2,[[2,7]]]]");
}

TEST_CASE("Matrix Market: every fault by line and column") {
    const std::string three = "3 3 3\n";
    for (const auto& [text, begins] : std::vector<Reading>{
             {"", "f:1:1: expected %%MatrixMarket matrix coordinate ..., found the end of the text"},
             {"3 3 3\n", "f:1:1: expected %%MatrixMarket matrix coordinate"},
             {"%%MatrixMarket\n", "f:1:15: expected matrix, found the end of the line"},
             {"%%MatrixMarket vector coordinate real general\n", "f:1:16: expected matrix, found vector"},
             {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n",
              "f:1:23: expected coordinate (arrays are not read: write the matrix as a sparse one), found "
              "array"},
             {file("complex general", "1 1 1\n1 1 5\n"), "f:3:6: "},
             {file("integer hermitian", "1 1 1\n1 1 5\n"),
              "f:1:42: a matrix of field integer can't be hermitian"},
             {file("pattern hermitian", "1 1 1\n1 1\n"),
              "f:1:42: a matrix of field pattern can't be hermitian"},
             {file("complex hermitian", "1 1 1\n1 1 5 1\n"),
              "f:3:1: worker 1, pair 1: a hermitian matrix has real numbers on its diagonal"},
             {file("reel general", ""), "f:1:34: unknown field 'reel': did you mean real?"},
             {file("re\xCB general", ""), "f:1:34: unknown field 're\\xcb'"},
             {file("real", ""), "f:1:38: unknown symmetry ''"},
             {file("real lopsided", ""),
              "f:1:39: unknown symmetry 'lopsided' (known: general symmetric skew-sym"},
             {file("pattern skew-symmetric", three),
              "f:1:42: a matrix of field pattern can't be skew-symmetric"},
             {file("real general x", three), "f:1:47: expected the end of the line, found x"},
             {file("real general", "% nothing\n"),
              "f:3:1: expected the numbers of rows, columns and entries"},
             {file("real general", "3 3\n"),
              "f:2:4: expected the number of entries, found the end of the line"},
             {file("real general", "3 3 3 3\n"), "f:2:7: expected the end of the line, found 3"},
             {file("real general", "3 x 3\n"), "f:2:3: expected the number of columns, found x"},
             {file("real general", "3 3 2.0\n"),
              "f:2:5: expected the number of entries (an integer of 64 bits), found 2.0"},
             {file("real general", "3 3 -1\n"), "f:2:1: a size below zero"},
             {file("real general", "3 3 99999999999999999999\n"),
              "f:2:5: expected the number of entries (an integer"},
             {file("real general", "999999999999 3 1\n1 1 1\n"),
              "f:2:1: 999999999999 rows; each is a worker, and at most"},
             {file("real symmetric", "2 3 1\n"), "f:2:1: a symmetric matrix is square"},
             {file("integer general", three + "1 1 5\n2 2 6\n"),
              "f:5:1: expected entry 3 of the 3 that f:2:1 declares"},
             {file("integer general", "3 3 9000000000000000000\n1 1 5\n"),
              "f:4:1: expected entry 2 of the 9000"},
             {file("integer general", three + "1 1 5\n2 2 6\n3 3 7\n3 1 8\n"),
              "f:6:1: expected no more than the 3 entries that f:2:1 declares, found 3"},
             {file("integer general", three + "0 1 5\n"), "f:3:1: entry 1: row 0 is not from 1 to 3"},
             {file("integer general", three + "4 1 5\n"), "f:3:1: entry 1: row 4 is not from 1 to 3"},
             {file("integer general", three + "1 1 5\n1 4 5\n"),
              "f:4:3: entry 2: column 4 is not from 1 to 3"},
             {file("integer general", three + "1 -1 5\n"), "f:3:3: entry 1: column -1 is not from 1 to 3"},
             {file("integer general", three + "1 1.0 5\n"),
              "f:3:3: expected column (an integer of 64 bits), found 1.0"},
             {file("integer general", three + "1 9223372036854775808 5\n"),
              "f:3:3: expected column (an integer of 64"},
             {file("integer general", three + "1 1\n"),
              "f:3:4: worker 1, pair 1: expected a value (a number), found the "
              "end of the line"},
             {file("integer general", three + "1\n"), "f:3:2: expected column, found the end of the line"},
             {file("integer general", three + "2 1 5 6\n"),
              "f:3:7: worker 2, pair 1: expected the end of the line, found 6"},
             {file("pattern general", three + "1 1 5\n"),
              "f:3:5: worker 1, pair 1: expected the end of the line, found 5"},
             {file("integer general", three + "1 1 5.0\n"),
              "f:3:5: worker 1, pair 1: a value of an integer matrix is an"},
             {file("integer general", three + "1 1 x\n"),
              "f:3:5: worker 1, pair 1: expected a value (a number), found x"},
             {file("integer general", three + "1 1 nan\n"),
              "f:3:5: worker 1, pair 1: expected a value (a number), found nan"},
             {file("real general", three + "1 1 in\n"),
              "f:3:5: worker 1, pair 1: expected a value (a number), found in"},
             {file("complex hermitian", "2 2 1\n1 1 1 nan\n"),
              "f:3:1: worker 1, pair 1: a hermitian matrix has real numbers"},
             {file("real general", three + "1 1 1e400\n"),
              "f:3:5: worker 1, pair 1: 1e400 is beyond the largest float64"},
             {file("real general", three + std::string("1 1 \0\n", 6)),
              "f:3:5: worker 1, pair 1: expected a value (a "
              "number), found byte 0x00"},
             {file("real symmetric", three + "1 2 5\n"),
              "f:3:1: worker 1: a symmetric matrix has no entries above its"},
             {file("real skew-symmetric", three + "2 2 5\n"),
              "f:3:1: worker 2: a skew-symmetric matrix has no entries on"},
         }) {
        CAPTURE(text);
        CHECK_MESSAGE(read(text).starts_with(begins), read(text));
    }
}
