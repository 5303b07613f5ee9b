// Results on stdout, as they come.
#pragma once

#include <cstdio>
#include <string>

#include "app/printable.hpp"

namespace tobiuo {

/// At once, also where stdout is a file or a pipe; names in `text` cannot steer a terminal.
inline void print(const std::string& text)
{
    std::fputs(printable_lines(text).c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace tobiuo
