// SPDX-License-Identifier: BSD-3-Clause
// What a poisson case gives: right-hand side, boundary values, exact solution.
#pragma once

#include <optional>

#include "app/case/poisson/poisson_case.hpp"
#include "app/run/place.hpp"
#include "app/run/poisson/poisson_field.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo {

struct PoissonInput {
    CaseField source;                      ///< not checked, because it is read once for a solve
    std::optional<CaseField> exact;        ///< nothing if the case has none
    std::optional<CaseField> coefficient;  ///< to be written; nothing if the case has none
    poisson::FaceValues faces;
    WallNodes walls;
};

/// Evaluates the boundary values of whole faces, opens the files and checks the exact solution, of
/// which each rank of the place reads its planes, unless PoissonSolve::check_exact() checks it on a
/// device. Throws InputError, as CaseField does. Collective.
[[nodiscard]] PoissonInput read_input(const PoissonCase& poisson, const Place& place = {});

/// Whether a wall may have a value other than 0: an expression in x, y or z counts, whatever its
/// values are.
[[nodiscard]] bool has_boundary_values(const PoissonCase& poisson);

}  // namespace tobiuo
