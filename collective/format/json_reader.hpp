#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "collective/format/document.hpp"

namespace collective {

/// The most digits of an integer value. A longer one is bad input: sums of such numbers cost their square in
/// time.
inline constexpr std::size_t most_digits = 100'000;

/// Reads a job, `[[worker, [[coordinate, value], ...]], ...]`, as UTF-8 with or without a byte order mark.
///
/// A coordinate is an integer literal: int64, or uint64 where the whole job has no negative one. A value is
/// an integer of up to `most_digits` digits, kept exactly, or else a float64, correctly rounded. A worker's
/// name is any string or number and occurs once; strings are equal by their decoded text, numbers by their
/// exact value.
///
/// `file` names the text in messages; `progress` is told now and then how many bytes are read.
/// **Throws** `InputError` with `FILE:LINE:COLUMN`, worker and pair (counted from 1) for anything else.
/// **Cost** one pass; the memory of the document.
Document read_json(std::string_view text, std::string_view file,
                   const std::function<void(std::size_t)>& progress = {});

}  // namespace collective
