// The memory study as one picture: a panel per question, the papers' figures beside ours.
#pragma once

#include <string>
#include <vector>

#include "app/output/chart/chart.hpp"
#include "app/studies/memory/study.hpp"

namespace tobiuo::memory_study {

/// Bandwidth against size, against threads, latency, many streams: those that were measured. Where
/// the peak of the machine is known, bandwidths are percent of it, and the papers' of theirs, which
/// is how a GPU of 2008 and one of today fit into one chart; otherwise they are GB/s and ours alone.
[[nodiscard]] std::vector<Chart> charts_of(const Machine& machine,
                                           const std::vector<Result>& results);

/// The PNG file. `caption` stands under the title: date, versions.
[[nodiscard]] std::string plot_png(const Machine& machine, const std::vector<Result>& results,
                                   const std::string& caption);

}  // namespace tobiuo::memory_study
