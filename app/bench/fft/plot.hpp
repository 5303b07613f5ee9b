// The benchmark of transforms as a picture: GFLOPS of each library by size.
#pragma once

#include <string>
#include <vector>

#include "app/bench/fft/row.hpp"
#include "app/output/chart/chart.hpp"

namespace tobiuo::fft_bench {

/// A chart for each kind and precision that was measured; sizes stand side by side, the smallest
/// first.
[[nodiscard]] std::vector<Chart> charts_of(const std::vector<Row>& rows);

/// The PNG file. `caption` stands under the title: date, versions.
[[nodiscard]] std::string plot_png(const Machine& machine, const std::vector<Row>& rows,
                                   const std::string& caption);

}  // namespace tobiuo::fft_bench
