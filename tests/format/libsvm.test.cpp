#include <doctest/doctest.h>

#include "reading.hpp"

using namespace collective;

TEST_CASE("LIBSVM: a line is a worker, named by its number") {
    const std::string text =
        "+1 1:2 5:.5 # a comment\r\n\n# nothing\n-1,2\n  3.5 2:-7 1:1e3\t9223372036854775807:0 ";
    CHECK(read_as("libsvm", text) ==
          "[[1,[[0,2],[4,0.5]]],[4,[]],[5,[[1,-7],[0,1000.0],[9223372036854775806,0]]]]");
    CHECK(read_as("libsvm", text, 1) == read_as("libsvm", text));
    CHECK(read_as("libsvm", "1 0:2 1:3", 0) == "[[1,[[0,2],[1,3]]]]");
    CHECK(read_as("libsvm", "1 1:123456789012345678901234567890 1:1", 0) ==
          "[[1,[[1,123456789012345678901234567890],[1,1]]]]");
}

TEST_CASE("LIBSVM: the index base is what is said, whatever indices occur") {
    CHECK(read_as("libsvm", "1 0:2 1:3") ==
          "f:1:3: worker 1, pair 1: index 0, but indices count from 1; --index-base 0 if they count from 0");
    CHECK(read_as("libsvm", "1 2:3", 0) == "[[1,[[2,3]]]]");
    CHECK(read_as("libsvm", "1 2:3", 1) == "[[1,[[1,3]]]]");
    CHECK(read_as("libsvm", "1 -1:3", 0) == "f:1:3: worker 1, pair 1: index -1, but indices count from 0");
}

TEST_CASE("LIBSVM: every fault by line and column") {
    for (const auto& [text, begins] : std::vector<Reading>{
             {"", "f:1:1: expected a line, label index:value ..., found the end of the text"},
             {"# nothing\n", "f:2:1: expected a line"},
             {"a 1:2", "f:1:1: expected a label (a number), then index:value ..., found a"},
             {"1:2 3:4", "f:1:2: expected a label before the first index, found ':'"},
             {"1,", "f:1:3: expected a label"},
             {"1;2 1:1", "f:1:2: expected a blank after the label, found ';'"},
             {"1 1:1\n1 x:1", "f:2:3: worker 2, pair 1: expected an index (an integer), found x"},
             {"1 1:1 qid:3", "f:1:7: worker 1, pair 2: expected an index (an integer), found qid"},
             {"1 1.5:1", "f:1:3: worker 1, pair 1: an index is an integer of 64 bits"},
             {"1 1e0:1", "f:1:3: worker 1, pair 1: an index is an integer of 64 bits"},
             {"1 9223372036854775808:1", "f:1:3: worker 1, pair 1: an index is an integer of 64 bits"},
             {"1 5", "f:1:4: worker 1, pair 1: expected ':' and a value, found the end of the text"},
             {"1 5 :1\n", "f:1:5: worker 1, pair 1: expected ':' and a value, found ':'"},
             {"1 5:\n2 1:1",
              "f:1:5: worker 1, pair 1: expected a value (a number), found the end of the line"},
             {"1 5:x", "f:1:5: worker 1, pair 1: expected a value (a number), found x"},
             {"1 5:nan 6:-inf 7:1", R"([[1,[[4,"NaN"],[5,"-Infinity"],[6,1]]]])"},
             {"1 5:-", "f:1:5: worker 1, pair 1: expected a value (a number), found -"},
             {"nan 5:1", "f:1:1: expected a label (a number)"},
             {"1 5:1e400", "f:1:5: worker 1, pair 1: 1e400 is beyond the largest float64"},
             {"1 5:1:2", "f:1:6: worker 1, pair 1: expected a blank after the value, found ':'"},
             {"1 5:1,6:2", "f:1:6: worker 1, pair 1: expected a blank after the value, found ','"},
             {std::string("1 5:\0", 5),
              "f:1:5: worker 1, pair 1: expected a value (a number), found byte 0x00"},
             {"1 5:\xFF", "f:1:5: worker 1, pair 1: expected a value (a number), found byte 0xff"},
         }) {
        CAPTURE(text);
        CHECK_MESSAGE(read_as("libsvm", text).starts_with(begins), read_as("libsvm", text));
    }
}
