// Reads the keys of the section `grid` that several solvers have.
#pragma once

#include <string_view>

#include "app/case/yaml/section.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::casefile {

/// Reads the bounds of `axis` from the key `name` of `extent`, if it is given; reports bounds that
/// leave no room for the cells.
void read_interval(const Section& extent, std::string_view name, Axis& axis);

[[nodiscard]] Location read_location(const Section& grid);

/// Reports, at the key `cells`, a grid of more values than any memory holds.
void check_size(const Section& section, const Grid& grid);

}  // namespace tobiuo::casefile
