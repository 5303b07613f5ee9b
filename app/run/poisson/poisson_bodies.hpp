// SPDX-License-Identifier: BSD-3-Clause
// The bodies of a poisson case: as the solver has them, and the unknowns in and beside them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/poisson/body_solver.hpp>

#include "app/case/poisson/poisson_case.hpp"
#include "app/run/bodies/body_cells.hpp"
#include "app/run/bodies/solid_cells.hpp"
#include "solvers/poisson/bodies/find_bodies.hpp"
#include "solvers/poisson/planes.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"

namespace tobiuo {

/// The bodies of a case, in a unit of length. Throws InputError if a file cannot be read.
[[nodiscard]] std::vector<poisson::Body> bodies_of(const PoissonCase& poisson,
                                                   poisson::UnitOfLength unit = {});

/// What is found about the bodies of a case before its start.
struct FoundBodyCells {
    std::vector<BodyCells> all;
    std::int64_t beside = 0;             ///< see count_beside()
    std::int64_t beside_conductors = 0;  ///< of these, those beside conductors
    SolidCells solid;
};

/// Finds the cells of each body of the case, on nodes its nodes. Throws InputError for an expression that
/// is not finite somewhere, a body without cells, and bodies that fill the box.
[[nodiscard]] FoundBodyCells find_body_cells(const PoissonCase& poisson);

/// Keeps how many cells and triangles the bodies of the case have, for estimates.
void note_cells(const FoundBodyCells& found, PoissonCase& poisson);

/// What may be left of the equation beside bodies, as a part of what they keep.
[[nodiscard]] double body_tolerance_of(const PoissonCase& poisson);

/// Whether nothing holds the constant part of u: neither the box, see poisson::has_null_space(), nor a
/// conductor, whose cells were counted, nor a part of a wall.
[[nodiscard]] bool leaves_constant(const PoissonCase& poisson);

/// Bytes of memory that bodies take where the arrays are, and on the host, of which the cells were
/// counted; 0 without any.
[[nodiscard]] std::int64_t body_solver_bytes(const PoissonCase& poisson);
[[nodiscard]] std::int64_t body_host_bytes(const PoissonCase& poisson);

/// The unknowns in and beside bodies, by their places in arrays [z][y][x].
class BodyPlaces {
public:
    BodyPlaces() = default;
    BodyPlaces(const poisson::Problem& problem, const std::vector<poisson::Body>& bodies);

    [[nodiscard]] bool empty() const { return inside_.empty(); }
    /// The places of the unknowns in bodies, in ascending order.
    [[nodiscard]] std::span<const std::int64_t> inside() const { return inside_; }
    /// The places of the unknowns in and beside bodies, whose equations are not those of the box, in
    /// ascending order.
    [[nodiscard]] std::span<const std::int64_t> touched() const { return touched_; }
    /// The part of the box's volume that is outside of bodies.
    [[nodiscard]] double outside_part() const { return outside_part_; }

    /// Whether nothing holds the constant part of u: neither the problem's box nor a conductor.
    [[nodiscard]] bool leave_constant(const poisson::Problem& problem) const;

    /// Reads the number of the body that has each unknown, counted from 1, and 0 outside.
    [[nodiscard]] poisson::PlaneReader numbers() const;

    /// Adds to f what the values of conductors bring to the right-hand side beside them, times `factor`.
    template <typename Real>
    void add_conductors(double factor, std::span<Real> f) const;

    /// The integrals of the derivative of u over the surfaces of conductors, along the normal out of
    /// the body, for each body: its charge but for a constant, in two dimensions for a unit of length.
    /// 0 for closed ones.
    template <typename Real>
    [[nodiscard]] std::vector<double> fluxes(std::span<const Real> u) const;

private:
    std::size_t bodies_ = 0;
    std::int64_t plane_ = 1;
    poisson::FoundBodies found_;
    std::vector<std::int64_t> inside_;
    std::vector<std::int64_t> touched_;
    double outside_part_ = 1.0;
    double absent_ = 1.0;  ///< the lengths of absent axes, which a flux is not multiplied by
};

}  // namespace tobiuo
