// Results on stdout, as they come.
#pragma once

#include <cstdio>
#include <string>

namespace tobiuo {

/// At once, also where stdout is a file or a pipe.
inline void print(const std::string& text)
{
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace tobiuo
