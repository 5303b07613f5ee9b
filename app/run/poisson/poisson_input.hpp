// The arrays of a poisson case: right-hand side, boundary values, exact solution.
#pragma once

#include <vector>

#include "app/case/poisson_case.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "solvers/poisson/boundary_values.hpp"

namespace tobiuo {

struct PoissonInput {
    std::vector<double> f;      ///< all values of the grid, [z][y][x]
    std::vector<double> exact;  ///< the same; empty if the case has none
    poisson::FaceValues faces;
    WallNodes walls;
};

/// Evaluates the expressions and reads the files. Throws InputError at the place of an expression
/// that is not finite somewhere, of a file that cannot be read, lacks the field, or has other values
/// than the case's grid.
[[nodiscard]] PoissonInput read_input(const PoissonCase& poisson);

/// True if a wall may hold another value than 0: an expression of x, y or z counts, whatever it
/// gives.
[[nodiscard]] bool has_boundary_values(const PoissonCase& poisson);

}  // namespace tobiuo
