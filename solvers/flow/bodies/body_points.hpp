// SPDX-License-Identifier: BSD-3-Clause
// Which velocities and values of the scalar lie in bodies or beside their surfaces.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "kernels/flow/closing_items.hpp"
#include "kernels/flow/forcing_items.hpp"
#include "kernels/walls/closed_cells.hpp"
#include "solvers/cell_box.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// What obstacles force, in the order [z][y][x] of a slab, from its first plane on: what lies beside a
/// point may be beyond the slab.
struct BodyPoints {
    std::vector<ForcedPoint<double>> points;  ///< those that are forced, then those of `sheared`
    std::int64_t forced = 0;
    /// [quantity][obstacle] of the forced ones, the scalar last, if there is one; then the same of
    /// the others.
    std::vector<ForcedRange> ranges;
    std::vector<MirroredPoint<double>> mirrors;
    std::vector<std::int64_t> faces;  ///< of closed bodies, among the points
    /// Beside several bodies a value is there several times: first all that come first, and so on.
    std::vector<ShearedPoint> sheared;
    std::vector<std::int64_t> turns;  ///< where those that come first, second ... end
    /// What closed bodies push through their faces in a unit of time, and that without signs.
    double displaced = 0.0;
    double moved = 0.0;
    std::vector<walls::SurfaceCell> surface;  ///< beside closed bodies
    /// Cells of closed bodies, those first that are beside others and in the slab; on one of several
    /// ranks also those of the planes beyond it that arrays have.
    std::vector<std::int64_t> cells;
    std::int64_t cells_beside_surface = 0;
    std::vector<CellBox> around;  ///< the cells that have the points of each obstacle, or none
};

/// Finds the velocities of a slab inside obstacles, the first of those that have a point, and the
/// first ones outside along some axis, whose next one away from the surface lies outside, too, and
/// is no first one. Of several axes the one is taken along which the surface is nearest. A velocity
/// on a face of the box is none of them, and so is one between two surfaces with no other between.
/// The scalar of obstacles that give it a value is found in the same way; of others the values inside
/// are found that have one outside beside them.
///
/// Flux      goes through the faces of cells between inside and outside, each by as much as the
///           surface faces the same way: its direction is that from what is inside to what is
///           outside within two cells, so that what an oblique surface gives is right to some percent.
///
/// Closed    bodies are the cells whose centres are inside. Velocities through their faces and those
/// between two of their cells are forced, and so are their cells, where they have a value of the
/// scalar; beside them velocities along their faces, and cells, are sheared.
///
/// Throws what Obstacle::inside and Obstacle::velocity do.
///
/// Surface   where Obstacle::inside changes along the axis, to 2^-40 of the distance between two
///           velocities.
/// Within    obstacles are looked for in these cells of the box only; closed ones need all.
[[nodiscard]] BodyPoints find_body_points(const Problem& problem, const Slab& slab,
                                          const std::optional<CellBox>& within = {});

/// The same of obstacles that have moved by a few cells at most since the points of each were in cells
/// `around`, of the slab: looks near those only, and in the whole box where one of them had no points, has
/// none, or has come to the end of what was looked at. Collective; what it throws, all ranks throw, others
/// as std::runtime_error with the same text.
[[nodiscard]] BodyPoints find_moved_points(const Problem& problem, const Placement& placement,
                                           const std::vector<CellBox>& around);

/// Sums over the values inside one obstacle: of each quantity a rate times volume, and that times x, y
/// and z.
using BodySums = std::array<std::array<double, 4>, quantities>;

/// How an obstacle moves: what fluid that moves with it gains of momentum, and how fast it is.
struct BodyMotion {
    BodySums step{};  ///< gained while the obstacle became what it is
    BodySums rate{};  ///< in a unit of time, for it is carried to where the velocity is another one
    double largest_rate = 0.0;  ///< of |u| / dx + |v| / dy + |w| / dz
};

/// The motion of each obstacle of the problem, whose points in the slab were found, since it was that of
/// `before`.
/// Collective, and throws as find_moved_points() does.
[[nodiscard]] std::vector<BodyMotion> motion_of_bodies(const Problem& problem,
                                                       const std::vector<Obstacle>& before,
                                                       const Placement& placement,
                                                       const BodyPoints& found);

}  // namespace tobiuo::flow
