// Applies `--set key=value` to a case before it is read.
#pragma once

#include <span>
#include <string>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {

/// Applies each "a.b.c=value" to `root`, a map, in order; values are YAML. Missing maps are made. A
/// key that excludes others (as `table` says) removes them and what belongs to them, so that
/// `run.sweeps=10` works on a case with `run.target_seconds`. The position of an inserted value is
/// "--set a.b.c".
void apply_overrides(Node& root, const Table& table, std::span<const std::string> settings,
                     Problems& problems);

}  // namespace tobiuo::casefile
