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

}  // namespace

std::int64_t CoordinateSpace::own(std::int64_t made) const {
    return kind == CoordinateKind::uint64 ? made ^ least : made;
}

std::int64_t CoordinateSpace::column_of(std::int64_t stored) const {
    const auto above = static_cast<std::uint64_t>(stored < 0 ? stored - least : stored);
    return static_cast<std::int64_t>(above % static_cast<std::uint64_t>(width()));
}

void CoordinateSpace::append(std::string& text, std::int64_t stored) const {
    if (kind == CoordinateKind::uint64)
        return append_number(text, static_cast<std::uint64_t>(stored ^ least));
    if (!numbered()) return append_number(text, stored);
    if (stored >= 0) return append_number(text, stored / width());
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
    return both;
}

std::string name_from(std::int64_t integer, bool is_uint64) {
    std::string name(1, integer < 0 && !is_uint64 ? '\0' : '\1');
    append_big_endian(name, static_cast<std::uint64_t>(integer));
    return name;
}

std::string name_from(std::span<const std::int64_t> tuple) {
    std::string name;
    for (const std::int64_t part : tuple) append_big_endian(name, static_cast<std::uint64_t>(part ^ least));
    return name;
}

}  // namespace collective
