#pragma once

#include <string_view>

#include "collective/format/document.hpp"
#include "collective/format/pair_reader.hpp"
#include "collective/format/read_settings.hpp"

namespace collective {

/// Reads a job, `[[worker, [[coordinate, value], ...]], ...]`, as UTF-8 with or without a byte order mark.
///
/// A coordinate is an integer literal: int64, or uint64 where the whole job has no negative one. A value is
/// an integer of up to `most_digits` digits, kept exactly, or else a float64, correctly rounded. A worker's
/// name is any string or number and occurs once; strings are equal by their decoded text, numbers by their
/// exact value.
///
/// `file` names the text in messages.
/// **Throws** `InputError` with `FILE:LINE:COLUMN`, worker and pair (counted from 1) for anything else.
/// **Cost** one pass; the memory of the document.
Document read_json(std::string_view text, std::string_view file, const ReadSettings& settings = {});

/// The same with one row, `[worker, [[coordinate, value], ...]]`, a line and no brackets around them (JSON
/// Lines). Blank lines don't count; without a row there are no workers.
Document read_json_lines(std::string_view text, std::string_view file, const ReadSettings& settings = {});

}  // namespace collective
