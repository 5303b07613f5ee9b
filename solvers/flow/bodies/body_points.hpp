// Which velocities and values of the scalar lie in bodies or beside their surfaces.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// A velocity or a value of the scalar that a body forces, in the order [z][y][x] of a slab, from its
/// first plane on: `next` may be one beyond it. As ForcedPoint has them.
struct BodyPoint {
    std::int64_t at{};
    std::int64_t next{};
    double value{};
    double part{};
};

/// Those of a quantity that one obstacle forces.
struct BodyRange {
    std::int64_t begin{};
    std::int64_t end{};
    int obstacle{};
    int quantity{};
};

/// A value of the scalar inside an obstacle that does not force it, beside others outside; as
/// MirroredPoint has them.
struct BodyMirror {
    std::int64_t at{};
    std::array<std::int64_t, 6> outside{};
    std::array<double, 6> weights{};
    int count{};
    double added{};
};

struct BodyPoints {
    std::vector<BodyPoint> points;
    std::vector<BodyRange> ranges;  ///< [quantity][obstacle]; the scalar last, if there is one
    std::vector<BodyMirror> mirrors;
};

/// Finds the velocities of a slab inside obstacles, the first of those that have a point, and the
/// first ones outside along some axis, whose next one away from the surface lies outside, too, and
/// is no first one. Of several axes the one is taken along which the surface is nearest. A velocity
/// on a face of the box is none of them, and so is one between two surfaces with no other between.
/// Likewise the scalar of obstacles that give it a value; of others the values inside that have one
/// outside beside them.
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
