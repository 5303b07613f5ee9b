// The obstacles of a flow case, as functions and in numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/solid_cells.hpp"

namespace tobiuo {

/// The obstacle of the section, for a problem of so many dimensions. Throws InputError if a file
/// cannot be read.
[[nodiscard]] flow::Obstacle obstacle_of(const ObstacleSection& section, int dimensions);

/// The cells of a grid whose centres lie in an obstacle.
struct ObstacleCells {
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

/// What is found about the obstacles of a case before its start.
struct FoundObstacles {
    std::vector<ObstacleCells> all;
    SolidCells solid;
    std::string gap;                    ///< the narrowest gap, if it is narrow
    std::vector<std::string> warnings;  ///< about the fluid that they leave
};

/// Finds the cells of each obstacle of the case, which `problem` has, and the fluid between them.
/// Throws InputError for an expression that is not finite at some centre, an obstacle with no cell,
/// obstacles that leave none, one that lies in an inflow or an outflow, and obstacles that keep an
/// inflow from all outflows.
[[nodiscard]] FoundObstacles find_obstacles(const FlowCase& flow, const flow::Problem& problem,
                                            const FlowFaces& faces);

/// Bytes of host memory that files of shapes take while they are read.
[[nodiscard]] std::int64_t shape_bytes(const FlowCase& flow);

/// About the values that obstacles force, whose cells have been counted.
[[nodiscard]] std::int64_t forced_values(const FlowCase& flow);

/// "113 cells, 12 x 12".
[[nodiscard]] std::string text_of(const ObstacleCells& cells, int dimensions);

/// What is to be said of an obstacle that is too thin for the grid; empty if it is not.
[[nodiscard]] std::string thin_warning(const ObstacleSection& section, const ObstacleCells& cells,
                                       int dimensions);

}  // namespace tobiuo
