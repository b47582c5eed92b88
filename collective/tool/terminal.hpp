#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

#include "collective/tool/arguments.hpp"
#include "collective/tool/session.hpp"

namespace collective::tool {

/// Whether a person looks at a stream. Under a launcher nobody can tell: it gives rank 0 a pseudo-terminal
/// for stdout even when that is redirected, and none for stderr.
inline bool is_terminal(int descriptor) { return launched_processes() == 0 && isatty(descriptor) != 0; }

inline bool shows_colour(int descriptor, const Arguments& arguments) {
    return arguments.color || is_terminal(descriptor);
}

/// Writes to stderr. A failure stays untold: there is nowhere to tell it, and no result depends on it.
inline void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

}  // namespace collective::tool
