// Copies between the unknowns of a problem and all values of its grid.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The values of nodes on Dirichlet ends: [axis][0: lower, 1: upper], each with all nodes of that
/// face of the grid, [slower][faster], rounded to the precision of the case; empty if there are no
/// such nodes.
using WallNodes = std::array<std::array<std::vector<double>, 2>, 3>;

/// Whether the grid has known values at this end: nodes with a Dirichlet condition.
[[nodiscard]] bool has_wall_nodes(const poisson::Problem& problem, int axis, int end);

/// `value` at the nodes of one face. Throws poisson::NotFinite.
[[nodiscard]] std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis,
                                              int end);

/// Copies the unknowns of some planes of z, [z][y][x], from these planes of the whole grid.
void copy_unknowns(const poisson::Problem& problem, std::span<const double> whole,
                   std::span<double> unknowns);

/// Reads planes of unknowns from the planes of the whole grid that `whole` reads.
[[nodiscard]] poisson::PlaneReader unknown_planes(const poisson::Problem& problem,
                                                  poisson::PlaneReader whole);

/// Reads planes of the whole grid: what `unknowns` reads, walls (where two meet, those of the later
/// axis), and at the last node of a periodic axis the values of its first node. `walls` must
/// outlive the reader.
[[nodiscard]] poisson::PlaneReader whole_planes(const poisson::Problem& problem,
                                                poisson::PlaneReader unknowns,
                                                const WallNodes& walls);

}  // namespace tobiuo
