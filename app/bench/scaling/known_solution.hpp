// Poisson problems with a right-hand side whose discrete solution is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/bench/poisson/bench_problem.hpp"
#include "app/bench/scaling/separable_field.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::scaling_bench {

/// A product of modes, one of each axis, of the second-order operator on cells.
struct KnownSolution {
    poisson::Problem problem;
    SeparableField<double> f;
    double eigenvalue{};  ///< u = f / eigenvalue
};

/// The problem of boxes of cubic cells whose width makes the lowest eigenvalue that is not zero
/// -1: solutions of solutions then stay in the range of numbers. `lengths`: z, y, x.
[[nodiscard]] KnownSolution known_solution(const std::vector<std::int64_t>& lengths,
                                           const poisson_bench::Boundary& boundary,
                                           Precision precision);

/// The bound of the error of such a solution relative to its largest value: a line of n rows is
/// solved by sums over all of them, each of which rounds.
[[nodiscard]] double solution_tolerance(const std::vector<std::int64_t>& lengths,
                                        Precision precision);

}  // namespace tobiuo::scaling_bench
