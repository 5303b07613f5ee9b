#include "solvers/poisson/wall_images.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "solvers/poisson/finite_difference.hpp"

namespace tobiuo::poisson {
namespace {

/// Points that a derivative along the face is taken from: order 3 at the face's edges, 4 inside.
constexpr std::int64_t difference_points = 5;

/// One row of the second derivative along an axis.
struct Difference {
    std::vector<std::int64_t> from;
    std::vector<double> weights;
};

/// From the nearest unknowns; along a periodic axis around its ends.
std::vector<Difference> second_derivative(const Problem& problem, int axis)
{
    const std::int64_t count = unknowns(problem, axis).count;
    const std::int64_t used = std::min(difference_points, count);
    const bool periodic = condition_of(problem, axis, 0) == Condition::periodic;
    const Axis& one = problem.grid.axes.at(static_cast<std::size_t>(axis));
    std::vector<Difference> rows(static_cast<std::size_t>(count));
    if (used < 3) {
        return rows;  // too few to tell a curvature
    }
    for (std::int64_t row = 0; row < count; ++row) {
        const std::int64_t centred = row - used / 2;
        const std::int64_t first =
            periodic ? centred : std::clamp<std::int64_t>(centred, 0, count - used);
        std::vector<double> positions;
        Difference& difference = rows[static_cast<std::size_t>(row)];
        for (std::int64_t at = first; at < first + used; ++at) {
            const std::int64_t inside = (at + count) % count;
            const double turns = at < 0 ? -1.0 : at < count ? 0.0 : 1.0;
            difference.from.push_back(inside);
            positions.push_back(position(problem, axis, inside) + turns * (one.upper - one.lower));
        }
        difference.weights = difference_weights(positions, position(problem, axis, row), 2);
    }
    return rows;
}

/// The Laplacian of the boundary values along their face; empty if they do not vary.
std::vector<double> laplacian_along(const Problem& problem, const Face& face,
                                    std::span<const double> values)
{
    if (values.size() < 2) {
        return {};
    }
    const auto [columns, rows] = face.counts;
    const std::vector<Difference> faster = second_derivative(problem, face.along[0]);
    const std::vector<Difference> slower = second_derivative(problem, face.along[1]);
    std::vector<double> sum(values.size());
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t column = 0; column < columns; ++column) {
            double& here = sum[static_cast<std::size_t>(row * columns + column)];
            const Difference& x = faster[static_cast<std::size_t>(column)];
            for (std::size_t i = 0; i < x.from.size(); ++i) {
                here += x.weights[i] * values[static_cast<std::size_t>(row * columns + x.from[i])];
            }
            const Difference& y = slower[static_cast<std::size_t>(row)];
            for (std::size_t i = 0; i < y.from.size(); ++i) {
                here +=
                    y.weights[i] * values[static_cast<std::size_t>(y.from[i] * columns + column)];
            }
        }
    }
    return sum;
}

/// Weights that give f on the wall, or its outward derivative there, from the rows beside it.
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

/// How far beyond an image point at distance d the smooth u is from the plain image.
struct Image {
    bool dirichlet;
    double g;
    double v;

    [[nodiscard]] double at(double d) const
    {
        return dirichlet ? 2.0 * g + d * d * v : 2.0 * d * g + d * d * d * v / 3.0;
    }
};

/// Both rows' share of the images under the weights (-1, 16, -30, 16, -1) / 12 h^2.
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

}  // namespace

template <typename Real>
std::array<std::vector<double>, 2> wall_images(const Problem& problem, const Face& face,
                                               std::span<const double> values,
                                               std::span<const Real> f)
{
    const bool dirichlet = condition_of(problem, face.axis, face.end) == Condition::dirichlet;
    const bool on_cells = problem.grid.location == Location::cell;
    const double h = problem.grid.axes.at(static_cast<std::size_t>(face.axis)).spacing();
    const std::vector<double> laplacian = laplacian_along(problem, face, values);
    const std::vector<double> weights = weights_at_wall(dirichlet, on_cells, h);
    const auto size = static_cast<std::size_t>(face.values());
    std::array<std::vector<double>, 2> rows{std::vector<double>(size), std::vector<double>(size)};
    for (std::int64_t slower = 0; slower < face.counts[1]; ++slower) {
        for (std::int64_t faster = 0; faster < face.counts[0]; ++faster) {
            const auto at = static_cast<std::size_t>(slower * face.counts[0] + faster);
            const double g = values.empty() ? 0.0 : values[values.size() == 1 ? 0 : at];
            double v = -(laplacian.empty() ? 0.0 : laplacian[at]) - problem.lambda * g;
            for (std::int64_t row = 0; row < std::ssize(weights); ++row) {
                v += weights[static_cast<std::size_t>(row)] *
                     static_cast<double>(f[face.at(slower, faster, row)]);
            }
            const auto [first, second] =
                rows_of({.dirichlet = dirichlet, .g = g, .v = v}, on_cells, h);
            rows[0][at] = first;
            rows[1][at] = second;
        }
    }
    return rows;
}

template std::array<std::vector<double>, 2> wall_images(const Problem&, const Face&,
                                                        std::span<const double>,
                                                        std::span<const float>);
template std::array<std::vector<double>, 2> wall_images(const Problem&, const Face&,
                                                        std::span<const double>,
                                                        std::span<const double>);

}  // namespace tobiuo::poisson
