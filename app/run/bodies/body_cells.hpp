// SPDX-License-Identifier: BSD-3-Clause
// The shapes of a case's bodies as functions, and the cells in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/level_set.hpp>

#include "app/case/sections/body_shape.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// What lies inside the shape, in a case of so many dimensions, as it is known or as it is read now.
/// Throws InputError if a file cannot be read.
[[nodiscard]] InsideFunction inside_of(const BodyShape& shape, int dimensions);

/// Fills `values` with numbers that are not 0 at the values of a grid inside the shape, and 0
/// outside; with those of plane k only, if there is one. Throws InputError for an expression that is
/// not finite somewhere.
void sample_inside(const BodyShape& shape, const InsideFunction& inside, const Grid& grid,
                   std::optional<std::int64_t> k, std::span<double> values);

/// The cells of a grid whose centres lie in a body, or its nodes in a body.
struct BodyCells {
    std::int64_t count = 0;
    std::array<std::int64_t, 3> first{};  ///< along each axis
    std::array<std::int64_t, 3> last{};
    std::int64_t triangles = 0;         ///< of its surface, if it has one
    std::string surface = {};           ///< what is said of that
    std::vector<std::string> warnings;  ///< about it

    [[nodiscard]] std::int64_t across(std::size_t axis) const
    {
        return count == 0 ? 0 : last.at(axis) - first.at(axis) + 1;
    }
};

/// What is done with a cell: its place in an array [z][y][x], and its index.
using CellVisit = std::function<void(std::int64_t at, const std::array<std::int64_t, 3>& index)>;

/// Visits them in the order of places. Throws InputError as sample_inside().
void each_cell(const BodyShape& shape, const InsideFunction& inside, const Grid& grid,
               const CellVisit& visit);

/// Finds them, and visits each. Throws InputError as sample_inside(), and for a shape without any.
[[nodiscard]] BodyCells find_cells(const BodyShape& shape, const InsideFunction& inside,
                                   const Grid& grid, int dimensions, const CellVisit& visit);

/// How many values of an array [z][y][x] are not solid and have one beside them that is in some bodies,
/// all of which are solid.
[[nodiscard]] std::int64_t count_beside(const std::vector<bool>& bodies,
                                        const std::vector<bool>& solid,
                                        const stencil::Shape& shape);

/// "113 cells, 12 x 12".
[[nodiscard]] std::string text_of(const BodyCells& cells, int dimensions,
                                  Location location = Location::cell);

/// Bytes of host memory that the file of a shape takes while it is read; 0 for one without.
[[nodiscard]] std::int64_t shape_bytes(const BodyShape& shape);

}  // namespace tobiuo
