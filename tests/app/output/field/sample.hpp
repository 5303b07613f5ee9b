// SPDX-License-Identifier: BSD-3-Clause
// A small grid on which swapped axes show, and values that identify their position.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::test {

/// A grid of 5 x 4 x 3 cells of different spacing, away from the origin.
inline Grid sample_grid(Location location)
{
    const Axis x{.cells = 5, .lower = -1.0, .upper = 1.5};
    const Axis y{.cells = 4, .lower = 2.0, .upper = 3.0};
    const Axis z{.cells = 3, .lower = 0.25, .upper = 6.25};
    return {.axes = {x, y, z}, .location = location};
}

/// A grid of 2 x 4 x 1 cells, y stretched; VTK's two-dimensional grids are one cell thick.
inline Grid stretched_grid(Location location)
{
    const Axis x{.cells = 2, .lower = -1.0, .upper = 0.0};
    const Axis y{.cells = 4, .lower = 0.1, .upper = 3.0, .nodes = {0.1, 0.2, 0.7, 2.5, 3.0}};
    const Axis z{.cells = 1, .lower = 0.0, .upper = 1.0};
    return {.axes = {x, y, z}, .location = location};
}

/// Five nodes along x, and one along y and z.
inline Grid line_of_nodes()
{
    const Axis x{.cells = 4, .lower = -1.0, .upper = 1.0};
    const Axis y{.cells = 0, .lower = 2.0, .upper = 2.0};
    const Axis z{.cells = 0, .lower = 0.0, .upper = 0.0};
    return {.axes = {x, y, z}, .location = Location::node};
}

/// As many different values as `grid` has, none of them exact in binary.
template <typename Real>
std::vector<Real> sample_values(const Grid& grid, Real offset = 0)
{
    std::vector<Real> values(static_cast<std::size_t>(shape_of(grid).values()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = offset + std::sqrt(static_cast<Real>(i + 2));
    }
    return values;
}

template <typename Real>
Field field(const std::string& name, const std::vector<Real>& values)
{
    return {.name = name, .values = std::span<const Real>{values}};
}

}  // namespace tobiuo::test
