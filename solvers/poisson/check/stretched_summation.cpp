// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/stretched_summation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/check/stencil.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/host/host_solver.hpp"

namespace tobiuo::poisson {
namespace {

using Shape = std::array<std::int64_t, 3>;

/// The problem without its stretched axis: that of the sums of lines.
Problem without_axis(Problem problem, int axis)
{
    const auto at = static_cast<std::size_t>(axis);
    problem.grid.axes.at(at) = Axis{};
    problem.sides.at(at) = Sides{.lower = Condition::periodic, .upper = Condition::periodic};
    if (problem.rho && problem.rho->axis == axis) {
        problem.rho.reset();
    }
    problem.precision = Precision::fp64;
    return problem;
}

/// The sums of lines along an axis, [z][y][x] without that axis.
struct LineSums {
    explicit LineSums(std::size_t lines)
        : f(lines), u(lines), wall(lines), f_size(lines), u_size(lines), wall_size(lines)
    {
    }

    std::vector<double> f;
    std::vector<double> u;
    std::vector<double> wall;    ///< what the walls of the axis take
    std::vector<double> f_size;  ///< with absolute values, as are the next two
    std::vector<double> u_size;
    std::vector<double> wall_size;

    /// Puts the sums of a table, see SumLines, in the place of lines from `first` on.
    void put(std::span<const double> table, std::int64_t first)
    {
        const std::size_t count = table.size() / weighted_line_sums;
        for (std::vector<double>* one : all()) {
            std::ranges::copy(table.first(count), one->begin() + first);
            table = table.subspan(count);
        }
    }

    void add_ranks(const Communicator& ranks)
    {
        for (std::vector<double>* one : all()) {
            ranks::sum_over_ranks(ranks, *one);
        }
    }

private:
    /// In the order of SumLines.
    [[nodiscard]] std::array<std::vector<double>*, weighted_line_sums> all()
    {
        return {&f, &u, &wall, &f_size, &u_size, &wall_size};
    }
};

double norm(const std::vector<double>& values)
{
    return std::sqrt(std::transform_reduce(values.begin(), values.end(), 0.0, std::plus<>{},
                                           [](double value) { return value * value; }));
}

/// The sums of squares of each row along the axis.
struct RowSquares {
    std::vector<double> f;
    std::vector<double> u;
};

/// | |A| |u| + |f| | in the unit of f, where a unit of u times A is `ratio` of these; `others` is the
/// norm of the operator but for the axis, and a row has `values` values.
double scale_of(const ThreePoint& axis, const RowSquares& rows, double values, double others,
                double ratio)
{
    const std::size_t count = axis.width.size();
    const auto size = [&](std::size_t k) { return std::sqrt(rows.u[k] / values); };
    double sum = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        double row = (others + axis.diagonal(k)) * size(k);
        row += k > 0 ? axis.below[k] * size(k - 1) : 0.0;
        row += k + 1 < count ? axis.above[k] * size(k + 1) : 0.0;
        row = row * ratio + std::sqrt(rows.f[k] / values);
        sum += axis.width[k] * row * row;
    }
    return std::sqrt(sum / std::reduce(axis.width.begin(), axis.width.end()));
}

/// The operator of the axes that are left, with lambda, for the sums of u.
std::vector<double> applied(const Problem& left, const std::vector<double>& u)
{
    std::vector<double> out(u.size());
    if (u.size() == 1) {
        out.front() = left.lambda * u.front();
    } else if (left.op == Operator::spectral) {
        HostSolver{left}.apply(std::span<const double>{u}, std::span<double>{out});
    } else {
        apply_stencil(left, std::span<const double>{u}, std::span<double>{out});
    }
    return out;
}

/// What sums miss, relative to the sum of their terms; `ratio` is the unit of u over that of f.
double missed(const Problem& left, const LineSums& sums, double ratio)
{
    const std::vector<double> taken = applied(left, sums.u);
    std::vector<double> rest(taken.size());
    for (std::size_t line = 0; line < rest.size(); ++line) {
        rest[line] = sums.f[line] - ratio * (taken[line] - sums.wall[line]);
    }
    const double terms = norm(sums.f_size) +
                         ratio * (operator_norm(left) * norm(sums.u_size) + norm(sums.wall_size));
    const double error = norm(rest);
    return error == 0.0 && terms == 0.0 ? 0.0 : error / terms;
}

/// The sums, added up along another axis, too.
LineSums along(const Problem& left, int axis, const LineSums& sums)
{
    const std::vector<double> width = three_point(left, axis).width;
    const double length = std::reduce(width.begin(), width.end());
    const Shape shape = shape_of(left);
    const auto stride = static_cast<std::size_t>(axis == 0   ? 1
                                                 : axis == 1 ? shape[0]
                                                             : shape[0] * shape[1]);
    LineSums all{sums.f.size() / width.size()};
    for (std::size_t line = 0; line < sums.f.size(); ++line) {
        const std::size_t to = line / (stride * width.size()) * stride + line % stride;
        const double weight = width[line / stride % width.size()] / length;
        all.f[to] += weight * sums.f[line];
        all.u[to] += weight * sums.u[line];
        all.wall[to] += weight * sums.wall[line];
        all.f_size[to] += weight * sums.f_size[line];
        all.u_size[to] += weight * sums.u_size[line];
        all.wall_size[to] += weight * sums.wall_size[line];
    }
    return all;
}

/// The most that sums along the stretched axis miss, and those which are also added up along others
/// from `first` on, where the operator vanishes for a constant: a slow change along one axis
/// drowns in the rounding of what rows of narrow cells along the others exchange.
double largest_missed(const Problem& left, int first, const LineSums& sums, double ratio)
{
    double largest = missed(left, sums, ratio);
    for (int axis = first; axis < 3; ++axis) {
        const Sides& sides = left.sides.at(static_cast<std::size_t>(axis));
        const bool holds = sides.lower != Condition::periodic &&
                           (sides.lower != Condition::neumann || sides.upper != Condition::neumann);
        if (!is_absent(left, axis) && !holds) {
            const double more =
                largest_missed(without_axis(left, axis), axis + 1, along(left, axis, sums), ratio);
            largest = more <= largest ? largest : more;  // also if it is not a number
        }
    }
    return largest;
}

/// By what values up to `largest` are divided.
double unit_of(double largest)
{
    return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
}

}  // namespace

