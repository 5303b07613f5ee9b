// The picture of values along one axis as a curve.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/output/picture/picture_frame.hpp"
#include "app/output/picture/plane.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The values along the axis `along` in the middle of the plane's other axis, taken from the values
/// of the plane at `cut`.
[[nodiscard]] std::vector<double> middle_of_curve(const Grid& grid, const Cut& cut, int along,
                                                  const std::vector<double>& plane);

/// The picture as the bytes of a PNG file, from one value for each of the grid's on the axis.
/// `range` bounds the heights; without it the values do. Values that are not finite leave a gap and
/// a mark at the lower edge.
[[nodiscard]] std::string curve_png(const Grid& grid, int along, const std::vector<double>& values,
                                    const Caption& caption,
                                    const std::optional<std::array<double, 2>>& range);

}  // namespace tobiuo
