// The picture of a plane: colours, isolines, axes, colour bar.
#pragma once

#include <string>
#include <vector>

#include "app/output/picture/colour_map.hpp"
#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane_sampler.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct SlicePicture {
    const Grid& grid;
    int normal{};
    const PlaneSampler& sampler;
    ValueRange limits;           ///< limits of the colours
    std::vector<double> levels;  ///< values of the isolines
    ColourMap map{};
};

/// The picture as the bytes of a PNG file.
[[nodiscard]] std::string slice_png(const SlicePicture& picture, const Caption& caption);

}  // namespace tobiuo
