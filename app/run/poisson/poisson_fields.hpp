// SPDX-License-Identifier: BSD-3-Clause
// The fields that a poisson run writes, as planes that are computed when they are written.
#pragma once

#include "app/case/case.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_solve.hpp"

namespace tobiuo {

/// The fields that the case writes or pictures, on the whole grid; on several ranks they read own
/// planes of it (grid_planes()), and on nodes the next one. `offset` is what
/// PoissonSolve::error() found between the solution and the exact one. `solve` and `input` must
/// outlive them. Collective.
template <typename Real>
[[nodiscard]] PoissonFields fields_of(const Case& the_case, const poisson::Problem& problem,
                                      const PoissonSolve<Real>& solve, const PoissonInput& input,
                                      double offset);

}  // namespace tobiuo
