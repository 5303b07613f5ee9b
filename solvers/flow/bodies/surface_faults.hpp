// SPDX-License-Identifier: BSD-3-Clause
// What keeps triangles from being the surface of a body.
#pragma once

#include <cstdint>
#include <span>

#include "solvers/flow/bodies/triangle.hpp"

namespace tobiuo::flow {

/// Numbers of edges are those of pairs of corners; corners at the same place are one.
struct SurfaceFaults {
    std::int64_t flat = 0;       ///< triangles with two equal corners, whose edges do not count
    std::int64_t open = 0;       ///< edges of one triangle
    std::int64_t holes = 0;      ///< sets of connected open edges
    std::int64_t branching = 0;  ///< edges of three triangles, of five and so on
    std::int64_t turned = 0;     ///< edges of an even number that do not run along them in pairs
                                 ///< of opposite directions

    /// Whether the surface has an inside.
    [[nodiscard]] bool is_closed() const { return open == 0 && branching == 0; }
};

/// Finds the faults of at most 2^29 triangles; takes 132 bytes for each besides. Throws
/// std::length_error if there are more.
[[nodiscard]] SurfaceFaults find_faults(std::span<const Triangle> triangles);

}  // namespace tobiuo::flow
