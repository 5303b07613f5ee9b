// SPDX-License-Identifier: BSD-3-Clause
// The memory study as JSON, schema tobiuo-bench-memory-1 (docs/memory.md).
#pragma once

#include <vector>

#include "app/bench/harness.hpp"
#include "studies/memory/measure.hpp"
#include "studies/memory/study.hpp"

namespace tobiuo::memory_study {

[[nodiscard]] bench::Json study_json(const Machine& machine, const Timing& timing,
                                     const std::vector<Result>& results,
                                     const bench::Origin& origin);

}  // namespace tobiuo::memory_study
