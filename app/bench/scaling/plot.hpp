// The curves of `tobiuo bench scaling` as a picture, beside what was measured.
#pragma once

#include <filesystem>
#include <vector>

#include "app/bench/table.hpp"
#include "app/output/chart/chart.hpp"

namespace tobiuo::scaling_bench {

/// A chart of time by ranks for each kind of job in a file of schema tobiuo-bench-scaling-1: of its
/// last problem, of those in double precision if there are any, the predicted time for each way of
/// sharing it with that of its messages alone, and the measured times.
[[nodiscard]] std::vector<Chart> scaling_charts(const bench::Json& file);

/// Reads the file `json` and draws it to `png`. Throws InputError if it is no such file,
/// OutputError.
void plot_scaling(const std::filesystem::path& json, const std::filesystem::path& png);

}  // namespace tobiuo::scaling_bench
