// SPDX-License-Identifier: BSD-3-Clause
// Applies `--set key=value` to a case before it is read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/yaml/document.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {

/// Applies each "a.b.c=value" to `root`, a map, in order; values are YAML. Missing maps are made. A
/// key that excludes others (as `table` says) removes them and what belongs to them, so that
/// `run.sweeps=10` works on a case with `run.target_seconds`. The position of an inserted value is
/// "--set a.b.c". What follows `study.` is one key, for the section `study` has paths as keys.
void apply_overrides(Node& root, const Table& table, std::span<const std::string> settings,
                     Problems& problems);

/// The keys of a path: "grid", "cells" of "grid.cells".
[[nodiscard]] std::vector<std::string> parts_of_path(std::string_view path);

/// Sets the key at `path` as above. `at` is the position of the key and of maps that are made; the
/// value keeps its own.
void set_key(Node& root, const Table& table, const std::vector<std::string>& path,
             const Position& at, Node value, Problems& problems);

}  // namespace tobiuo::casefile
