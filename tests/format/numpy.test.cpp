#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "npz_files.hpp"
#include "reading.hpp"
#include "temporary_directory.hpp"

using namespace collective;

namespace {

std::string read(const std::string& bytes) { return read_as("npz", bytes); }

/// Both ways to pack members.
void check_job(const Members& members, const std::string& job) {
    CHECK(read(zip(members)) == job);
    CHECK(read(zip(members, true)) == job);
}

void check_fault(const Members& members, const std::string& begins) {
    CAPTURE(begins);
    for (const bool deflated : {false, true})
        CHECK_MESSAGE(read(zip(members, deflated)).starts_with(begins), read(zip(members, deflated)));
}

Members pairs(const std::string& coordinates, const std::string& values) {
    return {{"coordinates.npy", coordinates}, {"values.npy", values}};
}

const std::string one_two = npy("<i8", {1, 2});

std::string text_array(const std::string& format) {
    return npy("|S" + std::to_string(format.size()), "()", format);
}

}  // namespace

TEST_CASE("NumPy: coordinates and values of every type and byte order") {
    for (const std::string type : {"|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8"}) {
        CAPTURE(type);
        check_job(pairs(npy(type, {-100, 0, 100}), npy(type, {7, -8, 9})), "[[0,[[-100,7],[0,-8],[100,9]]]]");
    }
    for (const std::string type : {"|u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"}) {
        CAPTURE(type);
        check_job(pairs(npy(type, {255, 0}), npy(type, {1, 200})), "[[0,[[255,1],[0,200]]]]");
    }
    for (const std::string type : {"<f4", ">f4", "<f8", ">f8"}) {
        CAPTURE(type);
        check_job(pairs(one_two, npy(type, {0.5, -0.0})), "[[0,[[1,0.5],[2,-0.0]]]]");
    }
    check_job(pairs(one_two, npy("<f4", {0.1, 1e38})),
              "[[0,[[1,0.10000000149011612],[2,9.999999680285692e+37]]]]");
    check_job(pairs(npy("<u8", "(2,)", little(~0ULL, 8) + little(0, 8)),
                    npy("<u8", "(2,)", little(1, 8) + little(~0ULL, 8))),
              "[[0,[[18446744073709551615,1],[0,18446744073709551615]]]]");
    check_job(pairs(npy("<i8", {}), npy("<f8", {})), "[[0,[]]]");
}

TEST_CASE("NumPy: NaN, whatever its bits, and infinities") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const std::string type : {"<f4", ">f4", "<f8", ">f8"}) {
        CAPTURE(type);
        check_job(pairs(npy("<i8", {1, 2, 3}), npy(type, {std::nan(""), infinity, -infinity})),
                  R"([[0,[[1,"NaN"],[2,"Infinity"],[3,"-Infinity"]]]])");
    }
    check_job(pairs(one_two, npy("<c16", "(2,)", elements("<f8", {-std::nan("7"), 0, 1, -infinity}))),
              R"([[0,[[1,["NaN",0.0]],[2,[1.0,"-Infinity"]]]]])");
    const std::string bytes = zip(pairs(one_two, npy("<f8", {-std::nan("7"), std::nan("")})));
    const Document document = find_format("npz")->read(bytes, "f", {});
    CHECK(document.bits[0] == document.bits[1]);
    CHECK(read(npy("<f8", {1, std::nan("")})) == R"([[0,[[0,1.0],[1,"NaN"]]]])");
}

TEST_CASE("NumPy: byte order, versions of the header") {  // reported: B45
    CHECK(read(zip(pairs(npy(">i8", {1, 2}), npy(">f8", {1.5, 2.5})))) == "[[0,[[1,1.5],[2,2.5]]]]");
    CHECK(read(zip(pairs(npy("<i4", {2, 1}), npy("<f4", {10, 20})))) == "[[0,[[2,10.0],[1,20.0]]]]");
    for (const int version : {1, 2, 3})
        CHECK(read(npy("<i4", "(2,)", elements("<i4", {5, 6}), false, version)) == "[[0,[[0,5],[1,6]]]]");
    CHECK(read(npy("<i4", "(2,)", elements("<i4", {5, 6}), false, 4))
              .starts_with("f: byte 6: version 4 of the header"));
}

