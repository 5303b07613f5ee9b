#include "solvers/poisson/check/stretched_sums.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/threads.hpp"
#include "solvers/poisson/axis/operator_norm.hpp"
#include "solvers/poisson/axis/three_point.hpp"
#include "solvers/poisson/check/norms.hpp"
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

    void add_ranks(const Communicator& ranks)
    {
        for (std::vector<double>* one : {&f, &u, &wall, &f_size, &u_size, &wall_size}) {
            ranks::sum_over_ranks(ranks, *one);
        }
    }
};

/// Sums of squares, of each row along the axis in the end.
struct Squares {
    explicit Squares(std::size_t count) : f(count), u(count) {}

    std::vector<double> f;
    std::vector<double> u;
};

double norm(const std::vector<double>& values)
{
    return std::sqrt(std::transform_reduce(values.begin(), values.end(), 0.0, std::plus<>{},
                                           [](double value) { return value * value; }));
}

template <typename Real>
class Summation {
public:
    Summation(const Problem& problem, int axis, const Communicator& ranks)
        : axis_{axis},
          shape_{shape_of(problem)},
          points_{three_point(problem, axis)},
          lines_{static_cast<std::size_t>(points(problem)) / points_.width.size()},
          rows_{points_.width.size()}
    {
        own_ = ranks::slices_of(shape_[2], ranks.size()).at(static_cast<std::size_t>(ranks.rank()));
    }

    /// Adds the own planes, whose values are divided by these units.
    void add(const Real* f, const Real* u, double unit_of_f, double unit_of_u)
    {
        const std::int64_t nx = shape_[0];
        const std::int64_t ny = shape_[1];
        // Values that add to the same line are one thread's, in their order.
        const std::int64_t outer = axis_ == 2 ? ny : own_.count;
        const std::int64_t inner = axis_ == 2 ? own_.count : ny;
        const std::int64_t across = axis_ == 0 ? nx : ny;
        Squares parts{static_cast<std::size_t>(own_.count * across)};
        [[maybe_unused]] const int threads = threads_for(own_.count * ny * nx, 5.0);
#pragma omp parallel for schedule(static) num_threads(threads)
        for (std::int64_t i = 0; i < outer; ++i) {
            for (std::int64_t j = 0; j < inner; ++j) {
                const std::int64_t y = axis_ == 2 ? i : j;
                const std::int64_t z = axis_ == 2 ? j : i;
                const std::int64_t begin = (z * ny + y) * nx;
                for (std::int64_t x = 0; x < nx; ++x) {
                    const double f_here = static_cast<double>(f[begin + x]) / unit_of_f;
                    const double u_here = static_cast<double>(u[begin + x]) / unit_of_u;
                    add_value({x, y, own_.first + z}, f_here, u_here);
                    const auto part = static_cast<std::size_t>(z * across + (axis_ == 0 ? x : y));
                    parts.f[part] += f_here * f_here;
                    parts.u[part] += u_here * u_here;
                }
            }
        }
        for (std::size_t part = 0; part < parts.f.size(); ++part) {
            const auto count = static_cast<std::size_t>(across);
            const std::size_t row =
                axis_ == 2 ? part / count + static_cast<std::size_t>(own_.first) : part % count;
            rows_.f[row] += parts.f[part];
            rows_.u[row] += parts.u[part];
        }
    }

    void add_ranks(const Communicator& ranks)
    {
        lines_.add_ranks(ranks);
        ranks::sum_over_ranks(ranks, rows_.f);
        ranks::sum_over_ranks(ranks, rows_.u);
    }

    /// | |A| |u| + |f| | in the unit of f, where a unit of u times A is `ratio` of these; `others` is
    /// the norm of the operator but for the axis.
    [[nodiscard]] double scale(double others, double ratio) const
    {
        const std::size_t count = points_.width.size();
        const auto values = static_cast<double>(lines_.f.size());
        const auto size = [&](std::size_t k) { return std::sqrt(rows_.u[k] / values); };
        double sum = 0.0;
        for (std::size_t k = 0; k < count; ++k) {
            double row = (others + points_.diagonal(k)) * size(k);
            row += k > 0 ? points_.below[k] * size(k - 1) : 0.0;
            row += k + 1 < count ? points_.above[k] * size(k + 1) : 0.0;
            row = row * ratio + std::sqrt(rows_.f[k] / values);
            sum += points_.width[k] * row * row;
        }
        return std::sqrt(sum / length());
    }

    [[nodiscard]] const LineSums& lines() const
    {
        return lines_;
    }
    [[nodiscard]] double length() const
    {
        return std::reduce(points_.width.begin(), points_.width.end());
    }

private:
    void add_value(const Shape& at, double f, double u)
    {
        const auto row = static_cast<std::size_t>(at[static_cast<std::size_t>(axis_)]);
        const auto line =
            static_cast<std::size_t>(axis_ == 0 ? at[2] * shape_[1] + at[1]
                                                : at[0] + shape_[0] * (axis_ == 1 ? at[2] : at[1]));
        const double width = points_.width[row];
        const double wall = width * points_.wall_at(row);
        lines_.f[line] += width * f;
        lines_.u[line] += width * u;
        lines_.wall[line] += wall * u;
        lines_.f_size[line] += width * std::abs(f);
        lines_.u_size[line] += width * std::abs(u);
        lines_.wall_size[line] += wall * std::abs(u);
    }

    int axis_;
    Shape shape_;
    ThreePoint points_;
    ranks::Slice own_;
    LineSums lines_;
    Squares rows_;
};

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
        const bool holds =
            sides.lower == Condition::dirichlet || sides.upper == Condition::dirichlet;
        if (!is_absent(left, axis) && !holds) {
            const double more =
                largest_missed(without_axis(left, axis), axis + 1, along(left, axis, sums), ratio);
            largest = more <= largest ? largest : more;  // also if it is not a number
        }
    }
    return largest;
}

template <typename Real>
StretchedSums sums(const Problem& problem, std::span<const Real> f, double removed_mean,
                   std::span<const Real> u, const Communicator& ranks)
{
    const int axis = *stretched_axis(problem);
    const double largest_f = norms_of(problem, f, ranks).max;
    const double largest_u = norms_of(problem, u, ranks).max;
    const auto unit = [](double largest) {
        return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
    };
    const double ratio = unit(largest_u) / unit(largest_f);
    Summation<Real> all{problem, axis, ranks};
    all.add(f.data(), u.data(), unit(largest_f), unit(largest_u));
    all.add_ranks(ranks);

    const Problem left = without_axis(problem, axis);
    LineSums lines = all.lines();
    const double mean = removed_mean / unit(largest_f) * all.length();
    for (std::size_t line = 0; line < lines.f.size(); ++line) {
        lines.f[line] -= mean;
        lines.f_size[line] += std::abs(mean);
    }
    return {.scale = all.scale(operator_norm(left), ratio) * unit(largest_f),
            .balance_error = largest_missed(left, 0, lines, ratio)};
}

}  // namespace

StretchedSums stretched_sums(const Problem& problem, std::span<const double> f, double removed_mean,
                             std::span<const double> u, const Communicator& ranks)
{
    return sums(problem, f, removed_mean, u, ranks);
}

StretchedSums stretched_sums(const Problem& problem, std::span<const float> f, double removed_mean,
                             std::span<const float> u, const Communicator& ranks)
{
    return sums(problem, f, removed_mean, u, ranks);
}

}  // namespace tobiuo::poisson
