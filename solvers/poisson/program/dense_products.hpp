// SPDX-License-Identifier: BSD-3-Clause
// The dense axes of a problem in a program for a device: products before all other steps and after them.
#pragma once

#include <vector>

#include "solvers/poisson/axis/given_modes.hpp"
#include "solvers/poisson/dense/dense_modes.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/program/solve_program.hpp"

namespace tobiuo::poisson {

/// A dense axis with its modes.
struct DenseAxis {
    int axis{};
    DenseModes modes;
};

/// The dense axes of a valid problem, at most two. On paper their eigenvalues are any that are not
/// positive, and there are no matrices: these take time.
[[nodiscard]] std::vector<DenseAxis> dense_axes(const Problem& problem, bool on_paper);

/// The modes that the products of the axes give.
[[nodiscard]] GivenModes given_modes(const std::vector<DenseAxis>& axes);

/// Adds products with the modes of the axes to a program that solves for them.
void add_products(SolveProgram& program, const Problem& problem, std::vector<DenseAxis> axes);

}  // namespace tobiuo::poisson
