#include "collective/format/coordinate_space.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/json_string.hpp"
#include "collective/format/number.hpp"

namespace collective {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::size_t part_bytes = sizeof(std::int64_t);

/// The highest byte first.
void append_big_endian(std::string& bytes, std::uint64_t bits) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(bits >> shift);
}

std::uint64_t big_endian(std::string_view bytes) {
    std::uint64_t bits = 0;
    for (const char byte : bytes) bits = bits << 8 | static_cast<unsigned char>(byte);
    return bits;
}

std::string what(const CoordinateSpace& space) {
    if (space.kind == CoordinateKind::text) return "texts";
    if (space.kind == CoordinateKind::tuple)
        return fmt::format("tuples of {}", space.names.front().size() / part_bytes);
    return "integers";
}

std::string values_of(std::int64_t columns) {
    return columns == 0 ? "plain numbers" : fmt::format("rows of {}", columns);
}

/// An integer as a name; `is_uint64`: it has the bits of one.
std::string name_from(std::int64_t integer, bool is_uint64) {
    std::string name(1, integer < 0 && !is_uint64 ? '\0' : '\1');
    append_big_endian(name, static_cast<std::uint64_t>(integer));
    return name;
}

bool is_below_zero(std::string_view integer) { return integer.front() == '\0'; }
bool is_above_int64(std::string_view integer) {
    return !is_below_zero(integer) && static_cast<signed char>(integer[1]) < 0;
}

}  // namespace

std::int64_t CoordinateSpace::own(std::int64_t made) const {
    return kind == CoordinateKind::uint64 ? made ^ least : made;
}

std::int64_t CoordinateSpace::column_of(std::int64_t stored) const {
    const std::int64_t rest = (numbered() && stored < 0 ? stored - least : stored) % width();
    return rest < 0 ? rest + width() : rest;
}

void CoordinateSpace::append(std::string& text, std::int64_t stored) const {
    if (kind == CoordinateKind::uint64)
        return append_number(text, static_cast<std::uint64_t>(stored ^ least));
    if (!numbered() || stored >= 0) return append_number(text, (stored - column_of(stored)) / width());
    const auto place = static_cast<std::size_t>((stored - least) / width());
    if (place >= names.size()) {  // only a fault makes such
        text += "\"no coordinate\"";
        return;
    }
    const std::string_view name = names[place];
    switch (kind) {
        case CoordinateKind::text:
            text += to_json_string(name);
            break;
        case CoordinateKind::tuple: {
            char before = '[';
            for (std::size_t at = 0; at < name.size(); at += part_bytes) {
                text += before;
                append_number(text,
                              static_cast<std::int64_t>(big_endian(name.substr(at, part_bytes))) ^ least);
                before = ',';
            }
            text += ']';
            break;
        }
        default: {
            const std::uint64_t bits = big_endian(name.substr(1));
            if (name.front() == '\0') {
                append_number(text, static_cast<std::int64_t>(bits));
            } else {
                append_number(text, bits);
            }
        }
    }
}

std::string CoordinateSpace::name(std::int64_t stored) const {
    std::string text;
    append(text, stored);
    if (columns > 0) text += fmt::format("[{}]", column_of(stored));
    return text;
}

void store_integers(std::span<std::int64_t> integers, bool are_uint64, bool always, CoordinateSpace& space) {
    const std::int64_t width = space.width();
    if (are_uint64) {
        for (std::int64_t& integer : integers) integer ^= least;
    }
    const auto fits = [&](std::int64_t integer) {
        return integer >= least / width &&
               integer <= (std::numeric_limits<std::int64_t>::max() - width + 1) / width;
    };
    const bool has_rows = space.columns > 0;
    if (!always && !(has_rows && (are_uint64 || !std::all_of(integers.begin(), integers.end(), fits)))) {
        space.kind = are_uint64 ? CoordinateKind::uint64 : CoordinateKind::int64;
        for (std::size_t i = 0; width > 1 && i < integers.size(); ++i)
            integers[i] = integers[i] * width + static_cast<std::int64_t>(i) % width;
        return;
    }
    space.kind = CoordinateKind::integer;
    std::vector<std::int64_t> distinct(integers.begin(), integers.end());
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (const std::int64_t integer : distinct)
        space.names.push_back(name_from(are_uint64 ? integer ^ least : integer, are_uint64));
    for (std::size_t i = 0; i < integers.size(); ++i) {
        const auto place = std::lower_bound(distinct.begin(), distinct.end(), integers[i]) - distinct.begin();
        integers[i] = least + place * width + static_cast<std::int64_t>(i) % width;
    }
}

CoordinateSpace joined(const CoordinateSpace& a, const CoordinateSpace& b) {
    if (a.worker.empty()) return b;
    if (b.worker.empty()) return a;
    if (a.columns != b.columns) {
        throw InputError(fmt::format("worker {} has {} for values, worker {} has {}; give all the same",
                                     a.worker, values_of(a.columns), b.worker, values_of(b.columns)));
    }
    if (what(a) != what(b)) {
        throw InputError(fmt::format("worker {} has {} for coordinates, worker {} has {}; give all the same",
                                     a.worker, what(a), b.worker, what(b)));
    }
    CoordinateSpace both = a;
    both.kind = std::max(a.kind, b.kind);
    both.names.clear();
    std::set_union(a.names.begin(), a.names.end(), b.names.begin(), b.names.end(),
                   std::back_inserter(both.names));
    if (both.kind == CoordinateKind::integer && is_below_zero(both.names.front()) &&
        is_above_int64(both.names.back())) {
        std::string lowest, highest;
        both.append(lowest, least);
        both.append(highest, least + static_cast<std::int64_t>(both.names.size() - 1) * both.width());
        throw InputError(
            fmt::format("coordinates {} and {} together are of no type of 64 bits", lowest, highest));
    }
    return both;
}

std::string name_from(std::span<const std::int64_t> tuple) {
    std::string name;
    for (const std::int64_t part : tuple) append_big_endian(name, static_cast<std::uint64_t>(part ^ least));
    return name;
}

}  // namespace collective
