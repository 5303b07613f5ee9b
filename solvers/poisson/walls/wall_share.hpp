// SPDX-License-Identifier: BSD-3-Clause
// The contribution of the walls to a spectral solution, which a second solver computes.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/poisson/solver.hpp>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

[[nodiscard]] inline bool has_walls(const Problem& problem)
{
    return std::ranges::any_of(
        problem.sides, [](const Sides& sides) { return sides.lower != Condition::periodic; });
}

/// The problem whose operator includes the walls. The spectral operator has no stencil; the part of
/// u that walls cause is smooth inside the box, so that the fourth-order operator suffices for it.
[[nodiscard]] inline Problem problem_at_walls(Problem problem)
{
    problem.op = problem.op == Operator::spectral ? Operator::fourth_order : problem.op;
    return problem;
}

/// The solver of problem_at_walls(), besides that of a spectral problem.
template <typename AnySolver>
class WallShareSolver {
public:
    /// make(problem) returns a solver. There is none if the spectral problem has no walls, if all
    /// walls will be zero, or if the fourth-order operator cannot solve the problem because it has
    /// too few unknowns or lambda is one of this operator's eigenvalues.
    template <typename Make>
    WallShareSolver(const Problem& problem, const SolverOptions& options, const Make& make)
    {
        if (problem.op != Operator::spectral || !has_walls(problem)) {
            return;
        }
        if (options.zero_walls) {
            refusal_ =
                "the solver was made for walls at zero (option zero_walls) and is given "
                "others: make it without this option";
            return;
        }
        try {
            solver_.emplace(make(problem_at_walls(problem)));
        } catch (const std::invalid_argument& error) {
            refusal_ = error.what();
        }
    }

    [[nodiscard]] explicit operator bool() const { return solver_.has_value(); }

    /// Throws std::invalid_argument if there is no such solver.
    [[nodiscard]] const AnySolver& get() const
    {
        if (!solver_) {
            throw std::invalid_argument{refusal_};
        }
        return *solver_;
    }

private:
    std::optional<AnySolver> solver_;
    std::string refusal_;
};

}  // namespace tobiuo::poisson
