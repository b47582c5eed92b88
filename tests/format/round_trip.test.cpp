#include <doctest/doctest.h>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <type_traits>

#include "collective/format/number.hpp"
#include "reading.hpp"
#include "temporary_directory.hpp"

using namespace collective;

namespace {

using Random = std::mt19937_64;

/// A number as it is written, and as a reader tells it: of a float32 the double that it is.
struct Spelled {
    std::string written, read;
};

/// A type of values; with a width, rows of so many.
struct Type {
    std::string_view name;
    std::function<Spelled(Random&)> draw;
    ValueHint hint = ValueHint::none;
    std::size_t width = 0;

    bool is_complex() const { return hint >= ValueHint::complex64; }
    bool is_single() const { return hint == ValueHint::float32 || hint == ValueHint::complex64; }
};

template <class T>
Spelled spelled(T number) {
    Spelled texts;
    if constexpr (std::is_floating_point_v<T>) {
        append_number(texts.written, number);
        append_number(texts.read, static_cast<double>(number));
    } else {
        append_number(
            texts.written,
            static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(number));
        texts.read = texts.written;
    }
    return texts;
}

/// Any finite number of the type, or one of its extremes.
template <class T>
Spelled draw(Random& random) {
    using Limits = std::numeric_limits<T>;
    const auto bits = random();
    if (bits % 16 == 0) return spelled(bits % 32 == 0 ? Limits::lowest() : Limits::max());
    if constexpr (std::is_floating_point_v<T>) {
        if (bits % 16 == 1) return spelled(bits % 32 == 1 ? -T{0} : -Limits::denorm_min());
        T number = Limits::infinity();
        while (!std::isfinite(number)) {
            if constexpr (sizeof(T) == 4) {
                number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
            } else {
                number = std::bit_cast<double>(random());
            }
        }
        return spelled(number);
    } else {
        return spelled(static_cast<T>(static_cast<T>(bits) >> random() % (8 * sizeof(T))));
    }
}

Spelled draw_wide(Random& random) {
    const std::string text = (random() % 2 == 0 ? "-" : "") + std::to_string(1 + random() % 9) +
                             std::string(20 + random() % 100, '7');
    return {text, text};
}

const std::vector<Type>& types() {
    static const std::vector<Type> all{
        {"int8", draw<std::int8_t>},
        {"int16", draw<std::int16_t>},
        {"int32", draw<std::int32_t>},
        {"int64", draw<std::int64_t>},
        {"uint8", draw<std::uint8_t>},
        {"uint16", draw<std::uint16_t>},
        {"uint32", draw<std::uint32_t>},
        {"uint64", draw<std::uint64_t>},
        {"bigint", draw_wide},
        {"float32", draw<float>, ValueHint::float32},
        {"float64", draw<double>},
        {"complex64", draw<float>, ValueHint::complex64, 2},
        {"complex128", draw<double>, ValueHint::complex128, 2},
        {"rows of int64", draw<std::int64_t>, ValueHint::none, 3},
        {"rows of float32", draw<float>, ValueHint::float32, 2},
        {"rows of float64", draw<double>, ValueHint::none, 5},
    };
    return all;
}

/// A list with rising coordinates from 0.
struct List {
    std::vector<PairText> pairs;
    std::string written, read;  ///< as the JSON of its pairs

    List(const Type& type, Random& random) : pairs(random() % 20) {
        std::int64_t coordinate = -1;
        for (PairText& pair : pairs) {
            coordinate += 1 + static_cast<std::int64_t>(random() >> (2 + random() % 60)) / 40;
            append_number(pair.coordinate, coordinate);
            Spelled value = type.draw(random);
            for (std::size_t column = 1; column < type.width; ++column) {
                const Spelled next = type.draw(random);
                value.written += ',' + next.written;
                value.read += ',' + next.read;
            }
            if (type.width > 0) value = {'[' + value.written + ']', '[' + value.read + ']'};
            pair.value = value.written;
            const char* const comma = written.empty() ? "" : ",";
            written += fmt::format("{}[{},{}]", comma, pair.coordinate, value.written);
            read += fmt::format("{}[{},{}]", comma, pair.coordinate, value.read);
        }
    }
};

std::string written(const Format& format, const List& list, ValueHint hint) {
    const TemporaryDirectory directory;
    OutputFile file(directory.file("out"));
    const auto append = [&](std::size_t i, PairText& text) { text = list.pairs[i]; };
    format.write(file, {list.pairs.size(), append, hint});
    file.commit();
    return contents(directory.file("out"));
}

/// The format has no way to say such a list, and refuses it: see there.
bool is_refused(const Format& format, const Type& type) {
    return (format.name == "npz" && type.name == "bigint") ||
           (format.name == "matrix-market" && type.width > 0 && !type.is_complex());
}

void check_format(const Format& format, const Type& type, const List& list) {
    std::string text = written(format, list, type.hint);
    if (format.name == "json") {  // what is written is no job
        CHECK(text == "[" + list.written + "]\n");
        text = "[[0," + text + "]]";
    }
    const Document document = format.read(text, "f", {.single = type.is_single()});
    const std::string worker = format.name == "matrix-market" ? "1" : "0";
    CHECK(to_json(document) == "[[" + worker + ",[" + list.read + "]]]");
    if (format.name == "npz") CHECK(document.hint == type.hint);
}

}  // namespace

TEST_CASE("what a format writes it reads back, bit for bit, for every type of value") {
    Random random(99);
    int refused = 0;
    for (const Format& format : formats()) {
        if (format.write == nullptr || format.read == nullptr) continue;
        for (const Type& type : types()) {
            CAPTURE(format.name);
            CAPTURE(type.name);
            refused += is_refused(format, type);
            for (int trial = 0; trial < 50; ++trial) {
                const List list(type, random);
                if (!is_refused(format, type)) {
                    check_format(format, type, list);
                } else if (!list.pairs.empty()) {
                    CHECK_THROWS_AS(written(format, list, type.hint), InputError);
                }
            }
        }
    }
    CHECK(refused == 4);
}

TEST_CASE("NaN and infinities go there and back in every format but JSON") {
    const auto draw_special = [](Random& random) {
        const float numbers[] = {NAN, INFINITY, -INFINITY, 0.5F};
        return spelled(numbers[random() % 4]);
    };
    Random random(98);
    for (const ValueHint hint : {ValueHint::none, ValueHint::float32, ValueHint::complex64}) {
        const Type type{"special", draw_special, hint, hint == ValueHint::complex64 ? std::size_t{2} : 0};
        for (const Format& format : formats()) {
            if (format.write == nullptr || format.read == nullptr || format.name == "json") continue;
            CAPTURE(format.name);
            for (int trial = 0; trial < 20; ++trial) check_format(format, type, List(type, random));
        }
    }
}
