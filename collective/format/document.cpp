#include "collective/format/document.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/number.hpp"

namespace collective {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

template <class T>
std::vector<T> part(const std::vector<T>& list, std::size_t first, std::size_t last) {
    return {list.begin() + static_cast<std::ptrdiff_t>(first),
            list.begin() + static_cast<std::ptrdiff_t>(last)};
}

}  // namespace

bool is_non_finite(const Document& document, std::size_t i) {
    return document.kinds[i] == Kind::float64 && !std::isfinite(std::bit_cast<double>(document.bits[i]));
}

std::string value_text(const Document& document, std::size_t i) {
    const std::int64_t bits = document.bits[i];
    if (document.kinds[i] == Kind::wide) return document.wide[static_cast<std::size_t>(bits)];
    std::string text;
    if (document.kinds[i] == Kind::int64) {
        append_number(text, bits);
    } else {
        append_number(text, std::bit_cast<double>(bits));
    }
    return text;
}

Document block(const Document& document, std::size_t first, std::size_t last) {
    const std::size_t from = document.begin[first], to = document.begin[last];
    Document result;
    result.names = part(document.names, first, last);
    result.begin = part(document.begin, first, last + 1);
    for (std::size_t& offset : result.begin) offset -= from;
    result.coordinates = part(document.coordinates, from, to);
    result.bits = part(document.bits, from, to);
    result.kinds = part(document.kinds, from, to);
    result.space = document.space;
    result.hint = document.hint;
    if (document.wide.empty()) return result;
    for (std::size_t i = 0; i < result.pairs(); ++i) {
        if (result.kinds[i] != Kind::wide) continue;
        result.wide.push_back(document.wide[static_cast<std::size_t>(result.bits[i])]);
        result.bits[i] = static_cast<std::int64_t>(result.wide.size() - 1);
    }
    return result;
}

ValueHint joined(ValueHint a, ValueHint b) {
    const auto is_complex = [](ValueHint hint) { return hint >= ValueHint::complex64; };
    return a == b ? a : is_complex(a) && is_complex(b) ? ValueHint::complex128 : ValueHint::none;
}

void number_integers(Document& document) {
    CoordinateSpace& space = document.space;
    if (space.kind != CoordinateKind::int64 || space.columns == 0) return;
    for (std::int64_t& coordinate : document.coordinates)
        coordinate = (coordinate - space.column_of(coordinate)) / space.width();
    store_integers(document.coordinates, false, true, space);
}

namespace {

void make_unsigned(Document& document) {
    for (std::size_t worker = 0; worker < document.workers(); ++worker) {
        for (std::size_t i = document.begin[worker]; i < document.begin[worker + 1]; ++i) {
            if (document.coordinates[i] < 0) {
                throw InputError(
                    fmt::format("worker {}, pair {}: coordinate {} is below 0, and another worker has one "
                                "above {}: together "
                                "they are of no type of 64 bits",
                                document.names[worker], i - document.begin[worker] + 1,
                                document.coordinates[i], std::numeric_limits<std::int64_t>::max()));
            }
            document.coordinates[i] ^= least;
        }
    }
}

void renumber(Document& document, const std::vector<std::string>& names) {
    std::vector<std::int64_t> shift;  // of each name
    const std::int64_t width = document.space.width();
    std::size_t place = 0;
    for (const std::string& name : document.space.names) {
        while (names[place] != name) ++place;
        shift.push_back(static_cast<std::int64_t>(place - shift.size()) * width);
    }
    for (std::int64_t& coordinate : document.coordinates)
        coordinate += shift[static_cast<std::size_t>((coordinate - least) / width)];
}

}  // namespace

void move_to(CoordinateSpace space, Document& document) {
    if (document.pairs() > 0 && !(space == document.space)) {
        if (space.numbered()) {
            renumber(document, space.names);
        } else if (space.kind != document.space.kind) {
            make_unsigned(document);
        }
    }
    document.space = std::move(space);
}

void append_worker(Document& document, std::string name, Document more) {
    more.names.assign(1, name);
    more.begin = {0, more.pairs()};
    if (more.pairs() > 0) {
        more.space.worker = name;
        document.hint = document.pairs() == 0 ? more.hint : joined(document.hint, more.hint);
    }
    if (more.space.kind == CoordinateKind::integer) number_integers(document);
    if (document.space.kind == CoordinateKind::integer) number_integers(more);
    const CoordinateSpace space = joined(document.space, more.space);
    move_to(space, document);
    move_to(space, more);
    const auto append = [](auto& list, const auto& its) { list.insert(list.end(), its.begin(), its.end()); };
    for (std::size_t i = 0; i < more.pairs(); ++i) {
        if (more.kinds[i] == Kind::wide) more.bits[i] += static_cast<std::int64_t>(document.wide.size());
    }
    append(document.coordinates, more.coordinates);
    append(document.bits, more.bits);
    append(document.kinds, more.kinds);
    append(document.wide, more.wide);
    document.names.push_back(std::move(name));
    document.begin.push_back(document.pairs());
}

}  // namespace collective
