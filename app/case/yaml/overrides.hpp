// Applies `--set key=value` to a case before it is read.
#pragma once

#include <span>
#include <string>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {

/// Applies each "a.b.c=value" to `root`, a map, in order; values are YAML. Maps on the way are
/// made. A key that excludes others (`table` says which) removes them and what goes with them, so
/// that `run.sweeps=10` works on a case with `run.target_seconds`. What is inserted stands at
/// "--set a.b.c".
void apply_overrides(Node& root, const Table& table, std::span<const std::string> settings,
                     Problems& problems);

}  // namespace tobiuo::casefile
