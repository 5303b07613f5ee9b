// The fields that a poisson run writes, as planes that are computed when they are written.
#pragma once

#include "app/case/case.hpp"
#include "app/output/report/poisson_results.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_solve.hpp"

namespace tobiuo {

/// The fields that the case writes or pictures, on the whole grid. `offset` is what error_of()
/// found between the solution and the exact one. `solve` and `input` must outlive them.
template <typename Real>
[[nodiscard]] PoissonFields fields_of(const Case& the_case, const poisson::Problem& problem,
                                      const PoissonSolve<Real>& solve, const PoissonInput& input,
                                      double offset);

}  // namespace tobiuo
