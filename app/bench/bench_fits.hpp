// Whether the arrays of a benchmark's problem fit.
#pragma once

#include <cstdint>
#include <string>

namespace tobiuo {

/// `needed` bytes against `free` ones `where` ("on the device"); warns if they do not fit that
/// `problem` is skipped.
[[nodiscard]] bool fits(const std::string& problem, const char* where, double needed,
                        std::int64_t free);
[[nodiscard]] inline bool fits(const std::string& problem, const char* where, std::int64_t needed,
                               std::int64_t free)
{
    return fits(problem, where, static_cast<double>(needed), free);
}

}  // namespace tobiuo
