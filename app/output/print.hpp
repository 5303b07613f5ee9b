// Prints results to stdout as they come.
#pragma once

#include <cstdio>
#include <string>

#include "app/printable.hpp"

namespace tobiuo {

/// Prints `text` at once, even if stdout is a file or a pipe; names in it cannot control a
/// terminal.
inline void print(const std::string& text)
{
    std::fputs(printable_lines(text).c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace tobiuo