TEST_CASE("NumPy: workers by name, anywhere") {
    Members members = pairs(npy("<i4", {5, 6, 7}), npy("<i4", {1, 2, 3}));
    const auto with = [&](const std::string& workers) {
        Members all = members;
        all.emplace_back("workers.npy", workers);
        return all;
    };
    check_job(with(npy("<i2", {3, -1, 3})), "[[3,[[5,1],[7,3]]],[-1,[[6,2]]]]");
    check_job(with(npy("|S2", "(3,)", std::string("a\0bbb\0", 6))),
              R"([["a",[[5,1]]],["bb",[[6,2]]],["b",[[7,3]]]])");
    const std::string points =
        little('a', 4) + little(0, 4) + little(0x1F600, 4) + little('"', 4) + little('a', 4) + little(0, 4);
    check_job(with(npy("<U2", "(3,)", points)), "[[\"a\",[[5,1],[7,3]]],[\"😀\\\"\",[[6,2]]]]");
    check_fault(with(npy("<i2", {3, -1})), "f: workers.npy: expected 3 elements, found 2");
    check_fault(with(npy("<f8", {3, -1, 3})), "f: workers.npy: expected integers or text");
    check_fault(with(npy("|S1", "(3,)",
                         "a\xFF"
                         "b")),
                "f: workers.npy: byte ");
    check_fault(with(npy("<U1", "(3,)", little('a', 4) + little(0xD800, 4) + little('b', 4))),
                "f: workers.npy: byte ");
}

TEST_CASE("NumPy: indices and values as PyTorch has them, in C's and in Fortran's order") {
    const std::string values = npy("<f4", {1, 2, 3});
    const auto job = [&](const std::string& indices) {
        return zip({{"indices.npy", indices}, {"values.npy", values}});
    };
    CHECK(read(job(npy("<i8", {4, 5, 6}))) == "[[0,[[4,1.0],[5,2.0],[6,3.0]]]]");
    CHECK(read(job(npy("<i8", "(1, 3)", elements("<i8", {4, 5, 6})))) == "[[0,[[4,1.0],[5,2.0],[6,3.0]]]]");
    const std::string right = "[[0,[[5,2.0]]],[1,[]],[2,[[4,1.0],[6,3.0]]]]";
    CHECK(read(job(npy("<i8", "(2, 3)", elements("<i8", {2, 0, 2, 4, 5, 6})))) == right);
    CHECK(read(job(npy("<i8", "(2, 3)", elements("<i8", {2, 4, 0, 5, 2, 6}), true))) == right);
    check_job(
        {{"indices.npy", npy("<i8", {4})}, {"values.npy", npy("<i8", {1})}, {"size.npy", npy("<i8", {9})}},
        "[[0,[[4,1]]]]");
    const std::string two = npy("<i8", "(2, 1)", elements("<i8", {1, 4}));
    check_job({{"indices.npy", two}, {"values.npy", npy("<i8", {1})}, {"shape.npy", npy("<i8", {3, 9})}},
              "[[0,[]],[1,[[4,1]]],[2,[]]]");
    check_fault({{"indices.npy", two}, {"values.npy", npy("<i8", {1})}, {"shape.npy", npy("<i8", {1, 9})}},
                "f: indices.npy: byte ");
    for (const std::string shape : {"(3, 2)", "(6, 1)", "(1, 2, 3)", "()"})
        CHECK(read(job(npy("<i1", shape, std::string(shape == "()" ? 1 : 6, '\0'))))
                  .starts_with("f: indices.npy: expected a shape (n,), (1, n) or (2, n), found " + shape));
    CHECK(read(job(npy("<i8", {4, 5}))).starts_with("f: values.npy: expected 2 elements, found 3"));
    CHECK(read(job(npy("<i8", "(2, 3)", elements("<i8", {2, -1, 2, 4, 5, 6}))))
              .find("element 1: index -1 is not from 0") != std::string::npos);
}