template <typename T>
StretchedSummation<T>::StretchedSummation(const Problem& problem, const runtime::Machine& machine)
    : problem_{problem},
      axis_{*eliminated_axis(problem)},
      machine_{machine},
      points_{three_point(problem, axis_)},
      sum_{machine}
{
    std::vector<double> wall;
    for (std::size_t k = 0; k < points_.width.size(); ++k) {
        wall.push_back(points_.width[k] * points_.wall_at(k));
    }
    width_ = machine.copied_and_wait(std::as_bytes(std::span{points_.width}));
    wall_ = machine.copied_and_wait(std::as_bytes(std::span{wall}));
}

template <typename T>
std::vector<double> StretchedSummation<T>::table_and_wait(SumLines<T> item, int sums,
                                                          Stream stream) const
{
    std::vector<double> table(static_cast<std::size_t>(sums * item.lines()));
    item.bundle = machine_.is_host() && item.axis != 0 ? item.counts[0] : 1;
    const runtime::Array array =
        machine_.is_host() ? runtime::Array{} : machine_.allocate(std::span{table}.size_bytes());
    item.table = machine_.is_host() ? table.data() : array.as<double>();
    sum_(item, item.lines() / item.bundle, stream);
    if (!machine_.is_host()) {
        machine_.read_and_wait(std::as_writable_bytes(std::span{table}), array.data(), stream);
    }
    return table;
}

template <typename T>
StretchedSums StretchedSummation<T>::sums_and_wait(const StretchedArrays<T>& arrays,
                                                   const Communicator& ranks, Stream stream) const
{
    const Shape shape = shape_of(problem_);
    const ranks::Slice own =
        ranks::slices_of(shape[2], ranks.size()).at(static_cast<std::size_t>(ranks.rank()));
    const double unit_of_f = unit_of(arrays.largest_f);
    const double unit_of_u = unit_of(arrays.largest_u);
    SumLines<T> item{.f = arrays.f,
                     .u = arrays.u,
                     .unit_of_f = unit_of_f,
                     .unit_of_u = unit_of_u,
                     .counts = {shape[0], shape[1], own.count}};

    item.axis = axis_ == 0 ? 1 : 0;  // whose lines lie in one row along the axis
    RowSquares rows{.f = std::vector<double>(points_.width.size()),
                    .u = std::vector<double>(points_.width.size())};
    const std::int64_t across = axis_ == 0 ? shape[0] : shape[1];
    const std::vector<double> squares = table_and_wait(item, square_line_sums, stream);
    for (std::int64_t line = 0; line < item.lines(); ++line) {
        const auto row =
            static_cast<std::size_t>(axis_ == 2 ? line / across + own.first : line % across);
        rows.f[row] += squares[static_cast<std::size_t>(line)];
        rows.u[row] += squares[static_cast<std::size_t>(item.lines() + line)];
    }
    ranks::sum_over_ranks(ranks, rows.f);
    ranks::sum_over_ranks(ranks, rows.u);

    const std::int64_t first_row = axis_ == 2 ? own.first : 0;
    item.axis = axis_;
    item.width = width_.as<const double>() + first_row;
    item.wall = wall_.as<const double>() + first_row;
    LineSums lines{static_cast<std::size_t>(points(problem_)) / points_.width.size()};
    lines.put(table_and_wait(item, weighted_line_sums, stream),
              axis_ == 2 ? 0 : own.first * (axis_ == 0 ? shape[1] : shape[0]));
    lines.add_ranks(ranks);

    const Problem left = without_axis(problem_, axis_);
    const double length = std::reduce(points_.width.begin(), points_.width.end());
    const double mean = arrays.removed_mean / unit_of_f * length;
    for (std::size_t line = 0; line < lines.f.size(); ++line) {
        lines.f[line] -= mean;
        lines.f_size[line] += std::abs(mean);
    }
    const double ratio = unit_of_u / unit_of_f;
    const auto values = static_cast<double>(lines.f.size());
    return {.scale = scale_of(points_, rows, values, operator_norm(left), ratio) * unit_of_f,
            .balance_error = largest_missed(left, 0, lines, ratio)};
}

template class StretchedSummation<float>;
template class StretchedSummation<double>;

}  // namespace tobiuo::poisson
