#include "collective/format/npz_arrays.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/text_cursor.hpp"

namespace collective {

const NpyArray& NpzArrays::operator[](std::string_view name) {
    const auto known = arrays_.find(name);
    if (known != arrays_.end()) return known->second;
    const auto* const member = find(name);
    if (member == nullptr) fail(fmt::format("no array '{}'", name));
    const std::string_view bytes = archive_.read(*member, unpacked_[member->name], release_);
    return arrays_.try_emplace(std::string(name), bytes, fmt::format("{}: {}", file_, member->name))
        .first->second;
}

const NpyArray& NpzArrays::integers(std::string_view name) {
    const NpyArray& array = (*this)[name];
    if (array.shape().size() != 1)
        array.fail(
            fmt::format("expected an array of one dimension, found one of shape {}", array.shape_text()));
    if (!array.is_integer()) array.fail("expected integers");
    return array;
}

const NpyArray& NpzArrays::integers(std::string_view name, std::size_t size) {
    const NpyArray& array = integers(name);
    array.expect_size(size);
    return array;
}

const NpyArray& NpzArrays::values(std::string_view name, std::size_t pairs) {
    const NpyArray& array = (*this)[name];
    if (!array.is_number()) array.fail("expected numbers");
    if (array.shape().empty() || array.shape().size() > 2)
        array.fail(
            fmt::format("expected a value or a row of values for each pair, found an array of shape {}",
                        array.shape_text()));
    if (array.shape()[0] != pairs)
        array.fail(fmt::format("expected {} elements, found {}", pairs, array.shape()[0]));
    return array;
}

void NpzArrays::allow_only(std::initializer_list<std::string_view> names) const {
    for (const auto& member : archive_.members())
        if (std::none_of(names.begin(), names.end(),
                         [&](std::string_view name) { return find(name) == &member; }))
            fail(fmt::format("unexpected array '{}' (expected: {})", shorten(member.name),
                             fmt::join(names, " ")));
}

void NpzArrays::fail(std::string_view what) const { throw InputError(fmt::format("{}: {}", file_, what)); }

const ZipArchive::Member* NpzArrays::find(std::string_view name) const {
    return archive_.find(fmt::format("{}.npy", name));
}

}  // namespace collective
