// The memory study as one picture: a panel for each question, with the papers' figures beside ours.
#pragma once

#include <string>
#include <vector>

#include "app/output/chart/chart.hpp"
#include "app/studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// The charts that were measured: bandwidth against size and against threads, latency, many
/// streams. If the peak of the machine is known, bandwidths are percent of the device's own peak,
/// so that GPUs of 2008 and of today fit into one chart; otherwise they are GB/s, without the
/// papers'.
[[nodiscard]] std::vector<Chart> charts_of(const Machine& machine,
                                           const std::vector<Result>& results);

/// The PNG file. `caption` stands below the title: date, versions.
[[nodiscard]] std::string plot_png(const Machine& machine, const std::vector<Result>& results,
                                   const std::string& caption);

}  // namespace tobiuo::memory_study
