// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/mixed/mixed_face.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/axis/three_point.hpp"

namespace tobiuo::poisson {
namespace {

/// The problem in the plane of a face: the box's without the axis across it.
Problem plane_of(Problem problem, int axis)
{
    const auto across = static_cast<std::size_t>(axis);
    problem.grid.axes.at(across) = {.cells = 1, .lower = 0.0, .upper = 1.0};
    problem.sides.at(across) = {};
    problem.precision = Precision::fp64;
    return problem;
}

}  // namespace

MixedFace::MixedFace(const Problem& problem, const MixedWall& wall, std::vector<std::int64_t>& held,
                     int threads)
    : axis_{wall.axis}, end_{wall.end}
{
    const int faster = walls::faster_axis(axis_);
    const int slower = walls::slower_axis(axis_);
    const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(axis_));
    const ThreePoint along_faster = three_point(problem, faster);
    const ThreePoint along_slower = three_point(problem, slower);
    const bool on_nodes = problem.grid.location == Location::node;
    gap_ = three_point(problem, axis_).from_wall.at(static_cast<std::size_t>(end_));
    std::array<std::int64_t, 3> counts{};
    for (int one = 0; one < 3; ++one) {
        counts.at(static_cast<std::size_t>(one)) = unknowns(problem, one).count;
    }
    const auto f = static_cast<std::size_t>(faster);
    const auto s = static_cast<std::size_t>(slower);
    const auto a = static_cast<std::size_t>(axis_);
    std::array<double, 3> at{};
    std::array<std::int64_t, 3> index{};
    at.at(a) = end_ == 0 ? across.lower : across.upper;
    index.at(a) = end_ == 0 ? 0 : counts.at(a) - 1;
    std::vector<std::int64_t> own;
    for (index.at(s) = 0; index.at(s) < counts.at(s); ++index.at(s)) {
        at.at(s) = position(problem, slower, index.at(s));
        for (index.at(f) = 0; index.at(f) < counts.at(f); ++index.at(f)) {
            at.at(f) = position(problem, faster, index.at(f));
            const std::int64_t place = (index[2] * counts[1] + index[1]) * counts[0] + index[0];
            const bool is_asked = wall.is_dirichlet ? wall.is_dirichlet(at[0], at[1], at[2])
                                                    : wall.points[area_.size()];
            const bool is_held = is_asked && !(on_nodes && std::ranges::binary_search(held, place));
            if (is_held) {
                dirichlet_.push_back(area_.size());
                own.push_back(place);
            }
            is_dirichlet_.push_back(is_held);
            area_.push_back(along_faster.width.at(static_cast<std::size_t>(index.at(f))) *
                            along_slower.width.at(static_cast<std::size_t>(index.at(s))));
        }
    }
    held.insert(held.end(), own.begin(), own.end());
    std::ranges::sort(held);
    if (!dirichlet_.empty()) {
        find_poles(problem, threads);
    }
}

/// The root is the integral of (2 / pi) A / (A + exp(2 s)) exp(s) over s, by the trapezoidal rule, which a
/// preconditioner needs to some per cent only.
void MixedFace::find_poles(const Problem& problem, int threads)
{
    constexpr double step = 1.0;
    constexpr double margin = 1.5;  // beyond the roots of the least and the greatest eigenvalue
    Problem plane = plane_of(problem, axis_);
    bool has_axes = false;
    for (int axis = 0; axis < 3; ++axis) {
        has_axes = has_axes || !is_absent(plane, axis);
    }
    if (!has_axes) {
        return;
    }
    const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(axis_));
    plane.lambda = 0.0;
    const double greatest = operator_norm(plane) - problem.lambda;
    // A wave that is constant along the face has an image as large as the box is deep.
    const double least = std::pow(across.upper - across.lower, -2.0) - problem.lambda;
    const double first = 0.5 * std::log(least) - margin;
    const double last = 0.5 * std::log(std::max(greatest, least)) + margin;
    for (double s = first; s < last; s += step) {
        const double shift = std::exp(2.0 * s);
        plane.lambda = -least - shift;
        poles_.push_back({.weight = 2.0 / std::numbers::pi * step * std::exp(s),
                          .shift = shift,
                          .solver = std::make_unique<const Solver>(
                              plane, SolverOptions{.backend = Backend::cpu, .threads = threads})});
    }
}

void MixedFace::apply_root(std::vector<double>& values) const
{
    if (poles_.empty()) {
        return;
    }
    const std::vector<double> given = values;
    std::vector<double> solution(values.size());
    std::ranges::fill(values, 0.0);
    for (const Pole& pole : poles_) {
        pole.solver->solve(given.data(), solution.data());  // of laplacian - ..., so it is negative
        for (std::size_t n = 0; n < values.size(); ++n) {
            values[n] += pole.weight * (given[n] + pole.shift * solution[n]);
        }
    }
}

}  // namespace tobiuo::poisson