TEST_CASE("NumPy: what SciPy's save_npz writes") {
    const std::string shape = npy("<i8", {3, 9});
    const Members coo{{"row.npy", npy("<i4", {2, 0, 2})},
                      {"col.npy", npy("<i4", {4, 5, 8})},
                      {"format.npy", text_array("coo")},
                      {"shape.npy", shape},
                      {"data.npy", npy("<i8", {1, 2, 3})}};
    check_job(coo, "[[0,[[5,2]]],[1,[]],[2,[[4,1],[8,3]]]]");
    const auto csr = [&](const std::vector<double>& begin, const std::vector<double>& columns) {
        return Members{{"indices.npy", npy("<i4", columns)},
                       {"indptr.npy", npy("<i4", begin)},
                       {"format.npy", npy("<U3", "()", elements("<i4", {'c', 's', 'r'}))},
                       {"shape.npy", shape},
                       {"data.npy", npy("<i8", {1, 2, 3})},
                       {"_is_array.npy", npy("|i1", "()", "\1")}};
    };
    check_job(csr({0, 1, 1, 3}, {5, 4, 8}), "[[0,[[5,1]]],[1,[]],[2,[[4,2],[8,3]]]]");
    check_fault(csr({0, 1, 1, 3}, {5, 4, 9}), "f: indices.npy: byte ");
    check_fault(csr({0, 1, 1}, {5, 4, 8}), "f: indptr.npy: expected 4 elements, found 3");
    check_fault(csr({1, 1, 1, 3}, {5, 4, 8}), "f: indptr.npy: byte ");
    check_fault(csr({0, 2, 1, 3}, {5, 4, 8}), "f: indptr.npy: byte ");
    check_fault(csr({0, 1, 1, 4}, {5, 4, 8}), "f: indptr.npy: byte ");
    check_fault(csr({0, 1, 1, 2}, {5, 4, 8}), "f: indptr.npy: byte ");
    for (const std::string other : {"csc", "bsr", "dia"})
        check_fault({{"format.npy", text_array(other)}},
                    "f: format.npy: matrices of format '" + other + "' are not read");
    Members bad = coo;
    bad[0].second = npy("<i4", {3, 0, 2});
    check_fault(bad, "f: row.npy: byte ");
    bad[3].second = npy("<i8", {1e12, 9});
    check_fault(bad, "f: shape.npy: 1000000000000 rows; each is a worker");
    bad.erase(bad.begin());
    bad[2].second = shape;
    check_fault(bad, "f: no array 'row'");
}

TEST_CASE("NumPy: a dense vector or matrix, in C's and in Fortran's order") {
    CHECK(read(npy("<f8", {0, 2.5})) == "[[0,[[0,0.0],[1,2.5]]]]");
    const std::string right = "[[0,[[0,1],[1,2],[2,3]]],[1,[[0,4],[1,5],[2,6]]]]";
    CHECK(read(npy(">i2", "(2, 3)", elements(">i2", {1, 2, 3, 4, 5, 6}))) == right);
    CHECK(read(npy("<i4", "(2, 3)", elements("<i4", {1, 4, 2, 5, 3, 6}), true)) == right);
    CHECK(read(npy("<i4", "(2, 0)", "")) == "[[0,[]],[1,[]]]");
    CHECK(
        read(npy("<i4", "(1, 1, 1)", elements("<i4", {1}))).starts_with("f: expected a vector or a matrix"));
    CHECK(read(npy("|S1", "(1,)", "a")).starts_with("f: expected numbers"));
}

