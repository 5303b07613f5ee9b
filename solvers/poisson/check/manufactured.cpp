// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/manufactured.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/host/host_solver.hpp"

namespace tobiuo::poisson {
namespace {

constexpr double pi = std::numbers::pi;

/// A number with its first and second derivative. Sums, products and functions compute all three.
struct Jet {
    double value{};
    double first{};
    double second{};
};

Jet operator*(const Jet& a, const Jet& b)
{
    return {a.value * b.value, a.first * b.value + a.value * b.first,
            a.second * b.value + 2.0 * a.first * b.first + a.value * b.second};
}

/// g(inner), from g and its derivatives there.
Jet chain(const Jet& g, const Jet& inner)
{
    return {g.value, g.first * inner.first,
            g.second * inner.first * inner.first + g.first * inner.second};
}

Jet sine(const Jet& x)
{
    return chain({std::sin(x.value), std::cos(x.value), -std::sin(x.value)}, x);
}

Jet cosine(const Jet& x)
{
    return chain({std::cos(x.value), -std::sin(x.value), -std::cos(x.value)}, x);
}

Jet exponential(const Jet& x)
{
    const double e = std::exp(x.value);
    return chain({e, e, e}, x);
}

Jet linear(double slope, double offset, double s)
{
    return {slope * s + offset, slope, 0.0};
}

/// A factor on s in [0, 1]. cos(pi s) is even about both ends, so it may be combined with the
/// others.
Jet symmetric(const Sides& sides, double s)
{
    const Jet even = exponential(cosine(linear(pi, 0.0, s)));
    const bool odd_lower = sides.lower == Condition::dirichlet;
    const bool odd_upper = sides.upper == Condition::dirichlet;
    if (odd_lower && odd_upper) {
        return sine(linear(pi, 0.0, s)) * even;
    }
    if (odd_lower) {
        return sine(linear(0.5 * pi, 0.0, s)) * even;
    }
    return odd_upper ? cosine(linear(0.5 * pi, 0.0, s)) * even : even;
}

}  // namespace

Manufactured::Manufactured(Problem problem, AtWalls walls)
    : problem_{std::move(problem)}, walls_{walls}
{
    validate(problem_);
}

Manufactured::Factor Manufactured::factor(int axis, double at) const
{
    const auto index = static_cast<std::size_t>(axis);
    const Axis& one = problem_.grid.axes.at(index);
    const Sides& sides = problem_.sides.at(index);
    const double length = one.upper - one.lower;
    const double s = (at - one.lower) / length;
    Jet jet{1.0, 0.0, 0.0};
    if (sides.lower != Condition::periodic && walls_ == AtWalls::symmetric) {
        jet = symmetric(sides, s);
    } else if (sides.lower != Condition::periodic) {
        jet = exponential(linear(0.7, 0.1 * (axis + 1), s)) * sine(linear(2.1, 0.5 + axis, s));
    } else if (one.cells > 1) {
        jet = exponential(sine(linear(2.0 * pi, 0.3 * (axis + 1), s)));
    }
    return {jet.value, jet.first / length, jet.second / (length * length)};
}

std::array<std::vector<Manufactured::Factor>, 3> Manufactured::factors() const
{
    std::array<std::vector<Factor>, 3> all;
    for (int axis = 0; axis < 3; ++axis) {
        for (std::int64_t i = 0; i < unknowns(problem_, axis).count; ++i) {
            all.at(static_cast<std::size_t>(axis))
                .push_back(factor(axis, position(problem_, axis, i)));
        }
    }
    return all;
}

template <typename Formula>
std::vector<double> Manufactured::at_all_points(const Formula& formula) const
{
    const auto [xs, ys, zs] = factors();
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(points(problem_)));
    for (const Factor& z : zs) {
        for (const Factor& y : ys) {
            for (const Factor& x : xs) {
                values.push_back(formula(x, y, z));
            }
        }
    }
    return values;
}

std::vector<double> Manufactured::solution() const
{
    return at_all_points([](const Factor& x, const Factor& y, const Factor& z) {
        return x.value * y.value * z.value;
    });
}

std::vector<double> Manufactured::right_hand_side() const
{
    return at_all_points([this](const Factor& x, const Factor& y, const Factor& z) {
        return x.second * y.value * z.value + x.value * y.second * z.value +
               x.value * y.value * z.second + problem_.lambda * x.value * y.value * z.value;
    });
}

FaceValues Manufactured::face_values() const
{
    const auto all = factors();
    FaceValues faces;
    for (int axis = 0; axis < 3; ++axis) {
        for (int end = 0; end < 2; ++end) {
            const Condition condition = condition_of(problem_, axis, end);
            if (condition == Condition::periodic) {
                continue;
            }
            const Axis& one = problem_.grid.axes.at(static_cast<std::size_t>(axis));
            const Factor wall = factor(axis, end == 0 ? one.lower : one.upper);
            const double outward = end == 0 ? -wall.first : wall.first;
            const Robin& robin = problem_.sides.at(static_cast<std::size_t>(axis))
                                     .robin.at(static_cast<std::size_t>(end));
            const double across = condition == Condition::dirichlet ? wall.value
                                  : condition == Condition::robin
                                      ? robin.a * wall.value + robin.b * outward
                                      : outward;
            const Face face = face_of(problem_, axis, end);
            auto& values =
                faces.of.at(static_cast<std::size_t>(axis)).at(static_cast<std::size_t>(end));
            for (const Factor& slower : all.at(static_cast<std::size_t>(face.along[1]))) {
                for (const Factor& faster : all.at(static_cast<std::size_t>(face.along[0]))) {
                    values.push_back(across * slower.value * faster.value);
                }
            }
        }
    }
    return faces;
}

double discretisation_error(const Problem& problem, AtWalls walls)
{
    const Manufactured made{problem, walls};
    const BoundaryLift lift{problem, made.face_values()};
    std::vector<double> u = made.right_hand_side();
    lift.subtract_from(std::span<double>{u});
    static_cast<void>(HostSolver{problem}.solve(u, u));
    lift.add_to(std::span<double>{u});
    const std::vector<double> exact = made.solution();
    for (std::size_t at = 0; at < u.size(); ++at) {
        u[at] -= exact[at];
    }
    const Norms error = norms_of(problem, std::span<const double>{u});
    if (!has_null_space(problem)) {
        return error.l2;
    }
    std::ranges::for_each(u, [&](double& value) { value -= error.mean; });
    return norms_of(problem, std::span<const double>{u}).l2;
}

}  // namespace tobiuo::poisson
