// A Poisson or Helmholtz problem on a box: grid, boundary conditions, operator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "kernels/precision.hpp"
#include "solvers/grid.hpp"

namespace tobiuo::poisson {

enum class Condition { periodic, dirichlet, neumann };

/// The conditions at the two ends of an axis: both periodic or neither.
struct Sides {
    Condition lower = Condition::periodic;
    Condition upper = Condition::periodic;

    [[nodiscard]] bool operator==(const Sides&) const = default;
};

/// How the Laplacian is discretised along uniform axes, with the eigenvalues of a mode of wave
/// number k at spacing h.
enum class Operator {
    second_order,  ///< three points: a = -(2 sin(k h / 2) / h)^2
    fourth_order,  ///< five points: a (1 - a h^2 / 12)
    spectral       ///< -k^2
};

/// laplacian(u) + lambda u = f on a box.
///
/// An axis of one periodic cell is absent: nothing changes along it, and that is how one- and
/// two-dimensional problems are written. At most one axis is stretched; along it the operator is
/// the second-order one of finite volumes (cells) or finite differences (nodes).
struct Problem {
    Grid grid;
    std::array<Sides, 3> sides;  ///< x, y, z
    Operator op = Operator::second_order;
    double lambda = 0.0;
    Precision precision = Precision::fp64;
};

/// The values of an axis that are unknown: `count` of the grid's values from index `first` on.
/// On nodes a Dirichlet end is known, and the last node of a periodic axis is the first one again.
struct Unknowns {
    std::int64_t first{};
    std::int64_t count{};
};

/// Throws std::invalid_argument, one sentence: what is wrong, why, what to do. Wrong are: too few
/// cells for the conditions and the operator, a periodic axis on one side only, bounds or nodes
/// that do not increase or are not finite, cells whose squared length overflows, more than one
/// stretched axis, a stretched axis that is periodic, a lambda that is not finite. What follows is
/// for valid problems.
void validate(const Problem& problem);

[[nodiscard]] Unknowns unknowns(const Problem& problem, int axis);

/// One periodic cell: nothing changes along it.
[[nodiscard]] bool is_absent(const Problem& problem, int axis);

/// Axes but for absent ones at the end, at least one: those that a description speaks of.
[[nodiscard]] int described_axes(const Problem& problem);

/// Unknowns of all axes; arrays of them are [z][y][x], x contiguous.
[[nodiscard]] std::int64_t points(const Problem& problem);

/// Where unknown `index` of an axis sits.
[[nodiscard]] double position(const Problem& problem, int axis, std::int64_t index);

[[nodiscard]] std::optional<int> stretched_axis(const Problem& problem);

/// True if a constant solves the homogeneous problem: then f must have zero mean, and u is known
/// but for a constant.
[[nodiscard]] bool has_null_space(const Problem& problem);

/// Absent axes at the end are left out:
/// "poisson 256x128x128 cells, periodic x dirichlet x neumann-dirichlet, second-order, double"
[[nodiscard]] std::string describe(const Problem& problem);

}  // namespace tobiuo::poisson
