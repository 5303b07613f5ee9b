// SPDX-License-Identifier: BSD-3-Clause
// The walls of a poisson case that change their kind over a face.
#pragma once

#include <cstdint>
#include <vector>

#include <tobiuo/poisson/mixed_solver.hpp>

#include "app/case/poisson/poisson_case.hpp"
#include "app/errors.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo {

/// Whether a wall of the case changes its kind.
[[nodiscard]] bool has_mixed_walls(const PoissonCase& poisson);

/// Where the case says so first.
[[nodiscard]] Position mixed_at(const PoissonCase& poisson);

/// Throws InputError if a wall of the case changes its kind: several ranks do not solve that.
void refuse_mixed_on_ranks(const PoissonCase& poisson);

/// What may be left of the values on mixed walls.
[[nodiscard]] double mixed_tolerance_of(const PoissonCase& poisson);

/// A mixed wall by its points, and the values of u at them, 0 where it is Neumann's.
struct CaseMixedWall {
    poisson::MixedWall wall;
    std::vector<double> values;
};

/// The mixed walls of a case. Throws InputError if an expression is not finite somewhere, or a wall is
/// Dirichlet's nowhere.
[[nodiscard]] std::vector<CaseMixedWall> mixed_walls_of(const PoissonCase& poisson);

/// The boundary values without those on Dirichlet parts, which are no slopes.
[[nodiscard]] poisson::FaceValues without_dirichlet_parts(const poisson::Problem& problem,
                                                          poisson::FaceValues faces,
                                                          const std::vector<CaseMixedWall>& walls);

/// The places of unknowns beside Dirichlet parts, whose equations are not those of the box, in ascending
/// order.
[[nodiscard]] std::vector<std::int64_t> beside_mixed_walls(const poisson::Problem& problem,
                                                           const std::vector<CaseMixedWall>& walls);

/// Adds to f what the values of u on mixed walls bring to the right-hand side beside them, about, for norms.
template <typename Real>
void add_mixed_walls(const poisson::Problem& problem, const std::vector<CaseMixedWall>& walls,
                     std::vector<Real>& f);

/// Bytes that mixed walls take on the host and where the arrays are; 0 without any.
[[nodiscard]] std::int64_t mixed_bytes(const PoissonCase& poisson);

}  // namespace tobiuo
