// Lines of equal value in a plane.
#pragma once

#include <array>
#include <vector>

#include "app/output/picture/canvas.hpp"
#include "app/output/picture/plane_sampler.hpp"
#include "app/output/picture/strokes.hpp"

namespace tobiuo {

using Segment = std::array<Place, 2>;

/// The pieces of the line on which the plane, drawn in `box`, has the value `level`, by marching
/// squares on a lattice of about two pixels, so that a line follows the interpolation that colours
/// show. A value that is nearer to the level than `slack` counts as above it, so that rounding
/// errors draw no lines where the field is constant; no line passes beside values that are not
/// finite.
[[nodiscard]] std::vector<Segment> isoline(const PlaneSampler& sampler, const Box& box,
                                           double level, double slack);

}  // namespace tobiuo
