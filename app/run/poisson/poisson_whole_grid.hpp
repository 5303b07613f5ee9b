// Between the unknowns of a problem and all the values of its grid.
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

/// The values of nodes that lie on Dirichlet ends: [axis][0: lower, 1: upper], each for all the nodes
/// of that face of the grid, [slower][faster]; empty where there are no such nodes, or zero.
using WallNodes = std::array<std::array<std::vector<double>, 2>, 3>;

/// True if the grid has values at this end which are known: nodes with a Dirichlet condition.
[[nodiscard]] bool has_wall_nodes(const poisson::Problem& problem, int axis, int end);

/// `value` at the nodes of one such face. Throws poisson::NotFinite.
[[nodiscard]] std::vector<double> sample_wall(const Expression& value, const Grid& grid, int axis,
                                              int end);

/// A place where a field on the nodes of a periodic axis does not end as it begins.
struct Unrepeated {
    std::size_t axis{};
    std::array<std::int64_t, 3> index{};  ///< of the first of both nodes
    double first{};
    double last{};
};

/// The first such place in `whole`, where both values differ by more than `most`; axis by axis.
[[nodiscard]] std::optional<Unrepeated> first_unrepeated(const poisson::Problem& problem,
                                                         std::span<const double> whole,
                                                         double most);

/// The unknowns, [z][y][x], of values of the whole grid.
[[nodiscard]] std::vector<double> unknowns_of(const poisson::Problem& problem,
                                              std::span<const double> whole);

/// The values of the whole grid: unknowns, walls (where two meet, those of the later axis), and at
/// the last node of a periodic axis those of its first.
template <typename Real>
[[nodiscard]] std::vector<Real> whole_grid(const poisson::Problem& problem,
                                           std::span<const Real> unknowns, const WallNodes& walls);

}  // namespace tobiuo
