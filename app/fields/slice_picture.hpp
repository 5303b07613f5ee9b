// The picture of a plane: colours, isolines, axes, colour bar.
#pragma once

#include <string>
#include <vector>

#include "app/fields/colour_map.hpp"
#include "app/fields/picture_frame.hpp"
#include "app/fields/plane_sampler.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

struct SlicePicture {
    const Grid& grid;
    int normal{};
    const PlaneSampler& sampler;
    ValueRange limits;           ///< of the colours
    std::vector<double> levels;  ///< of the isolines
    ColourMap map{};
};

/// The file, in memory.
[[nodiscard]] std::string slice_png(const SlicePicture& picture, const Caption& caption);

}  // namespace tobiuo
