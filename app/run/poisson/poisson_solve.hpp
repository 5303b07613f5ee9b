// One system of equations of a poisson case: planned, solved, checked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/case/poisson_case.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/poisson_engine.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "kernels/memory/host_array.hpp"
#include "solvers/poisson/boundary_values.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/residual.hpp"

namespace tobiuo {

/// In the precision Real of the case; arrays are of unknowns, [z][y][x].
///
///     PoissonSolve<double> solve{poisson, input, place};
///     solve.time_and_wait();      // as often as wanted: always from the same right-hand side
///     solve.fetch_and_wait();
///     solve.check();
///     solve.add_boundary_share();
template <typename Real>
class PoissonSolve {
public:
    /// Throws InputError where lambda or the boundary values make the problem unsolvable,
    /// device::DeviceError.
    PoissonSolve(const PoissonCase& poisson, const PoissonInput& input,
                 const PoissonPlace& place = {});

    /// Seconds of one solve.
    [[nodiscard]] double time_and_wait() { return engine_->time_and_wait(); }

    /// Brings the last solution to the host; what follows is about it.
    void fetch_and_wait() { solved_ = engine_->fetch_and_wait(); }

    /// Computes the residual of the solution with zeros on the walls.
    [[nodiscard]] poisson::Residual check();
    /// Nothing unless the problem has a null space.
    [[nodiscard]] std::optional<Balance> balance() const;
    void add_boundary_share();

    [[nodiscard]] const PoissonEngine<Real>& engine() const { return *engine_; }
    [[nodiscard]] std::span<const Real> solution() const { return {u_.data(), u_.size()}; }
    /// Empty before check().
    [[nodiscard]] std::span<const Real> residual() const { return residual_; }

private:
    poisson::Problem problem_;
    std::unique_ptr<PoissonEngine<Real>> engine_;
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