TEST_CASE("NumPy: types that are not read are named") {
    for (const std::string type :
         {"|b1", "<f2", "<f16", "<c4", "<c32", "<M8[s]", "|V8", "<i3", "<x", "i8", "<i99999999999"}) {
        CAPTURE(type);
        CHECK_MESSAGE(read(npy(type, "(0,)", "")).starts_with("f: elements of type '" + type),
                      read(npy(type, "(0,)", "")));
    }
    check_fault(pairs(one_two, npy("|O", "(2,)", "pickle")),
                "f: values.npy: an array of objects (pickle) is not read");
    check_fault(pairs(one_two, npy("[('a', '<i4')]", "(2,)", "")),
                "f: values.npy: an array with fields is not read");
}

TEST_CASE("NumPy: what does not fit together") {
    check_fault(pairs(one_two, npy("<i8", {1})), "f: values.npy: expected 2 elements, found 1");
    check_fault(pairs(npy("<f8", {1, 2}), one_two), "f: coordinates.npy: expected integers");
    check_fault(pairs(one_two, npy("<i1", "(2, 1, 1)", "ab")),
                "f: values.npy: expected a value or a row of values for each pair, found an array of shape "
                "(2, 1, 1)");
    check_fault(pairs(one_two, npy("<i1", "(2, 0)", "")), "f: values.npy: a row of values has at least one");
    check_fault(
        pairs(npy("<i1", "(2, 9)", "abcdefghiabcdefghi"), one_two),
        "f: coordinates.npy: expected coordinates, or tuples of 1 to 8, found an array of shape (2, 9)");
    check_fault({{"coordinates.npy", one_two}}, "f: no array 'values'");
    check_fault({{"indices.npy", one_two}}, "f: no array 'values'");
    check_fault({{"values.npy", one_two}}, "f: no array 'coordinates'");
    check_fault({}, "f: no array 'coordinates'");
    Members more = pairs(one_two, one_two);
    more.emplace_back("weights.npy", one_two);
    check_fault(more, "f: unexpected array 'weights.npy' (expected: workers coordinates values)");
    more.back().first = "values.npy";
    check_fault(more, "f: a second member 'values.npy'");
    const Members mixed{{"coordinates.npy", npy("<u8", "(1,)", little(~0ULL, 8))},
                        {"values.npy", npy("<i8", {1})}};
    check_job(mixed, "[[0,[[18446744073709551615,1]]]]");
}

TEST_CASE("NumPy: cut off anywhere, or with something behind the end") {
    const std::string array = npy("<i8", {1, 2, 3});
    for (std::size_t length = 0; length < array.size(); ++length) {
        CAPTURE(length);
        CHECK(read(array.substr(0, length)).starts_with("f: byte "));
    }
    CHECK(read(array + "x") ==
          "f: byte " + std::to_string(array.size()) + ": expected the end of the file after 3 elements");
    for (const bool deflated : {false, true}) {
        const std::string whole = zip(pairs(one_two, one_two), deflated);
        for (std::size_t length = 0; length < whole.size(); ++length) {
            CAPTURE(length);
            CHECK(read(whole.substr(0, length)).starts_with("f: byte "));
        }
        CHECK(read(whole + "x").starts_with("f: byte "));
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0x11);
            const std::string job = read(changed);  // any other exception fails the test
            CAPTURE(at);
            CHECK_MESSAGE((job.starts_with("f: ") || job == "[[0,[[1,1],[2,2]]]]"),
                          job);  // a date is no matter
        }
    }
    std::string changed = zip(pairs(one_two, one_two));
    const std::size_t at = changed.find("'descr'") + 1;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    CHECK(read(changed) == "f: coordinates.npy is damaged: its checksum differs");
}

TEST_CASE("NumPy: a header that lies about its shape or length") {
    for (const std::string shape :
         {"(9223372036854775807,)", "(99999999999999999999999,)", "(4294967296, 4294967296)",
          "(1000000000000,)", "(-1,)", "(1.5,)", "(a,)", "x", "(", "", "(1000000, 1000000)"}) {
        CAPTURE(shape);
        CHECK(read(npy("<i8", shape, "12345678")).starts_with("f: "));
    }
    std::string array = npy("<i8", {1});
    array[8] = '\x01';  // the header's length
    CHECK(read(array).starts_with("f: "));
    array[9] = '\x7F';
    CHECK(read(array).starts_with("f: byte "));
}

