// One system of equations of a poisson case: planned, solved, checked.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/case/poisson_case.hpp"
#include "app/command/poisson_input.hpp"
#include "app/output/poisson_report.hpp"
#include "kernels/fft/host_plan.hpp"
#include "kernels/memory/host_array.hpp"
#include "solvers/poisson/boundary_values.hpp"
#include "solvers/poisson/host_solver.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo {

/// In the precision Real of the case; arrays are of unknowns, [z][y][x].
///
///     PoissonSolve<double> solve{poisson, input, fft::Effort::measure};
///     solve.time_once();          // as often as wanted: always from the same right-hand side
///     solve.check();
///     solve.add_boundary_share();
template <typename Real>
class PoissonSolve {
public:
    /// Throws InputError where lambda or the boundary values make the problem unsolvable.
    PoissonSolve(const PoissonCase& poisson, const PoissonInput& input, fft::Effort effort);

    /// Seconds of one solve.
    [[nodiscard]] double time_once();

    /// Computes the residual of the solution with zeros on the walls.
    [[nodiscard]] poisson::Residual check();
    /// Nothing unless the problem has a null space.
    [[nodiscard]] std::optional<Balance> balance() const;
    void add_boundary_share();

    /// What HostSolver says of its plan.
    [[nodiscard]] std::string describe() const { return solver_.describe(); }
    [[nodiscard]] std::span<const Real> solution() const { return {u_.data(), u_.size()}; }
    /// Empty before check().
    [[nodiscard]] std::span<const Real> residual() const { return residual_; }

private:
    poisson::Problem problem_;
    poisson::HostSolver solver_;
    poisson::BoundaryLift lift_;
    memory::HostArray<Real> f_;  ///< less what the boundary values contribute
    memory::HostArray<Real> u_;
    std::vector<Real> residual_;
    poisson::Solved solved_;
};

extern template class PoissonSolve<float>;
extern template class PoissonSolve<double>;

/// Compares `solution` with the exact one; `offset` becomes what is subtracted from their
/// difference, the mean of it where a constant is free.
template <typename Real>
[[nodiscard]] ErrorCheck error_of(const poisson::Problem& problem, std::span<const Real> solution,
                                  std::span<const double> exact, double& offset);

}  // namespace tobiuo
