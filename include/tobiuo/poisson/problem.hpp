// SPDX-License-Identifier: BSD-3-Clause
// A Poisson or Helmholtz problem on a box: grid, boundary conditions, operator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/grid.hpp>

namespace tobiuo::poisson {

enum class Condition {
    periodic,
    dirichlet,
    neumann,
    open,  ///< free space: the grid goes on without an end and without sources, and u decays
    robin  ///< a u + b du/dn is given, with the derivative along the outward normal
};

/// The factors of a Robin end, a u + b du/dn. Both have the same sign, so that the end takes from u as
/// a wall with a resistance does; with the other sign the operator may be singular.
struct Robin {
    double a = 1.0;
    double b = 1.0;  ///< in units of length if a has none

    [[nodiscard]] bool operator==(const Robin&) const = default;
};

/// The conditions at the two ends of an axis: both periodic or neither.
struct Sides {
    Condition lower = Condition::periodic;
    Condition upper = Condition::periodic;
    std::array<Robin, 2> robin = {};  ///< of the lower and the upper end, where they are Robin ends

    [[nodiscard]] bool operator==(const Sides&) const = default;
};

/// The discretisation of the Laplacian along uniform axes, with the eigenvalue of a mode of wave
/// number k at spacing h.
enum class Operator {
    second_order,  ///< three points: a = -(2 sin(k h / 2) / h)^2
    fourth_order,  ///< five points: a (1 - a h^2 / 12)
    spectral       ///< -k^2
};

/// A coefficient rho that changes along one axis only: div(rho grad(u)) takes the place of the
/// laplacian. The axis has walls at both ends.
struct AxisCoefficient {
    int axis = 2;
    /// At the lower end of the axis, in the middle of the first cell, at its upper end, and so on: 2
    /// cells + 1 values above zero.
    std::vector<double> values = {};
};

/// The equation laplacian(u) + lambda u = f on a box.
///
/// An axis of one periodic cell is absent: nothing changes along it, which is how one- and
/// two-dimensional problems are written. Any axes are stretched, unless they are periodic; the operator
/// along them is the second-order one of finite volumes (cells) or finite differences (nodes).
///
/// Robin ends, and a coefficient, need the second-order operator. A coefficient needs lambda = 0.
///
/// Ends of any axes are open with the second-order operator and a lambda that is not positive; those of
/// several axes with equal cells. Beyond an open end the cells go on with the width of the last one, f is
/// zero and u decays; the last node is an unknown. With lambda 0 some does not decay, and no mean is
/// removed from f or u:
///
/// One axis: what is constant along the others is the sum of |x - x'| q / 2 over the charges q = f
/// times their width, with an image of each charge beyond a Neumann wall or a negative one beyond a
/// Dirichlet wall. It grows in proportion to the distance if the charges have a sum and no wall
/// holds u.
///
/// Two axes: what is constant along the third is the sum of a(x - x') q over the charges q = f times
/// the area of a cell and their images, with the lattice's potential kernel a. It is 0 at distance 0;
/// with equal spacings h it tends to log(r / h) / (2 pi) + 0.2573434.
struct Problem {
    Grid grid;
    std::array<Sides, 3> sides = {};  ///< x, y, z
    Operator op = Operator::second_order;
    double lambda = 0.0;  ///< in units of length^-2
    Precision precision = Precision::fp64;
    std::optional<AxisCoefficient> rho = {};
};

/// The unknown values of an axis: `count` of the grid's values from index `first` on. On nodes, the
/// values at Dirichlet ends are known, and the last node of a periodic axis is the first one again.
struct Unknowns {
    std::int64_t first{};
    std::int64_t count{};
};

/// The reason why a Solver of the problem cannot be made, as one sentence with the cure: too few
/// cells for the conditions and the operator, more unknowns than addresses reach, a periodic axis
/// on one side only, bounds or nodes that do not increase or are not finite, cells whose squared
/// length overflows, a stretched axis that is periodic or too long for its eigenvectors, open ends of
/// several axes of which one is stretched, with another operator or a positive lambda, Robin ends with
/// another operator or factors of two signs, a coefficient that is not above zero or goes with a lambda,
/// a lambda that is not finite, or a limit of the back end. Nothing if the Solver can be made, but for
/// one reason that only its constructor finds: a lambda that is an eigenvalue.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Problem& problem,
                                                            Backend backend);

/// The functions below require a problem without a fault.
[[nodiscard]] Unknowns unknowns(const Problem& problem, int axis);

/// Unknowns of all axes; arrays of them are [z][y][x], x contiguous.
[[nodiscard]] std::int64_t points(const Problem& problem);

/// The position of unknown `index` of an axis.
[[nodiscard]] double position(const Problem& problem, int axis, std::int64_t index);

/// True if a constant solves the homogeneous problem: then f must have zero mean, and u is known
/// but for a constant.
[[nodiscard]] bool has_null_space(const Problem& problem);

/// "poisson 256x128x128 cells, periodic x dirichlet x neumann-dirichlet, second-order, double";
/// absent axes at the end are left out.
[[nodiscard]] std::string describe(const Problem& problem);

}  // namespace tobiuo::poisson
