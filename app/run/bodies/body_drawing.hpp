// SPDX-License-Identifier: BSD-3-Clause
// A plane of the box with its bodies, drawn in characters.
#pragma once

#include <span>
#include <string>

#include "app/run/bodies/body_cells.hpp"
#include "app/run/bodies/solid_cells.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// Lines of at most 72 characters in the proportions of the box: `#`, of several bodies the number of
/// one, where most of a character's area is in a body, `+` where a part is, `.` elsewhere. The plane is
/// that of two dimensions; of three, one through the middle of a body where outlines are longest.
/// Empty without bodies or with one dimension.
[[nodiscard]] std::string body_drawing(const Grid& grid, int dimensions, const SolidCells& solid,
                                       std::span<const BodyCells> bodies);

}  // namespace tobiuo
