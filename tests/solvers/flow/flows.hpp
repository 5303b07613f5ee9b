// SPDX-License-Identifier: BSD-3-Clause
// Flows for tests: exact velocities sampled on a staggered grid, and errors.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow.hpp>

namespace tobiuo::flow {

/// A velocity component as a function of the position.
using Component = std::function<double(double x, double y, double z)>;
using Field = std::array<Component, 3>;

template <typename T>
struct Velocity {
    std::vector<T> u;
    std::vector<T> v;
    std::vector<T> w;

    [[nodiscard]] bool operator==(const Velocity&) const = default;
};

/// A scalar at the centres of cells.
template <typename T = double>
[[nodiscard]] std::vector<T> sampled_at_centres(const Problem& problem, const Component& value)
{
    std::vector<T> values;
    const auto& axes = problem.grid.axes;
    for (std::int64_t k = 0; k < axes[2].cells; ++k) {
        for (std::int64_t j = 0; j < axes[1].cells; ++j) {
            for (std::int64_t i = 0; i < axes[0].cells; ++i) {
                values.push_back(
                    static_cast<T>(value(axes[0].centre(i), axes[1].centre(j), axes[2].centre(k))));
            }
        }
    }
    return values;
}

/// The component at its points of the grid.
template <typename T>
[[nodiscard]] std::vector<T> sampled(const Problem& problem, int component, const Component& value)
{
    std::vector<T> values;
    const auto& axes = problem.grid.axes;
    for (std::int64_t k = 0; k < axes[2].cells; ++k) {
        for (std::int64_t j = 0; j < axes[1].cells; ++j) {
            for (std::int64_t i = 0; i < axes[0].cells; ++i) {
                values.push_back(
                    static_cast<T>(value(velocity_position(problem, component, 0, i),
                                         velocity_position(problem, component, 1, j),
                                         velocity_position(problem, component, 2, k))));
            }
        }
    }
    return values;
}

template <typename T>
[[nodiscard]] Velocity<T> sampled(const Problem& problem, const Field& field)
{
    return {sampled<T>(problem, 0, field[0]), sampled<T>(problem, 1, field[1]),
            sampled<T>(problem, 2, field[2])};
}

/// The values of a component along the face 2 axis + end, as a profile has them.
[[nodiscard]] inline std::vector<double> sampled_on_face(const Problem& problem, int face,
                                                         int component, const Component& value)
{
    const int axis = face / 2;
    const int faster = axis == 0 ? 1 : 0;
    const int slower = axis == 2 ? 1 : 2;
    const auto at = [&](int of) { return problem.grid.axes.at(static_cast<std::size_t>(of)); };
    std::vector<double> values;
    for (std::int64_t row = 0; row < at(slower).cells; ++row) {
        for (std::int64_t column = 0; column < at(faster).cells; ++column) {
            std::array<double, 3> place{};
            place.at(static_cast<std::size_t>(axis)) =
                face % 2 == 0 ? at(axis).lower : at(axis).upper;
            place.at(static_cast<std::size_t>(faster)) =
                velocity_position(problem, component, faster, column);
            place.at(static_cast<std::size_t>(slower)) =
                velocity_position(problem, component, slower, row);
            values.push_back(value(place[0], place[1], place[2]));
        }
    }
    return values;
}

template <typename T>
[[nodiscard]] Velocity<T> velocity_of(const Solver& solver)
{
    const auto points = static_cast<std::size_t>(flow::points(solver.problem()));
    Velocity<T> velocity{std::vector<T>(points), std::vector<T>(points), std::vector<T>(points)};
    solver.velocity(velocity.u.data(), velocity.v.data(), velocity.w.data());
    return velocity;
}

/// A solver on the CPU that has begun.
template <typename T = double>
[[nodiscard]] Solver started(const Problem& problem, const Field& field, int threads = 1)
{
    Solver solver{problem, {.backend = Backend::cpu, .threads = threads}};
    const Velocity<T> begin = sampled<T>(problem, field);
    solver.start(begin.u.data(), begin.v.data(), begin.w.data());
    return solver;
}

/// The problem with everything that may act inside the box; no face is an outflow.
[[nodiscard]] inline Problem with_sources(Problem problem)
{
    problem.sources = {
        .force = {"sin(3*x)*cos(20*t)", "0.2*z - 0.1*y", "0.1*cos(y + 10*t)"},
        .rotation = {0.5, -0.3, 1.2},
        .sponge = {.rate = "30 * max(0, x - 0.5)", .velocity = {"0.3", "sin(z)", "0.1*cos(20*t)"}}};
    if (problem.scalar) {
        problem.sources.scalar = "x*y - exp(-t)";
        problem.sources.scalar_gradient = {0.2, -0.4, 0.1};
        problem.sources.sponge.scalar = "0.5";
    }
    return problem;
}

/// The problem with eddies of a model, and a viscosity that a formula changes.
[[nodiscard]] inline Problem with_eddies(Problem problem, EddyModel model,
                                         std::string more_viscosity = {})
{
    problem.eddies = {.model = model, .more_viscosity = std::move(more_viscosity)};
    return problem;
}

/// All that its steps depend on.
template <typename T = double>
[[nodiscard]] std::vector<T> state_of(const Solver& solver)
{
    std::vector<T> state(static_cast<std::size_t>(solver.state_values()));
    solver.state(state.data());
    return state;
}

inline void advance(Solver& solver, double until, int steps)
{
    for (int step = 0; step < steps; ++step) {
        solver.step(until / steps);
    }
}

template <typename T>
[[nodiscard]] double largest_difference(const std::vector<T>& a, const std::vector<T>& b)
{
    double largest = 0.0;
    for (std::size_t at = 0; at < a.size(); ++at) {
        largest =
            std::max(largest, std::abs(static_cast<double>(a[at]) - static_cast<double>(b[at])));
    }
    return largest;
}

template <typename T>
[[nodiscard]] double largest_difference(const Velocity<T>& a, const Velocity<T>& b)
{
    return std::max(
        {largest_difference(a.u, b.u), largest_difference(a.v, b.v), largest_difference(a.w, b.w)});
}

[[nodiscard]] inline std::vector<double> scalar_of(const Solver& solver)
{
    std::vector<double> values(static_cast<std::size_t>(flow::points(solver.problem())));
    solver.scalar(values.data());
    return values;
}

/// A solver on the CPU with velocity and scalar.
[[nodiscard]] inline Solver started_with(const Problem& problem, const Field& velocity,
                                         const Component& scalar)
{
    Solver solver = started(problem, velocity);
    solver.set_scalar(sampled_at_centres(problem, scalar).data());
    return solver;
}

/// Both faces of an axis alike.
[[nodiscard]] inline Faces both(FaceKind kind)
{
    return {.lower = {.kind = kind}, .upper = {.kind = kind}};
}

inline double zero(double /*x*/, double /*y*/, double /*z*/)
{
    return 0.0;
}

/// The vortices of Taylor and Green in a box of 2 pi, without the decay exp(-2 viscosity t).
///
/// Source    G. I. Taylor and A. E. Green, Proc. R. Soc. A 158, 499 (1937).
[[nodiscard]] inline Field taylor_green()
{
    return {[](double x, double y, double /*z*/) { return std::sin(x) * std::cos(y); },
            [](double x, double y, double /*z*/) { return -std::cos(x) * std::sin(y); }, zero};
}

/// The same in three dimensions: an initial velocity only.
[[nodiscard]] inline Field taylor_green_3d()
{
    return {[](double x, double y, double z) { return std::sin(x) * std::cos(y) * std::cos(z); },
            [](double x, double y, double z) { return -std::cos(x) * std::sin(y) * std::cos(z); },
            zero};
}

/// A velocity that no face fits.
[[nodiscard]] inline Field swirl()
{
    return {[](double /*x*/, double y, double z) { return std::sin(7.0 * y) * z; },
            [](double x, double /*y*/, double z) { return std::cos(5.0 * x + z); },
            [](double x, double y, double /*z*/) { return x * y; }};
}

/// A box of 2 pi with `n` cells along the axes that are longer than one.
[[nodiscard]] inline Problem vortex_problem(const Extents& cells, double viscosity)
{
    constexpr double length = 2.0 * std::numbers::pi;
    return {.grid = box(cells, {length, length, length}), .viscosity = viscosity};
}

}  // namespace tobiuo::flow
