// SPDX-License-Identifier: BSD-3-Clause
// Boundary values that are not zero, moved to the right-hand side.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The values on the faces of the box: u on a Dirichlet face, the derivative along the outward
/// normal on a Neumann face.
///
/// A face's values are empty (zero), one number (constant), or one number for each unknown of the
/// two other axes, [slower][faster]. Those of periodic axes are empty.
struct FaceValues {
    /// [axis][0: lower, 1: upper]
    std::array<std::array<std::vector<double>, 2>, 3> of;

    [[nodiscard]] bool all_zero() const;
};

/// Turns a problem with boundary values into one with zeros, and its solution back.
///
///     const BoundaryLift lift{problem, values};
///     lift.subtract_from(f);       // f - what the walls contribute to the operator
///     solver.solve(f, u);
///     lift.add_to(u);
///
/// The fourth-order operator needs it for walls with zeros, too: the error of plain images at a
/// wall depends on f there (see WallBox).
///
/// Order     for smooth u, 2 and 4 for second_order and fourth_order with any walls. The
///           contribution of boundary values to a spectral solution is solved by the fourth-order
///           operator; the rest keeps its order if the odd (Dirichlet) or even (Neumann)
///           continuation of f beyond the walls is smooth, and has order 2 otherwise.
class BoundaryLift {
public:
    /// Solves a problem with walls at zero from the planes of f on, in their array, and returns the
    /// mean that it removes.
    using Solve = std::function<double(const Problem& problem, std::span<double> f)>;

    /// Throws as validate() does. Solves once if the operator is spectral and a value is not zero,
    /// and throws if lambda makes that problem singular.
    BoundaryLift(Problem problem, FaceValues values);
    /// A lift for the planes of one of several ranks; `solve` is given these planes.
    BoundaryLift(Problem problem, FaceValues values, const ranks::Slice& own, const Solve& solve);

    /// Throws std::invalid_argument if the problem is not valid, or if a face's values do not fit
    /// or are not finite; also if there are too few unknowns to solve for the values.
    static void validate(const Problem& problem, const FaceValues& values);

    /// Whether f stays as it is: all values are 0, and the operator sees no curvature at walls.
    [[nodiscard]] bool leaves_f() const;

    /// Each throws std::invalid_argument if there are not as many values as unknowns, to add to u
    /// as in the own planes.
    void subtract_from(std::span<double> f) const;
    void subtract_from(std::span<float> f) const;
    void add_to(std::span<double> u) const;
    void add_to(std::span<float> u) const;

    /// Makes a function that does as subtract_from(), but to some planes of z at a time: calls with
    /// the index of the first one and the values, of the fourth-order operator at least three
    /// planes beside a wall. One thread calls it. The lift must outlive it.
    [[nodiscard]] std::function<void(std::int64_t first, std::span<double> planes)>
    subtract_by_planes() const;

private:
    void solve_for_values(const Solve& solve);
    template <typename Real>
    void subtract_from_values(std::span<Real> f) const;
    template <typename Real>
    void add_to_values(std::span<Real> u) const;

    Problem problem_;
    FaceValues values_;
    ranks::Slice own_;
    std::vector<double> share_;  ///< spectral: part of u that the boundary values cause, own planes
    double share_mean_{};        ///< spectral: mean of f that balances them
};

}  // namespace tobiuo::poisson
