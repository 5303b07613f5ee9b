// Copies between the unknowns of a problem and all values of its grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {

/// The values of nodes on Dirichlet ends: [axis][0: lower, 1: upper], each with all nodes of that
/// face of the grid, [slower][faster]; empty if there are no such nodes or all are zero.
using WallNodes = std::array<std::array<std::vector<double>, 2>, 3>;

/// Whether the grid has known values at this end: nodes with a Dirichlet condition.
[[nodiscard]] bool has_wall_nodes(const poisson::Problem& problem, int axis, int end);

/// `value` at the nodes of one face. Throws poisson::NotFinite.
[[nodiscard]] std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis,
                                              int end);

/// A place where a field on the nodes of a periodic axis has different values at both ends.
struct Unrepeated {
    std::size_t axis{};
    std::array<std::int64_t, 3> index{};  ///< index of the first of both nodes
    double first{};
    double last{};
};

/// The first such place in `whole` where both values differ by more than `most`; axes are searched
/// in order.
[[nodiscard]] std::optional<Unrepeated> first_unrepeated(const poisson::Problem& problem,
                                                         std::span<const double> whole,
                                                         double most);

/// Copies the unknowns, [z][y][x], among the values of the whole grid.
void copy_unknowns(const poisson::Problem& problem, std::span<const double> whole,
                   std::span<double> unknowns);

/// The same in an array of their own.
[[nodiscard]] std::vector<double> unknowns_of(const poisson::Problem& problem,
                                              std::span<const double> whole);

/// The values of the whole grid: unknowns, walls (where two meet, those of the later axis), and at
/// the last node of a periodic axis the values of its first node.
template <typename Real>
[[nodiscard]] std::vector<Real> whole_grid(const poisson::Problem& problem,
                                           std::span<const Real> unknowns, const WallNodes& walls);

}  // namespace tobiuo
