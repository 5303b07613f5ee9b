// SPDX-License-Identifier: BSD-3-Clause
// What the solvers share that take several solves of a box: with bodies, a coefficient, mixed walls.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include <tobiuo/poisson/solver.hpp>

#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/walls/given_walls.hpp"

namespace tobiuo::poisson {

/// Conjugate gradients around solves of a box, in words and in what they take.
struct AroundBox {
    std::string given;         ///< begins sentences: "bodies are", "a coefficient is"
    std::string with_rho;      ///< why rho is refused, and what to do
    bool takes_robin = true;   ///< ends of the box
    bool takes_units = false;  ///< lengths far from one, whose squares leave the precision's range
};

/// The reason why a box is not solved so, as one sentence with the cure: that of Solver, a batch, arrays
/// that are copied for each solve, a lambda above 0, an open end, a rho, another operator.
[[nodiscard]] std::optional<std::string> unsupported_around_box(const Problem& problem,
                                                                const SolverOptions& options,
                                                                const AroundBox& around);

/// The fault of a tolerance, which is a part of `whole`; `name` is what it is the tolerance of.
[[nodiscard]] std::optional<std::string> tolerance_fault(double tolerance, const std::string& name,
                                                         const std::string& whole);

/// The solver of the box: `options` without those that are refused.
[[nodiscard]] SolverOptions options_of_box(const SolverOptions& options);

/// The checked walls of a solve, whose arrays it also checks. Throws std::invalid_argument.
template <typename T>
[[nodiscard]] walls::GivenFaces<T> checked_walls(const Problem& problem, Backend backend,
                                                 const T* f, const Walls<T>& walls, const T* u)
{
    if (f == u) {
        throw std::invalid_argument{
            "f and u are the same array (such a solve reads f twice): give two"};
    }
    constexpr std::size_t alignment_on_device = 16;
    validate_arrays(f, u, points(problem),
                    backend == Backend::cuda ? alignment_on_device : alignof(T));
    walls::GivenFaces<T> given = given_walls(problem, walls);
    validate_walls(problem, given, u);
    return given;
}

}  // namespace tobiuo::poisson
