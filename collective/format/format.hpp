#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/read_settings.hpp"
#include "collective/format/writer.hpp"

namespace collective {

/// A file format: a row of the table of formats.
struct Format {
    std::string_view name;
    std::string_view summary;   ///< what a file of it is, in one line
    std::string_view suffixes;  ///< of file names that are taken for it, with blanks between them

    /// Reads a job from the bytes of a file; nullptr: the format is not read.
    /// **Throws** `InputError` that names the file, the place in it and what was expected there.
    Document (*read)(std::string_view bytes, std::string_view file, const ReadSettings& settings);

    /// Writes a merged list; nullptr: the format is not written.
    /// **Throws** `InputError` where the format has no way to say a pair, and `OutputError`.
    void (*write)(OutputFile& file, const PairTexts& pairs);
};

/// All formats; the first is the default.
std::span<const Format> formats();

/// The format of that name, or nullptr.
const Format* find_format(std::string_view name);

/// The format that is read from a file of that name: by its suffix, before which `.gz` and `.zst` don't
/// count, or else the default.
const Format& format_of(std::string_view path);

/// The format that is written to a file of that name: by its suffix, or else the default.
const Format& format_to(std::string_view path);

}  // namespace collective
