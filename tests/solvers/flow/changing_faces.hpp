// SPDX-License-Identifier: BSD-3-Clause
// Flows through faces that change with time.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

/// A problem whose faces are those of a time.
using ProblemAt = std::function<Problem(double time)>;

/// The faces at the ends of the stages of a step from time `begin`.
[[nodiscard]] inline std::array<FaceValues, 3> faces_of_step(const ProblemAt& problem, double begin,
                                                             double time_step)
{
    const auto end = [&](std::size_t stage) {
        return face_values(problem(begin + stage_ends.at(stage) * time_step));
    };
    return {end(0), end(1), end(2)};
}

/// Takes `steps` steps from time `from` to `until`.
inline void advance(Solver& solver, const ProblemAt& problem, double from, double until, int steps)
{
    const double time_step = (until - from) / steps;
    for (int step = 0; step < steps; ++step) {
        solver.step(time_step, faces_of_step(problem, from + step * time_step, time_step));
    }
}

/// The profiles of the problem where they lie.
[[nodiscard]] inline FaceArrays arrays_in(const Problem& problem)
{
    FaceArrays arrays{.entering = outflow_speed(problem)};  // through an area of 1
    const auto of = [](const std::vector<double>& profile) {
        return profile.empty() ? nullptr : profile.data();
    };
    for (std::size_t face = 0; face < 6; ++face) {
        for (std::size_t component = 0; component < 3; ++component) {
            arrays.velocity.at(face).at(component) =
                of(face_of(problem, static_cast<int>(face)).profile.at(component));
        }
        arrays.scalar.at(face) =
            problem.scalar ? of(problem.scalar->faces.at(face).profile) : nullptr;
    }
    return arrays;
}

inline constexpr double stokes_viscosity = 0.05;

/// The layer at a plate that oscillates, up to a wall that moves with it.
///
/// Source    G. G. Stokes, Trans. Camb. Phil. Soc. 9, 8 (1851).
[[nodiscard]] inline Component stokes_layer(double time)
{
    constexpr double frequency = 2.0;
    const double rate = std::sqrt(frequency / (2.0 * stokes_viscosity));
    return [=](double, double y, double) {
        return std::exp(-rate * y) * std::cos(frequency * time - rate * y);
    };
}

/// The same between y = 0 and 1 in `n` cells.
[[nodiscard]] inline Problem stokes_problem(int n, double time)
{
    Problem problem{.grid = box({2, n, 2}, {1.0, 1.0, 1.0}), .viscosity = stokes_viscosity};
    problem.faces[1] = both(FaceKind::no_slip);
    problem.faces[1].lower.profile[0].assign(4, stokes_layer(time)(0.0, 0.0, 0.0));
    problem.faces[1].upper.profile[0].assign(4, stokes_layer(time)(0.0, 1.0, 0.0));
    return problem;
}

/// The largest error of the velocity along the plate at time 1.
[[nodiscard]] inline double stokes_error_at_1(const Solver& solver)
{
    return largest_difference(velocity_of<double>(solver).u,
                              sampled<double>(solver.problem(), 0, stokes_layer(1.0)));
}

}  // namespace tobiuo::flow
