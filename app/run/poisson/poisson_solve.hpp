// SPDX-License-Identifier: BSD-3-Clause
// One system of equations of a poisson case: it is planned, solved and checked here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/watch.hpp>

#include "app/case/poisson/poisson_case.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/run/poisson/case_solver.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "app/run/poisson/poisson_coefficient.hpp"
#include "app/run/poisson/poisson_field.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "runtime/memory/host_array.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo {

template <typename Real>
class PoissonObserver;

/// Solves in the precision Real of the case; arrays are of unknowns, [z][y][x], on several ranks of
/// the planes of this one. All functions are then collective, but for those that are const.
///
///     PoissonSolve<double> solve{poisson, source, faces, place};
///     solve.time_and_wait();      // as often as wanted: always from the same right-hand side
///     solve.finish_and_wait();
///     solve.check();
///     solve.add_boundary_share();
template <typename Real>
class PoissonSolve {
public:
    /// Plans the solve on the ranks of `place` and reads the source, of which no copy is kept.
    /// Throws InputError if lambda or the boundary values make the problem unsolvable, or as
    /// CaseField::read_and_check() does, and device::DeviceError.
    PoissonSolve(const PoissonCase& poisson, CaseField source, const poisson::FaceValues& faces,
                 const Place& place = {});
    PoissonSolve(const PoissonSolve&) = delete;
    PoissonSolve& operator=(const PoissonSolve&) = delete;
    ~PoissonSolve();

    /// See CaseSolver::watch().
    void watch(const Watch& watch) { solver_->watch(watch); }

    /// Solves and returns the seconds that the solve took. Throws InputError if a solve with a
    /// coefficient takes too many iterations.
    [[nodiscard]] double time_and_wait();

    /// Throws InputError, as CaseField::read_and_check() does, if the exact solution of the case is not
    /// finite somewhere and is_evaluated_on_device(): read_input() has left that to this.
    void check_exact(const CaseField& exact);

    /// Waits for the last solve, to which the following functions refer. Copies its solution to the
    /// host, unless it is observed where it is.
    void finish_and_wait();
    /// Copies the solution, and f if it is wanted for residual(), to the host if they are not there.
    void fetch_and_wait(bool with_f = false);

    /// Computes the norms of the residual of the solution with zeros on the walls.
    [[nodiscard]] poisson::Residual check();
    /// The balance of a problem with a null space, which no conductor holds; nothing for other
    /// problems. Collective.
    [[nodiscard]] std::optional<Balance> balance() const;
    void add_boundary_share();
    /// Compares the solution, with the share of boundary values, with the exact one. `offset` is set to
    /// what is subtracted from their difference: its mean if the solution has a free constant. Norms
    /// are those outside of bodies. Collective.
    [[nodiscard]] ErrorCheck error(const CaseField& exact, double& offset);

    /// The unknowns in and beside bodies.
    [[nodiscard]] const BodyPlaces& bodies() const { return bodies_; }
    /// What the solve found of the bodies; nothing without any.
    [[nodiscard]] std::optional<BodiesSolved> bodies_solved() const;

    /// What the solve found of the coefficient; nothing without one.
    [[nodiscard]] std::optional<CoefficientSolved> coefficient_solved() const;

    /// What the solve found of walls that change their kind; nothing without any.
    [[nodiscard]] std::optional<MixedSolved> mixed_solved() const;

    [[nodiscard]] const CaseSolver<Real>& solver() const { return *solver_; }
    [[nodiscard]] const PoissonRanks& ranks() const { return ranks_; }
    /// The solution after fetch_and_wait(), or on the host after finish_and_wait().
    [[nodiscard]] std::span<const Real> solution() const { return {u_.data(), u_.size()}; }
    /// The residual that check() was about, computed when it is read; that of the spectral operator
    /// is in memory until forget_residual(). Collective; the reader reads own planes, by their
    /// index among those of all ranks.
    [[nodiscard]] poisson::PlaneReader residual() const;
    void forget_residual() { residual_ = std::vector<Real>{}; }

private:
    /// Subtracts the mean outside of bodies from values that are 0 in bodies, and returns it.
    double remove_mean_outside(std::span<Real> values) const;
    /// Calls `solve`; a solve that does not converge becomes an error about the case's coefficient.
    template <typename Solve>
    auto convergent(const Solve& solve) const;
    /// Fills f and has the solver take it.
    void load(CaseField source);
    [[nodiscard]] std::size_t own_points() const;
    [[nodiscard]] poisson::Residual check_in_unit();
    /// Whether nothing holds the constant part of u.
    [[nodiscard]] bool leaves_constant() const
    {
        return bodies_.leave_constant(problem_) && mixed_.empty();
    }
    [[nodiscard]] poisson::PlaneReader residual_in_unit() const;

    poisson::UnitOfLength unit_;
    poisson::Problem problem_;  ///< in this unit, as are f, the lift and what solved_ says
    PoissonRanks ranks_;
    BodyPlaces bodies_;
    std::vector<CaseMixedWall> mixed_;
    std::vector<std::int64_t> beside_mixed_;  ///< see beside_mixed_walls()
    Position coefficient_at_;
    std::unique_ptr<const CaseCoefficient<Real>> coefficient_;  ///< null without one
    double mean_outside_{};      ///< what was subtracted from f outside of bodies
    memory::HostArray<Real> f_;  ///< without the contribution of the boundary values
    memory::HostArray<Real> u_;
    std::unique_ptr<PoissonObserver<Real>> observer_;  ///< null where f_ and u_ are observed
    std::unique_ptr<CaseSolver<Real>> solver_;         ///< which may keep the arrays' pages locked
    poisson::BoundaryLift lift_;
    std::vector<Real> residual_;  ///< only where the problem has no stencil, or a coefficient
    poisson::Solved solved_;
};

extern template class PoissonSolve<float>;
extern template class PoissonSolve<double>;

/// Bytes of host memory that check() takes, on several ranks those of this one.
[[nodiscard]] std::int64_t check_bytes(const poisson::Problem& problem, const PoissonRanks& ranks);

/// Reads planes of `values`, on several ranks the own ones, by their index among those of all
/// ranks.
template <typename Real>
[[nodiscard]] poisson::PlaneReader own_planes(const poisson::Problem& problem,
                                              const PoissonRanks& ranks,
                                              std::span<const Real> values);

}  // namespace tobiuo
