#include "app/output/report/link_use.hpp"

#include <algorithm>

namespace tobiuo {

LinkFigures figures_of(const LinkUse& use, double seconds)
{
    const auto bytes = static_cast<double>(use.bytes_each_way);
    const double up = bytes / use.limit.to_device;
    const double down = bytes / use.limit.from_device;
    const double beside = (up + down - seconds) / std::min(up, down);
    return {.bytes_per_second_each_way = bytes / seconds,
            .percent_of_both = 100.0 * 2.0 * bytes / seconds / use.limit.both,
            .overlap_percent = 100.0 * std::clamp(beside, 0.0, 1.0)};
}

}  // namespace tobiuo
