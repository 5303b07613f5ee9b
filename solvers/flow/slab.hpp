// SPDX-License-Identifier: BSD-3-Clause
// The planes of z of a flow that one of several ranks has.
#pragma once

#include <cstdint>
#include <optional>

#include <tobiuo/communicator.hpp>
#include <tobiuo/flow/problem.hpp>

namespace tobiuo::flow {

/// Planes of a copy of what a neighbour has, beyond the lower and the upper end of a slab: a stage
/// needs one of the velocity and of the scalar, and of the impulse those by whose differences the
/// velocities in them are corrected.
inline constexpr std::int64_t planes_below = 1;
inline constexpr std::int64_t planes_above = 2;

/// The fewest planes of a rank: all that are copied come from one neighbour.
inline constexpr std::int64_t fewest_planes = planes_above;

/// Neighbouring planes of a box.
struct Slab {
    std::int64_t first = 0;
    std::int64_t count = 0;
    bool joined[2] = {};  ///< as Box has it

    [[nodiscard]] bool is_joined() const { return joined[0] || joined[1]; }
};

/// Where a flow is computed: by one rank, or the slab of one of several.
struct Placement {
    const Communicator* ranks = nullptr;  ///< null for one rank
    Slab slab;
};

/// All planes on one rank.
[[nodiscard]] Placement whole(const Problem& problem);

/// The slab of this rank, the same planes as poisson::planes_of_rank() has for the projection. One
/// rank has all. The problem is one that distributed_unsupported_reason() has nothing against.
[[nodiscard]] Placement on_rank(const Problem& problem, const Communicator& ranks);

/// The rank whose planes go on below (0) or above (1) the slab; round the end of a period, two ranks
/// are neighbours twice.
[[nodiscard]] std::optional<int> neighbour(const Placement& placement, int end);

/// The velocities in each plane, and in the slab.
[[nodiscard]] std::int64_t plane_points(const Problem& problem);
[[nodiscard]] inline std::int64_t points(const Problem& problem, const Slab& slab)
{
    return plane_points(problem) * slab.count;
}

}  // namespace tobiuo::flow
