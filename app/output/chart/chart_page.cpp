#include "app/output/chart/chart_page.hpp"

#include <algorithm>
#include <cstddef>

#include "app/output/picture/canvas.hpp"

namespace tobiuo {

std::string page_png(const ChartPage& page, const std::vector<Chart>& charts)
{
    constexpr int margin = 36;
    constexpr int head = 128;
    const int count = std::max(1, static_cast<int>(charts.size()));
    const int columns = std::min(page.columns, count);
    const int rows = (count + columns - 1) / columns;
    Canvas canvas{columns * page.panel_width + (columns + 1) * margin,
                  head + rows * (page.panel_height + margin)};
    const int top = canvas.height() - margin;
    canvas.text(margin, top, page.title,
                {.size = 32, .horizontal = Anchor::low, .vertical = Anchor::high, .bold = true});
    canvas.text(
        margin, top - 44, page.caption,
        {.size = 17, .horizontal = Anchor::low, .vertical = Anchor::high, .colour = pale_ink});
    for (int n = 0; n < static_cast<int>(charts.size()); ++n) {
        draw_chart(canvas,
                   {.x = margin + n % columns * (page.panel_width + margin),
                    .y = canvas.height() - head - n / columns * (page.panel_height + margin) -
                         page.panel_height,
                    .width = page.panel_width,
                    .height = page.panel_height},
                   charts[static_cast<std::size_t>(n)]);
    }
    return canvas.png();
}

}  // namespace tobiuo
