#include "kernels/fft/choose/merge.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/fft/choose/device_limits.hpp"

namespace tobiuo::fft {

std::optional<MergedForm> merge_planes(const PassForm& first, const PassForm& second,
                                       long long planes, const PlaneBytes& bytes,
                                       double distance_bytes, int pipeline_distance)
{
    if (planes > most_blocks) {
        return std::nullopt;
    }
    MergedForm form{.first = first,
                    .second = second,
                    .planes = static_cast<int>(planes),
                    .in_bytes = bytes.in,
                    .middle_bytes = bytes.middle,
                    .out_bytes = bytes.out};
    if (form.items() > most_blocks) {
        return std::nullopt;
    }
    form.first.load = Access::streaming;
    form.second.load = Access::through_l2;
    form.second.store = Access::streaming;
    const double wanted = std::round(distance_bytes / static_cast<double>(bytes.middle));
    const double most = std::max(1.0, static_cast<double>(planes) / 2);
    form.pipeline_distance =
        pipeline_distance > 0 ? pipeline_distance : static_cast<int>(std::clamp(wanted, 1.0, most));
    return form;
}

}  // namespace tobiuo::fft
