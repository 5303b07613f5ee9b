// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/wall_box.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "solvers/poisson/axis/finite_difference.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

/// The second difference from the nearest unknowns, which wrap around a periodic axis: of order 3
/// at the edges of a face and 4 inside.
walls::SecondDifference second_difference(const Problem& problem, int axis)
{
    constexpr std::int64_t least = 3;
    const std::int64_t count = unknowns(problem, axis).count;
    const std::int64_t used = std::min<std::int64_t>(walls::difference_points, count);
    return {.used = used < least ? 0 : static_cast<int>(used),
            .periodic = condition_of(problem, axis, 0) == Condition::periodic};
}

std::vector<double> weights_of(const Problem& problem, int axis,
                               const walls::SecondDifference& difference)
{
    const std::int64_t count = unknowns(problem, axis).count;
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<double> weights(static_cast<std::size_t>(count * walls::difference_points));
    for (std::int64_t row = 0; row < count && difference.used > 0; ++row) {
        std::vector<double> positions;
        const std::int64_t first = difference.first(row, count);
        for (std::int64_t at = first; at < first + difference.used; ++at) {
            const double turns = at < 0 ? -1.0 : at < count ? 0.0 : 1.0;
            positions.push_back(position(problem, axis, (at + count) % count) +
                                turns * (one.upper - one.lower));
        }
        std::ranges::copy(difference_weights(positions, position(problem, axis, row), 2),
                          weights.begin() + row * walls::difference_points);
    }
    return weights;
}

/// Weights that give f on the wall (Dirichlet) or its outward derivative there (Neumann) from the
/// rows beside it.
std::vector<double> weights_at_wall(bool dirichlet, bool on_cells, double h)
{
    const double first = on_cells ? 0.5 * h : dirichlet ? h : 0.0;
    const std::array<double, 3> distances{first, first + h, first + 2.0 * h};
    std::vector<double> weights = difference_weights(distances, 0.0, dirichlet ? 0 : 1);
    if (!dirichlet) {
        std::ranges::for_each(weights, [](double& weight) { weight = -weight; });
    }
    return weights;
}

/// The difference between the smooth u at an image point, at distance d beyond the wall, and the
/// plain image.
struct Image {
    bool dirichlet;
    double g;
    double v;

    [[nodiscard]] double at(double d) const
    {
        return dirichlet ? 2.0 * g + d * d * v : 2.0 * d * g + d * d * d * v / 3.0;
    }
};

/// The contribution of the images to both rows, with the weights (-1, 16, -30, 16, -1) / 12 h^2.
std::array<double, 2> rows_of(const Image& image, bool on_cells, double h)
{
    const double unit = 1.0 / (12.0 * h * h);
    if (on_cells) {
        const double near = image.at(0.5 * h);
        return {(16.0 * near - image.at(1.5 * h)) * unit, -near * unit};
    }
    const double near = image.at(h);
    if (image.dirichlet) {  // the first point outside is the wall itself
        return {(16.0 * image.g - near) * unit, -image.g * unit};
    }
    return {(16.0 * near - image.at(2.0 * h)) * unit, -near * unit};
}

walls::Face with_images(const Problem& problem, int axis, bool dirichlet)
{
    const bool on_cells = problem.grid.location == Location::cell;
    const double h = problem.grid.axes.at(static_cast<std::size_t>(axis)).spacing();
    walls::Face face{.rows = walls::rows_per_face};
    std::ranges::copy(rows_of({.dirichlet = dirichlet, .g = 1.0, .v = 0.0}, on_cells, h),
                      std::begin(face.by_value));
    std::ranges::copy(rows_of({.dirichlet = dirichlet, .g = 0.0, .v = 1.0}, on_cells, h),
                      std::begin(face.by_curvature));
    std::ranges::copy(weights_at_wall(dirichlet, on_cells, h), std::begin(face.extrapolation));
    return face;
}

/// The lower and the upper wall across an axis.
std::array<walls::Face, 2> walls_across(const Problem& problem, int axis)
{
    if (condition_of(problem, axis, 0) == Condition::periodic) {
        return {};
    }
    if (problem.op == Operator::fourth_order && !has_own_rows(problem, axis)) {
        const auto is_dirichlet = [&](int end) {
            return condition_of(problem, axis, end) == Condition::dirichlet;
        };
        return {with_images(problem, axis, is_dirichlet(0)),
                with_images(problem, axis, is_dirichlet(1))};
    }
    const auto [lower, upper] = three_point(problem, axis).wall;
    const auto face = [&](int end, double by_value) {
        return is_wall(condition_of(problem, axis, end))
                   ? walls::Face{.rows = 1, .by_value = {by_value}}
                   : walls::Face{};
    };
    return {face(0, lower), face(1, upper)};
}

}  // namespace

walls::Box WallBox::on_host() const
{
    walls::Box with_weights = box;
    for (std::size_t axis = 0; axis < second_differences.size(); ++axis) {
        with_weights.along[axis].weights = second_differences[axis].data();
    }
    return with_weights;
}

std::size_t WallBox::weight_bytes() const
{
    std::size_t weights = 0;
    for (const std::vector<double>& of_axis : second_differences) {
        weights += of_axis.size();
    }
    return weights * sizeof(double);
}

WallBox wall_box_of(const Problem& problem)
{
    WallBox made;
    made.box.lambda = problem.lambda;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        made.box.counts[at] = unknowns(problem, axis).count;
        made.box.along[at] = second_difference(problem, axis);
        std::ranges::copy(walls_across(problem, axis), made.box.faces + 2 * at);
    }
    made.box.planes = made.box.counts[2];
    made.box.number_points();
    for (int axis = 0; axis < 3 && made.box.needs_curvatures(); ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        made.second_differences.at(at) = weights_of(problem, axis, made.box.along[at]);
    }
    return made;
}

}  // namespace tobiuo::poisson
