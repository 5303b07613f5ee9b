// SPDX-License-Identifier: BSD-3-Clause
// The orders of convergence with implicit diffusion, by steps that explicit diffusion does not bear.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

double implicit_order(double coarse, double fine)
{
    return std::log2(coarse / fine);
}

/// Whether steps of this length are beyond the limit of explicit diffusion.
void expect_beyond_explicit(Problem problem, double time_step)
{
    EXPECT_LE(time_step, step_limit(problem, 0.0, 1.73).seconds);
    problem.implicit_diffusion.reset();
    EXPECT_GT(time_step, 1.2 * step_limit(problem, 0.0, 1.73).seconds);
}

/// A channel with walls across `axis` at -1 and 1, where diffusion is implicit.
Problem implicit_channel(std::size_t axis, int n, bool stretched)
{
    Problem problem{.grid = box({1, 1, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.5};
    Axis& across = problem.grid.axes.at(axis);
    across = {.cells = n, .lower = -1.0, .upper = 1.0};
    for (int node = 0; stretched && node <= n; ++node) {
        across.nodes.push_back(std::tanh(1.5 * (2.0 * node / n - 1.0)) / std::tanh(1.5));
    }
    if (stretched) {
        across.nodes.front() = -1.0;
        across.nodes.back() = 1.0;
    }
    problem.faces.at(axis) = both(FaceKind::no_slip);
    problem.implicit_diffusion = static_cast<int>(axis);
    return problem;
}

/// The decay of a shear flow and of a scalar beside it: cos(pi s / 2) between the walls.
double error_of_implicit_decay(std::size_t axis, int n, bool stretched)
{
    Problem problem = implicit_channel(axis, n, stretched);
    problem.scalar = Scalar{.diffusivity = 0.25};
    problem.scalar->faces.at(2 * axis) = {.kind = ScalarFaceKind::value, .number = 0.0};
    problem.scalar->faces.at(2 * axis + 1) = {.kind = ScalarFaceKind::value, .number = 0.0};
    constexpr double pi = std::numbers::pi;
    const Component mode = [axis](double x, double y, double z) {
        return std::cos(0.5 * pi * (axis == 0 ? x : axis == 1 ? y : z));
    };
    const Field begin = axis == 0 ? Field{zero, mode, zero} : Field{mode, zero, zero};
    Solver solver = started_with(problem, begin, mode);
    constexpr double until = 0.5;
    const int steps = n / 4;
    expect_beyond_explicit(problem, until / steps);
    advance(solver, until, steps);
    const auto error = [&](const std::vector<double>& found, std::vector<double> exact,
                           double friction) {
        for (double& value : exact) {
            value *= std::exp(-friction * 0.25 * pi * pi * until);
        }
        return largest_difference(found, exact);
    };
    const Velocity<double> end = velocity_of<double>(solver);
    const int component = axis == 0 ? 1 : 0;
    return std::max(
        error(component == 1 ? end.v : end.u, sampled<double>(problem, component, mode),
              problem.viscosity),
        error(scalar_of(solver), sampled_at_centres(problem, mode), problem.scalar->diffusivity));
}

TEST(ImplicitOrderValidation, is_2_between_walls)
{
    for (const std::size_t axis : {0U, 1U, 2U}) {
        EXPECT_NEAR(implicit_order(error_of_implicit_decay(axis, 24, false),
                                   error_of_implicit_decay(axis, 48, false)),
                    2.0, test::observed_order)
            << axis;
    }
}

TEST(ImplicitOrderValidation, is_2_between_walls_across_a_stretched_axis)
{
    for (const std::size_t axis : {0U, 1U, 2U}) {
        EXPECT_NEAR(implicit_order(error_of_implicit_decay(axis, 24, true),
                                   error_of_implicit_decay(axis, 48, true)),
                    2.0, test::observed_order)
            << axis;
    }
}

/// The error of vortices on cells that are five times as narrow along the implicit axis.
double error_of_narrow_vortices(std::size_t implicit, FaceKind kind, int n)
{
    Problem problem = vortex_problem({n, n, 1}, 0.2);
    problem.grid.axes.at(implicit).cells = 5 * n;
    problem.faces[0] = both(kind);
    problem.faces[1] = both(kind);
    problem.implicit_diffusion = static_cast<int>(implicit);
    Solver solver = started(problem, taylor_green());
    expect_beyond_explicit(problem, 1.0 / n);
    advance(solver, 1.0, n);
    Velocity<double> exact = sampled<double>(problem, taylor_green());
    for (auto* component : {&exact.u, &exact.v}) {
        for (double& value : *component) {
            value *= std::exp(-2.0 * problem.viscosity);
        }
    }
    return largest_difference(velocity_of<double>(solver), exact);
}

TEST(ImplicitOrderValidation, is_2_for_vortices)
{
    for (const FaceKind kind : {FaceKind::periodic, FaceKind::free_slip}) {
        for (const std::size_t axis : {0U, 1U}) {
            EXPECT_NEAR(implicit_order(error_of_narrow_vortices(axis, kind, 12),
                                       error_of_narrow_vortices(axis, kind, 24)),
                        2.0, test::observed_order)
                << axis;
        }
    }
}

/// A vortex in a closed box, which friction at its walls spins down: u and v are the derivatives of
/// the stream function sin(pi x)^2 sin(pi y)^2.
Field vortex_between_walls()
{
    const auto one = [](double s, double t) {
        constexpr double pi = std::numbers::pi;
        return std::sin(pi * s) * std::sin(pi * s) * std::sin(2.0 * pi * t);
    };
    return {[=](double x, double y, double) { return one(x, y); },
            [=](double x, double y, double) { return -one(y, x); }, zero};
}

Solver after_spinning_down(int steps)
{
    Problem problem{.grid = box({12, 48, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.02};
    problem.faces[0] = both(FaceKind::no_slip);
    problem.faces[1] = both(FaceKind::no_slip);
    problem.implicit_diffusion = 1;
    Solver solver = started(problem, vortex_between_walls());
    advance(solver, 0.5, steps);
    return solver;
}

std::vector<double> end_pressure(const Solver& solver)
{
    std::vector<double> pressure(static_cast<std::size_t>(flow::points(solver.problem())));
    solver.pressure(pressure.data());
    return pressure;
}

TEST(ImplicitOrderValidation, is_2_in_time_in_a_closed_box)
{
    const Solver exact = after_spinning_down(2000);
    const Solver coarse = after_spinning_down(160);
    const Solver fine = after_spinning_down(320);
    const auto error = [&](const Solver& solver) {
        return largest_difference(velocity_of<double>(solver), velocity_of<double>(exact));
    };
    EXPECT_NEAR(implicit_order(error(coarse), error(fine)), 2.0, test::observed_order);
    const auto pressure_error = [&](const Solver& solver) {
        return largest_difference(end_pressure(solver), end_pressure(exact));
    };
    EXPECT_GT(implicit_order(pressure_error(coarse), pressure_error(fine)),
              1.0 - test::observed_order);
}

double error_of_implicit_layer(int n)
{
    const auto problem = [n](double time) {
        Problem one = stokes_problem(n, time);
        one.implicit_diffusion = 1;
        return one;
    };
    Solver solver = started(problem(0.0), {stokes_layer(0.0), zero, zero});
    const int steps = n / 2;
    expect_beyond_explicit(problem(0.0), 1.0 / steps);
    advance(solver, problem, 0.0, 1.0, steps);
    return stokes_error_at_1(solver);
}

TEST(ImplicitOrderValidation, is_2_at_an_oscillating_plate)
{
    EXPECT_NEAR(implicit_order(error_of_implicit_layer(32), error_of_implicit_layer(64)), 2.0,
                test::observed_order);
}

}  // namespace
}  // namespace tobiuo::flow
