// The memory study as JSON, schema tobiuo-bench-memory-1 (docs/memory.md).
#pragma once

#include <string>
#include <vector>

#include "app/studies/memory/measure.hpp"
#include "app/studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// The whole file, indented, with a newline at its end. `versions` is an object as versions_json()
/// gives it.
[[nodiscard]] std::string study_json(const Machine& machine, const Timing& timing,
                                     const std::vector<Result>& results,
                                     const std::string& versions, const std::string& date);

}  // namespace tobiuo::memory_study