namespace {

std::string written(const std::vector<PairText>& pairs, ValueHint hint = ValueHint::none) {
    const TemporaryDirectory directory;
    OutputFile file(directory.file("out"));
    find_format("npz")->write(file,
                              {pairs.size(), [&](std::size_t i, PairText& text) { text = pairs[i]; }, hint});
    file.commit();
    return contents(directory.file("out"));
}

}  // namespace

TEST_CASE("NumPy: what is written reads back to the same numbers") {
    for (const auto& [list, job] : std::vector<std::pair<std::vector<PairText>, std::string>>{
             {{}, "[[0,[]]]"},
             {{{"-5", "4"}, {"2", "-9223372036854775808"}}, "[[0,[[-5,4],[2,-9223372036854775808]]]]"},
             {{{"0", "4.0"}, {"2", "1e+23"}, {"3", "-0.0"}, {"4", "5e-324"}},
              "[[0,[[0,4.0],[2,1e+23],[3,-0.0],[4,5e-324]]]]"},
             {{{"0", "1"}, {"18446744073709551615", "18446744073709551615"}},
              "[[0,[[0,1],[18446744073709551615,18446744073709551615]]]]"},
         })
        CHECK(read(written(list)) == job);
    for (const auto& [list, hint, job] :
         std::vector<std::tuple<std::vector<PairText>, ValueHint, std::string>>{
             {{{"[-1,2]", "4"}, {"[0,-9223372036854775808]", "5"}},
              ValueHint::none,
              "[[0,[[[-1,2],4],[[0,-9223372036854775808],5]]]]"},
             {{{"\"\"", "[1.0,2.5]"}, {"\"a\xC3\xA9\xF0\x9F\x98\x80\"", "[-0.0,3.0]"}},
              ValueHint::none,
              "[[0,[[\"\",[1.0,2.5]],[\"a\xC3\xA9\xF0\x9F\x98\x80\",[-0.0,3.0]]]]]"},
             {{{"7", "0.1"}}, ValueHint::float32, "[[0,[[7,0.10000000149011612]]]]"},
             {{{"7", "[0.5,1e+300]"}}, ValueHint::complex128, "[[0,[[7,[0.5,1e+300]]]]]"},
             {{{"7", "[0.5,0.1]"}}, ValueHint::complex64, "[[0,[[7,[0.5,0.10000000149011612]]]]]"},
         }) {
        const std::string file = written(list, hint);
        CHECK(read(file) == job);
        CHECK(find_format("npz")->read(file, "f", {}).hint == hint);
    }
    CHECK_THROWS_WITH_AS(written({{"\"a\\u0000\"", "1"}}), doctest::Contains("ends in NUL"), InputError);
    CHECK_THROWS_WITH_AS(written({{"0", "-1"}, {"1", "9223372036854775808"}}),
                         doctest::Contains("value 9223372036854775808 fits no array of NumPy"), InputError);
    CHECK_THROWS_AS(written({{"0", "18446744073709551616"}}), InputError);
    CHECK_THROWS_AS(written({{"0", "-9223372036854775809"}}), InputError);
}

TEST_CASE("NumPy: bytes are as its format says") {
    const std::string file = written({{"1", "2"}});
    CHECK(file.starts_with("PK\x03\x04"));
    const std::size_t array = file.find("\x93NUMPY\x01");
    REQUIRE(array != file.npos);
    const auto length =
        static_cast<unsigned char>(file[array + 8]) + 256 * static_cast<unsigned char>(file[array + 9]);
    CHECK((10 + length) % 64 == 0);
    CHECK(file[array + 9 + static_cast<std::size_t>(length)] == '\n');
    CHECK(file.find("{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }") != file.npos);
    CHECK(written({{"1", "2"}}) == file);  // no date is in it
}
