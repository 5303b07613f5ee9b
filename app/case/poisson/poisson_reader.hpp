// Reads the part of a case that belongs to `solver: poisson`.
#pragma once

#include "app/case/case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Implements SolverKind::read.
[[nodiscard]] PoissonCase read_poisson(const Section& root, const CaseFolder& folder,
                                       const Case& common);

}  // namespace tobiuo::casefile
