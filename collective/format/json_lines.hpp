#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "collective/format/pieces.hpp"

namespace collective {

/// Where the lines of a text begin that have a row of JSON Lines: those that are not blank. Of them the ones
/// that begin at `from` or later and before `to`, so that ranges side by side have each line once.
/// **Cost** a pass over the range, and over the rest of the line that begins last in it.
std::vector<std::size_t> rows_between(std::string_view text, std::size_t from, std::size_t to,
                                      const Release& release = {});

/// The same for names of workers that are the same, and for no others: strings go by their decoded text,
/// numbers by their exact value. The name is as `Document::names` spells it.
std::string meaning_of_name(std::string_view name);

}  // namespace collective
