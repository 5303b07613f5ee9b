// SPDX-License-Identifier: BSD-3-Clause
// The obstacles of a flow case, as functions and in numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/run/bodies/body_cells.hpp"
#include "app/run/bodies/body_faces.hpp"
#include "app/run/bodies/solid_cells.hpp"
#include "app/run/flow/flow_faces.hpp"

namespace tobiuo {

/// The obstacle of the section, for a problem of so many dimensions, at the time of the section. Throws
/// InputError if a file cannot be read; the velocity of the obstacle throws it where it is not finite.
[[nodiscard]] flow::Obstacle obstacle_of(const ObstacleSection& section, int dimensions);

/// Gives further scalars what the obstacles of the case give them.
void put_scalars_on_obstacles(const FlowCase& flow, flow::Problem& problem);

/// Whether an obstacle of the case moves.
[[nodiscard]] bool obstacles_move(const FlowCase& flow);

/// The obstacles of a problem of the case, of which those that move are as at this time.
[[nodiscard]] std::vector<flow::Obstacle> obstacles_at(const FlowCase& flow,
                                                       std::vector<flow::Obstacle> obstacles,
                                                       double time);

/// "at t = 1.5, ": how a sentence about obstacles at a time begins.
[[nodiscard]] std::string at_time_text(double time);

/// Which cells are in which of them at this time. Throws InputError for an expression that is not
/// finite somewhere.
[[nodiscard]] SolidCells solid_cells_at(const FlowCase& flow,
                                        const std::vector<flow::Obstacle>& obstacles, double time);

/// What is found about the obstacles of a case before its start.
struct FoundObstacles {
    std::vector<BodyCells> all;
    std::int64_t beside = 0;  ///< see count_beside()
    std::shared_ptr<const SolidCells> solid = std::make_shared<const SolidCells>();
    std::string gap;                    ///< the narrowest gap, if it is narrow
    std::vector<std::string> warnings;  ///< about the fluid that they leave
};

/// Finds the cells of each obstacle of the case, which `problem` has, and the fluid between them.
/// Throws InputError for an expression that is not finite at some centre, an obstacle with no cell,
/// obstacles that leave none, one that lies in an inflow or an outflow, and obstacles that keep an
/// inflow from all outflows.
[[nodiscard]] FoundObstacles find_obstacles(const FlowCase& flow, const flow::Problem& problem,
                                            const FlowFaces& faces);

/// Looks for obstacles that move at some times from 0 to `until` in advance, and counts the most cells of
/// each in the case, which has those of time 0. Throws as find_obstacles() does, with the time.
void look_at_obstacles_until(FlowCase& flow, const flow::Problem& problem, const FlowFaces& faces,
                             double until);

/// The surfaces of the obstacles of a problem whose cells were found.
[[nodiscard]] std::optional<BodyFaces> find_obstacle_faces(const flow::Problem& problem,
                                                           const SolidCells& solid, int dimensions);

/// About the values that obstacles force, whose cells have been counted.
[[nodiscard]] std::int64_t forced_values(const FlowCase& flow);

/// What is to be said of an obstacle that is too thin for the grid; empty if it is not.
[[nodiscard]] std::string thin_warning(const ObstacleSection& section, const BodyCells& cells,
                                       int dimensions);

}  // namespace tobiuo
