#pragma once

#include "collective/format/input_file.hpp"

namespace collective {

/// Whether a file is one of gzip or zstd, by its first bytes.
bool is_compressed(const InputFile& file);

/// What such a file holds, under its name. Members or frames one after another are one text.
/// **Throws** `InputError` that names the byte where the file is damaged, cut off or goes on with something
/// else.
InputFile decompressed(const InputFile& file);

}  // namespace collective
