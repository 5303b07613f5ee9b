// Reads the part of a case that belongs to `solver: flow`.
#pragma once

#include "app/case/case.hpp"
#include "app/case/values/paths.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Reads the keys of `solver: flow` and checks them against each other; problems are reported
/// through `root`.
[[nodiscard]] FlowCase read_flow(const Section& root, const CaseFolder& folder, const Case& common);

}  // namespace tobiuo::casefile
