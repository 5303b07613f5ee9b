// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/poisson/poisson_mixed.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "app/case/yaml/keys.hpp"
#include "app/run/input_errors.hpp"
#include "kernels/walls/wall_box.hpp"
#include "solvers/expression.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {
namespace {

template <typename Visit>
void for_mixed(const PoissonCase& poisson, const Visit& visit)
{
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const auto& mixed =
                poisson.mixed.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end));
            if (mixed) {
                visit(axis, end, *mixed);
            }
        }
    }
}

std::int64_t points_of_face(const poisson::Problem& problem, int axis)
{
    return poisson::points(problem) / poisson::unknowns(problem, axis).count;
}

/// Visits the points on the Dirichlet part, and the places of the unknowns beside them.
template <typename Visit>
void for_dirichlet(const poisson::Problem& problem, const CaseMixedWall& one, const Visit& visit)
{
    std::array<std::int64_t, 3> counts{};
    for (int axis = 0; axis < 3; ++axis) {
        counts.at(static_cast<std::size_t>(axis)) = poisson::unknowns(problem, axis).count;
    }
    const auto across = static_cast<std::size_t>(one.wall.axis);
    const auto faster = static_cast<std::size_t>(walls::faster_axis(one.wall.axis));
    const auto slower = static_cast<std::size_t>(walls::slower_axis(one.wall.axis));
    for (std::size_t n = 0; n < one.wall.points.size(); ++n) {
        if (one.wall.points[n]) {
            std::array<std::int64_t, 3> at{};
            at.at(across) = one.wall.end == 0 ? 0 : counts.at(across) - 1;
            at.at(faster) = static_cast<std::int64_t>(n) % counts.at(faster);
            at.at(slower) = static_cast<std::int64_t>(n) / counts.at(faster);
            visit(n, (at[2] * counts[1] + at[1]) * counts[0] + at[0]);
        }
    }
}

/// The values of an expression at all points of a face.
std::vector<double> at_points(const std::string& key, const FieldExpression& given,
                              const poisson::Problem& problem, int axis, int end)
{
    std::vector<double> values;
    at_expression(key, given.at, [&] {
        values = poisson::sample_face(Expression{given.text}, problem, axis, end);
    });
    if (values.size() <= 1) {
        values.assign(static_cast<std::size_t>(points_of_face(problem, axis)),
                      values.empty() ? 0.0 : values.front());
    }
    return values;
}

}  // namespace

bool has_mixed_walls(const PoissonCase& poisson)
{
    bool has = false;
    for_mixed(poisson, [&](int, int, const MixedEnd&) { has = true; });
    return has;
}

Position mixed_at(const PoissonCase& poisson)
{
    std::vector<Position> all;
    for_mixed(poisson, [&](int, int, const MixedEnd& end) { all.push_back(end.where.at); });
    return all.front();
}

void refuse_mixed_on_ranks(const PoissonCase& poisson)
{
    if (has_mixed_walls(poisson)) {
        throw InputError{
            mixed_at(poisson),
            "where: several ranks do not solve with walls that change their kind (each "
            "solve of the box is one process's): use one rank"};
    }
}

double mixed_tolerance_of(const PoissonCase& poisson)
{
    return poisson.mixed_tolerance.value_or(poisson::MixedOptions{}.tolerance);
}

std::vector<CaseMixedWall> mixed_walls_of(const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    std::vector<CaseMixedWall> walls;
    for_mixed(poisson, [&](int axis, int end, const MixedEnd& mixed) {
        const std::string key =
            fmt::format("boundary.{}.{}", casefile::axis_words.at(static_cast<std::size_t>(axis)),
                        end == 0 ? "lower" : "upper");
        const std::vector<double> where =
            at_points(key + ".where", mixed.where, problem, axis, end);
        CaseMixedWall wall{.wall = {.axis = axis, .end = end},
                           .values = at_points(key, mixed.value, problem, axis, end)};
        for (std::size_t n = 0; n < where.size(); ++n) {
            const bool is_dirichlet = (where[n] != 0.0) != mixed.names_neumann;
            wall.wall.points.push_back(is_dirichlet);
            wall.values[n] = is_dirichlet ? wall.values[n] : 0.0;
        }
        if (std::ranges::find(wall.wall.points, true) == wall.wall.points.end()) {
            throw InputError{mixed.where.at,
                             key +
                                 ".where: makes the wall Neumann's at all of its points (nothing "
                                 "is held there): mend it, or write { neumann: VALUE } alone"};
        }
        walls.push_back(std::move(wall));
    });
    return walls;
}

poisson::FaceValues without_dirichlet_parts(const poisson::Problem& problem,
                                            poisson::FaceValues faces,
                                            const std::vector<CaseMixedWall>& walls)
{
    for (const CaseMixedWall& one : walls) {
        std::vector<double>& slopes = faces.of.at(static_cast<std::size_t>(one.wall.axis))
                                          .at(static_cast<std::size_t>(one.wall.end));
        if (slopes.size() == 1) {
            slopes.assign(static_cast<std::size_t>(points_of_face(problem, one.wall.axis)),
                          slopes.front());
        }
        for (std::size_t n = 0; n < slopes.size(); ++n) {
            slopes[n] = one.wall.points[n] ? 0.0 : slopes[n];
        }
    }
    return faces;
}

std::vector<std::int64_t> beside_mixed_walls(const poisson::Problem& problem,
                                             const std::vector<CaseMixedWall>& walls)
{
    std::vector<std::int64_t> places;
    for (const CaseMixedWall& one : walls) {
        for_dirichlet(problem, one,
                      [&](std::size_t /*point*/, std::int64_t at) { places.push_back(at); });
    }
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    return places;
}

template <typename Real>
void add_mixed_walls(const poisson::Problem& problem, const std::vector<CaseMixedWall>& walls,
                     std::vector<Real>& f)
{
    for (const CaseMixedWall& one : walls) {
        const poisson::ThreePoint rows = poisson::three_point(problem, one.wall.axis);
        const auto end = static_cast<std::size_t>(one.wall.end);
        const double width = end == 0 ? rows.width.front() : rows.width.back();
        const double steep = rows.wall.at(end) / std::max(rows.from_wall.at(end), 0.5 * width);
        for_dirichlet(problem, one, [&](std::size_t point, std::int64_t at) {
            Real& value = f[static_cast<std::size_t>(at)];
            value = static_cast<Real>(static_cast<double>(value) - steep * one.values[point]);
        });
    }
}

template void add_mixed_walls(const poisson::Problem&, const std::vector<CaseMixedWall>&,
                              std::vector<float>&);
template void add_mixed_walls(const poisson::Problem&, const std::vector<CaseMixedWall>&,
                              std::vector<double>&);

std::int64_t mixed_bytes(const PoissonCase& poisson)
{
    constexpr std::int64_t numbers = 20;  // of each point: values, vectors, solves in its plane
    std::int64_t points = 0;
    for_mixed(poisson, [&](int axis, int, const MixedEnd&) {
        points += points_of_face(poisson.problem, axis);
    });
    return numbers * points * static_cast<std::int64_t>(sizeof(double));
}

}  // namespace tobiuo
