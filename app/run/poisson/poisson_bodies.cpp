// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_bodies.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "app/errors.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "solvers/poisson/check/norms.hpp"

namespace tobiuo {
namespace {

/// A shape where lengths are in a unit.
InsideFunction in_unit(InsideFunction inside, poisson::UnitOfLength unit)
{
    if (unit.is_one()) {
        return inside;
    }
    return [inside = std::move(inside), length = unit.length()](double x, double y, double z) {
        return inside(length * x, length * y, length * z);
    };
}

/// The part of the volume that is outside, of planes that are 0 there.
double part_outside(const poisson::Problem& problem, const poisson::PlaneReader& numbers)
{
    poisson::NormSum sum{problem};
    poisson::read_blocks(poisson::blocks_of(problem), numbers,
                         [&](std::int64_t /*first*/, std::span<double> planes) {
                             std::ranges::for_each(
                                 planes, [](double& one) { one = one == 0.0 ? 1.0 : 0.0; });
                             sum.add(std::span<const double>{planes});
                         });
    return sum.norms().mean;
}

/// The cells of all bodies; a cell in two is counted twice.
std::int64_t all_cells(const PoissonCase& poisson)
{
    std::int64_t cells = 0;
    for (const BodySection& body : poisson.bodies) {
        cells += body.cells;
    }
    return cells;
}

}  // namespace

std::vector<poisson::Body> bodies_of(const PoissonCase& poisson, poisson::UnitOfLength unit)
{
    std::vector<poisson::Body> bodies;
    for (const BodySection& section : poisson.bodies) {
        bodies.push_back({.inside = in_unit(inside_of(section, poisson.dimensions), unit),
                          .value = section.value});
    }
    return bodies;
}

FoundBodyCells find_body_cells(const PoissonCase& poisson)
{
    const Grid& grid = poisson.problem.grid;
    const stencil::Shape shape = shape_of(grid);
    FoundBodyCells found;
    found.solid = SolidCells{grid};
    std::vector<bool> solid(static_cast<std::size_t>(poisson.bodies.empty() ? 0 : shape.values()));
    std::vector<bool> conducts(solid.size());  // of bodies that overlap the first has a cell
    const std::vector<poisson::Body> bodies = bodies_of(poisson);
    for (std::size_t number = 0; number < bodies.size(); ++number) {
        const auto visit = [&](std::int64_t at, const std::array<std::int64_t, 3>& /*index*/) {
            const auto cell = static_cast<std::size_t>(at);
            conducts[cell] = conducts[cell] || (!solid[cell] && bodies[number].value.has_value());
            solid[cell] = true;
            found.solid.add(at);
        };
        found.solid.begin_body();
        found.all.push_back(find_cells(poisson.bodies[number], bodies[number].inside, grid,
                                       poisson.dimensions, visit));
    }
    if (!bodies.empty() && std::ranges::find(solid, false) == solid.end()) {
        throw InputError{poisson.bodies.front().at,
                         "bodies: fill the box (nothing is left outside, where the equation "
                         "holds): make them smaller; an expression is true inside, voxels are not "
                         "0, and the unit of a surface may be another one (scale)"};
    }
    found.beside = count_beside(solid, solid, shape);
    found.beside_conductors = count_beside(conducts, solid, shape);
    return found;
}

void note_cells(const FoundBodyCells& found, PoissonCase& poisson)
{
    for (std::size_t number = 0; number < found.all.size(); ++number) {
        poisson.bodies[number].cells = found.all[number].count;
        poisson.bodies[number].triangles = found.all[number].triangles;
    }
    poisson.cells_beside_bodies = found.beside;
    poisson.cells_beside_conductors = found.beside_conductors;
}

double body_tolerance_of(const PoissonCase& poisson)
{
    return poisson.body_tolerance.value_or(poisson::BodyOptions{}.tolerance);
}

bool leaves_constant(const PoissonCase& poisson)
{
    return poisson::has_null_space(poisson.problem) && poisson.cells_beside_conductors == 0 &&
           !has_mixed_walls(poisson);
}

std::int64_t body_solver_bytes(const PoissonCase& poisson)
{
    if (poisson.bodies.empty()) {
        return 0;
    }
    constexpr std::int64_t held = sizeof(walls::HeldCell);
    return poisson::surface_bytes(poisson.problem, poisson.cells_beside_bodies) +
           all_cells(poisson) * held;
}

std::int64_t body_host_bytes(const PoissonCase& poisson)
{
    if (poisson.bodies.empty()) {
        return 0;
    }
    // Vectors that grow take twice what they have; the solver finds them, too.
    constexpr std::int64_t beside = 2 * sizeof(walls::SurfaceCell) + sizeof(std::int64_t);
    constexpr std::int64_t places =
        2 * (sizeof(walls::HeldCell) + sizeof(int)) + 2 * sizeof(std::int64_t);
    constexpr std::int64_t times_found = 2;
    std::int64_t bytes =
        poisson::points(poisson.problem) *
            (static_cast<std::int64_t>(sizeof(int)) + bytes_per_value(poisson.problem.precision)) +
        times_found * (poisson.cells_beside_bodies * beside + all_cells(poisson) * places) +
        body_solver_bytes(poisson);
    for (const BodySection& body : poisson.bodies) {
        bytes += shape_bytes(body);
    }
    return bytes;
}

BodyPlaces::BodyPlaces(const poisson::Problem& problem, const std::vector<poisson::Body>& bodies)
    : bodies_{bodies.size()}, plane_{poisson::blocks_of(problem).values}
{
    if (bodies.empty()) {
        return;
    }
    found_ = poisson::find_bodies(problem, bodies);
    std::ranges::transform(found_.inside, std::back_inserter(inside_), &walls::HeldCell::at);
    std::vector<std::int64_t> beside;
    std::ranges::transform(found_.surface, std::back_inserter(beside), &walls::SurfaceCell::at);
    std::ranges::merge(inside_, beside, std::back_inserter(touched_));
    outside_part_ = part_outside(problem, numbers());
    for (int axis = 0; axis < 3; ++axis) {
        const Axis& along = problem.grid.axes.at(static_cast<std::size_t>(axis));
        absent_ *= poisson::is_absent(problem, axis) ? along.upper - along.lower : 1.0;
    }
}

bool BodyPlaces::leave_constant(const poisson::Problem& problem) const
{
    return poisson::has_null_space(problem) && !poisson::touches_conductor(found_.surface);
}

poisson::PlaneReader BodyPlaces::numbers() const
{
    return [this](std::int64_t first, std::span<double> planes) {
        std::ranges::fill(planes, 0.0);
        const std::int64_t begin = first * plane_;
        const std::int64_t end = begin + std::ssize(planes);
        auto one = std::ranges::lower_bound(inside_, begin);
        for (; one != inside_.end() && *one < end; ++one) {
            planes[static_cast<std::size_t>(*one - begin)] =
                1.0 + found_.body_of_inside.at(static_cast<std::size_t>(one - inside_.begin()));
        }
    };
}

template <typename Real>
void BodyPlaces::add_conductors(double factor, std::span<Real> f) const
{
    for (const walls::SurfaceCell& cell : found_.surface) {
        double share = 0.0;
        for (int face = 0; face < cell.faces; ++face) {
            share += cell.steepness[face] * cell.value[face];
        }
        Real& value = f[static_cast<std::size_t>(cell.at)];
        value = static_cast<Real>(static_cast<double>(value) + factor * share);
    }
}

template void BodyPlaces::add_conductors(double, std::span<float>) const;
template void BodyPlaces::add_conductors(double, std::span<double>) const;

template <typename Real>
std::vector<double> BodyPlaces::fluxes(std::span<const Real> u) const
{
    std::vector<double> fluxes(bodies_);
    for (const walls::SurfaceCell& cell : found_.surface) {
        for (int face = 0; face < cell.faces; ++face) {
            const auto at = std::ranges::lower_bound(inside_, cell.beside[face]) - inside_.begin();
            const int body = found_.body_of_inside.at(static_cast<std::size_t>(at));
            fluxes.at(static_cast<std::size_t>(body)) +=
                cell.volume / absent_ * cell.steepness[face] *
                (static_cast<double>(u[static_cast<std::size_t>(cell.at)]) - cell.value[face]);
        }
    }
    return fluxes;
}

template std::vector<double> BodyPlaces::fluxes(std::span<const float>) const;
template std::vector<double> BodyPlaces::fluxes(std::span<const double>) const;

}  // namespace tobiuo
