// Several charts on one page, as a picture.
#pragma once

#include <string>
#include <vector>

#include "app/output/chart/chart.hpp"

namespace tobiuo {

struct ChartPage {
    std::string title;
    std::string caption;
    int panel_width{};  ///< width of a chart in pixels
    int panel_height{};
    int columns = 2;  ///< at most
};

/// The page as the bytes of a PNG file.
[[nodiscard]] std::string page_png(const ChartPage& page, const std::vector<Chart>& charts);

}  // namespace tobiuo
