// Reads the part of a case that belongs to `solver: himeno`.
#pragma once

#include "app/case/case.hpp"
#include "app/case/paths.hpp"
#include "app/case/section.hpp"

namespace tobiuo::casefile {

/// What is bad is reported through `root` and replaced by its default; unknown keys are not
/// looked for in `root` itself.
[[nodiscard]] HimenoCase read_himeno(const Section& root, const CaseFolder& folder,
                                     BackendChoice backend);

}  // namespace tobiuo::casefile
