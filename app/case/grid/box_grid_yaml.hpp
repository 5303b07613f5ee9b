// Writes the section `grid` of the solvers in a box.
#pragma once

#include <string>

#include "app/case/grid/box_grid.hpp"

namespace tobiuo::casefile {

/// The section without a location; its last line is one of the section's.
[[nodiscard]] std::string box_grid_yaml(const BoxGrid& box);

}  // namespace tobiuo::casefile
