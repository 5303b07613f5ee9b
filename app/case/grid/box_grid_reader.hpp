// Reads and writes the section `grid` of the solvers in a box.
#pragma once

#include <string>
#include <string_view>

#include "app/case/grid/box_grid.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo::casefile {

/// Reads the section `grid` into `box`. Problems are reported through `root`; cells of a valid size
/// then replace the case's, and the result is false. Without a key `location` values are in cells.
[[nodiscard]] bool read_box_grid(const Section& root, BoxGrid& box);

/// The sentence about a key for an axis without cells.
[[nodiscard]] std::string absent_sentence(std::string_view axis, int dimensions);

/// The section without a location; its last line is one of the section's.
[[nodiscard]] std::string box_grid_yaml(const BoxGrid& box);

}  // namespace tobiuo::casefile
