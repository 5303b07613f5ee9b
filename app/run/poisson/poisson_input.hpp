// The arrays of a poisson case: right-hand side, boundary values, exact solution.
#pragma once

#include <vector>

#include "app/case/poisson_case.hpp"
#include "app/run/poisson/poisson_whole_grid.hpp"
#include "solvers/poisson/walls/boundary_values.hpp"

namespace tobiuo {

struct PoissonInput {
    std::vector<double> f;      ///< all values of the grid, [z][y][x]
    std::vector<double> exact;  ///< all values of the grid; empty if the case has none
    poisson::FaceValues faces;
    WallNodes walls;
};

/// Evaluates the expressions and reads the files. Throws InputError at the position of an
/// expression that is not finite somewhere, or of a file that cannot be read, lacks the field, or
/// has another number of values than the case's grid.
[[nodiscard]] PoissonInput read_input(const PoissonCase& poisson);

/// Whether a wall may have a value other than 0: an expression in x, y or z counts, whatever its
/// values are.
[[nodiscard]] bool has_boundary_values(const PoissonCase& poisson);

}  // namespace tobiuo
