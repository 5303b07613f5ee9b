// Some charts on one page, as a picture.
#pragma once

#include <string>
#include <vector>

#include "app/output/chart/chart.hpp"

namespace tobiuo {

struct ChartPage {
    std::string title;
    std::string caption;
    int panel_width{};  ///< pixels of a chart
    int panel_height{};
    int columns = 2;  ///< at the most
};

/// The page as the bytes of a PNG file.
[[nodiscard]] std::string page_png(const ChartPage& page, const std::vector<Chart>& charts);

}  // namespace tobiuo
