// Which velocities and values of the scalar lie in bodies or beside their surfaces.
#pragma once

#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "kernels/flow/forcing_items.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// What obstacles force, in the order [z][y][x] of a slab, from its first plane on: what lies beside a
/// point may be beyond the slab.
struct BodyPoints {
    std::vector<ForcedPoint<double>> points;
    std::vector<ForcedRange> ranges;  ///< [quantity][obstacle]; the scalar last, if there is one
    std::vector<MirroredPoint<double>> mirrors;
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
/// Throws what Obstacle::inside and Obstacle::velocity do.
///
/// Surface   where Obstacle::inside changes along the axis, to 2^-40 of the distance between two
///           velocities.
[[nodiscard]] BodyPoints find_body_points(const Problem& problem, const Slab& slab);

}  // namespace tobiuo::flow
