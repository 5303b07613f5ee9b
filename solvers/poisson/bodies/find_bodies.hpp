// SPDX-License-Identifier: BSD-3-Clause
// Which unknowns of a problem lie in bodies, and which beside them.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/poisson/body_solver.hpp>

#include "kernels/walls/closed_cells.hpp"

namespace tobiuo::poisson {

struct FoundBodies {
    std::vector<walls::SurfaceCell> surface;
    std::vector<walls::HeldCell> inside;
    std::vector<int> body_of_inside;  ///< the position of the body of each among all
};

/// Finds them in arrays [z][y][x]; of several bodies around one unknown the first one counts. Throws
/// what Body::inside does.
[[nodiscard]] FoundBodies find_bodies(const Problem& problem, const std::vector<Body>& bodies);

/// Whether any of these unknowns is beside a conductor.
[[nodiscard]] bool touches_conductor(const std::vector<walls::SurfaceCell>& surface);

/// The most bytes of memory that a machine needs for ClosedCells with so many unknowns beside bodies, and
/// for a NearSolver of the problem.
[[nodiscard]] std::int64_t surface_bytes(const Problem& problem, std::int64_t beside);

}  // namespace tobiuo::poisson
