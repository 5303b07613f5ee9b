// The benchmark of transforms as a picture: GFLOPS of each library by size.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/rows.hpp"
#include "app/output/chart/chart.hpp"

namespace tobiuo::fft_bench {

/// One chart for each kind and precision that was measured, with the sizes in ascending order.
[[nodiscard]] std::vector<Chart> charts_of(const std::vector<Json>& rows);

/// The PNG file. `caption` stands below the title: date, versions.
[[nodiscard]] std::string plot_png(const Machine& machine, const std::vector<Json>& rows,
                                   const std::string& caption);

}  // namespace tobiuo::fft_bench
