// SPDX-License-Identifier: BSD-3-Clause
// The orders of convergence of the flow solver against exact flows.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/solvers/flow/flows.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

constexpr double pi = std::numbers::pi;

double order_of(double coarse, double fine)
{
    return std::log2(coarse / fine);
}

/// The largest error after `until` on n cells, by time steps in proportion to their width.
using Error = double (*)(int n);

void expect_order(double order, Error error, int coarse)
{
    const double first = error(coarse);
    const double second = error(2 * coarse);
    EXPECT_NEAR(order_of(first, second), order, test::observed_order) << first << " and " << second;
}

double error_of_vortices(const Problem& problem, double until, int steps)
{
    Solver solver = started(problem, taylor_green());
    advance(solver, until, steps);
    Velocity<double> exact = sampled<double>(problem, taylor_green());
    for (auto* component : {&exact.u, &exact.v}) {
        for (double& value : *component) {
            value *= std::exp(-2.0 * problem.viscosity * until);
        }
    }
    return largest_difference(velocity_of<double>(solver), exact);
}

TEST(FlowOrderValidation, is_2_for_vortices_in_a_periodic_box)
{
    expect_order(
        2.0,
        [](int n) {
            return error_of_vortices(vortex_problem({n, n, 1}, 0.05), 1.0, n);
        },
        24);
}

TEST(FlowOrderValidation, is_2_for_vortices_in_each_plane)
{
    // The same flow with x called y, y called z, and z called x.
    expect_order(
        2.0,
        [](int n) {
            const Problem problem = vortex_problem({1, n, n}, 0.05);
            const Field plane = taylor_green();
            const Field turned{zero,
                               [=](double, double y, double z) { return plane[0](y, z, 0.0); },
                               [=](double, double y, double z) { return plane[1](y, z, 0.0); }};
            Solver solver = started(problem, turned);
            advance(solver, 1.0, n);
            Velocity<double> exact = sampled<double>(problem, turned);
            for (auto* component : {&exact.v, &exact.w}) {
                for (double& value : *component) {
                    value *= std::exp(-2.0 * problem.viscosity);
                }
            }
            return largest_difference(velocity_of<double>(solver), exact);
        },
        24);
}

TEST(FlowOrderValidation, is_2_for_vortices_between_free_slip_faces)
{
    expect_order(
        2.0,
        [](int n) {
            Problem problem = vortex_problem({n, n, 1}, 0.05);
            problem.faces[0] = both(FaceKind::free_slip);
            problem.faces[1] = both(FaceKind::free_slip);
            return error_of_vortices(problem, 1.0, n);
        },
        24);
}

/// Nodes of `cells` cells between -1 and 1, denser at both ends.
std::vector<double> dense_nodes(int cells)
{
    std::vector<double> nodes;
    for (int node = 0; node <= cells; ++node) {
        nodes.push_back(std::tanh(1.5 * (2.0 * node / cells - 1.0)) / std::tanh(1.5));
    }
    nodes.front() = -1.0;
    nodes.back() = 1.0;
    return nodes;
}

/// A channel along x with walls across `axis` at -1 and 1.
Problem channel(int axis, int n, bool stretched)
{
    const auto at = static_cast<std::size_t>(axis);
    Problem problem{.grid = box({2, 2, 2}, {1.0, 1.0, 1.0}), .viscosity = 0.5};
    problem.grid.axes.at(at) = {.cells = n, .lower = -1.0, .upper = 1.0};
    if (stretched) {
        problem.grid.axes.at(at).nodes = dense_nodes(n);
    }
    problem.faces.at(at) = both(FaceKind::no_slip);
    return problem;
}

/// The decay of the slowest mode cos(pi s / 2) of a channel, by friction at its walls.
double error_of_decay(int axis, int n, bool stretched)
{
    const Problem problem = channel(axis, n, stretched);
    const Component mode = [axis](double /*x*/, double y, double z) {
        return std::cos(0.5 * pi * (axis == 1 ? y : z));
    };
    Solver solver = started(problem, {mode, zero, zero});
    constexpr double until = 0.25;
    advance(solver, until, n * n / 2);
    std::vector<double> exact = sampled<double>(problem, 0, mode);
    for (double& value : exact) {
        value *= std::exp(-problem.viscosity * 0.25 * pi * pi * until);
    }
    return largest_difference(velocity_of<double>(solver).u, exact);
}

TEST(FlowOrderValidation, is_2_between_walls)
{
    expect_order(
        2.0, [](int n) { return error_of_decay(1, n, false); }, 16);
    expect_order(
        2.0, [](int n) { return error_of_decay(2, n, false); }, 16);
}

TEST(FlowOrderValidation, is_2_between_walls_across_a_stretched_axis)
{
    expect_order(
        2.0, [](int n) { return error_of_decay(1, n, true); }, 16);
    expect_order(
        2.0, [](int n) { return error_of_decay(2, n, true); }, 16);
}

/// L. I. G. Kovasznay, Math. Proc. Camb. Phil. Soc. 44, 58 (1948): steady, Re = 40, behind a grid.
Field kovasznay()
{
    const double rate = 20.0 - std::sqrt(400.0 + 4.0 * pi * pi);
    return {[=](double x, double y, double /*z*/) {
                return 1.0 - std::exp(rate * x) * std::cos(2.0 * pi * y);
            },
            [=](double x, double y, double /*z*/) {
                return rate / (2.0 * pi) * std::exp(rate * x) * std::sin(2.0 * pi * y);
            },
            zero};
}

TEST(FlowOrderValidation, is_2_for_given_velocities_on_the_faces)
{
    expect_order(
        2.0,
        [](int n) {
            Problem problem{.grid = box({n, n, 1}, {1.0, 1.0, 1.0}), .viscosity = 1.0 / 40.0};
            problem.grid.axes[0].lower = -0.5;
            problem.grid.axes[0].upper = 0.5;
            const Field exact = kovasznay();
            problem.faces[0] = both(FaceKind::inflow);
            for (std::size_t component = 0; component < 2; ++component) {
                const int which = static_cast<int>(component);
                problem.faces[0].lower.profile.at(component) =
                    sampled_on_face(problem, 0, which, exact.at(component));
                problem.faces[0].upper.profile.at(component) =
                    sampled_on_face(problem, 1, which, exact.at(component));
            }
            Solver solver = started(problem, exact);
            advance(solver, 2.0, 10 * n);
            return largest_difference(velocity_of<double>(solver), sampled<double>(problem, exact));
        },
        24);
}

/// The difference of the velocity after `steps` steps from that after many.
double error_in_time(int steps)
{
    const Problem problem = vortex_problem({16, 16, 16}, 0.0);
    constexpr double until = 0.8;
    Solver solver = started(problem, taylor_green_3d());
    advance(solver, until, steps);
    Solver reference = started(problem, taylor_green_3d());
    advance(reference, until, 128);
    return largest_difference(velocity_of<double>(solver), velocity_of<double>(reference));
}

TEST(FlowOrderValidation, is_3_in_time)
{
    expect_order(3.0, error_in_time, 8);
}

/// A wave that a uniform flow carries along x while it decays.
double error_of_wave(int n)
{
    Problem problem = vortex_problem({n, 2, 2}, 0.0);
    problem.scalar = Scalar{.diffusivity = 0.1};
    const Component one = [](double, double, double) { return 1.0; };
    Solver solver = started_with(problem, {one, zero, zero},
                                 [](double x, double, double) { return std::sin(x); });
    advance(solver, 1.0, 2 * n);
    return largest_difference(scalar_of(solver),
                              sampled_at_centres(problem, [](double x, double, double) {
                                  return std::exp(-0.1) * std::sin(x - 1.0);
                              }));
}

TEST(FlowOrderValidation, is_2_for_a_wave_in_a_uniform_flow)
{
    expect_order(2.0, error_of_wave, 16);
}

/// The slowest mode between a face with a value and one that insulates, along each axis.
double error_of_mode(std::size_t axis, int n)
{
    Problem problem{.grid = box({2, 2, 2}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.grid.axes.at(axis).cells = n;
    problem.faces.at(axis) = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 0.5};
    problem.scalar->faces.at(2 * axis) = {.kind = ScalarFaceKind::value, .number = 1.0};
    const auto mode = [axis](double time) {
        return [=](double x, double y, double z) {
            const double s = axis == 0 ? x : axis == 1 ? y : z;
            return 1.0 + std::exp(-0.5 * 0.25 * pi * pi * time) * std::sin(0.5 * pi * s);
        };
    };
    Solver solver = started_with(problem, {zero, zero, zero}, mode(0.0));
    advance(solver, 0.25, n * n / 2);
    return largest_difference(scalar_of(solver), sampled_at_centres(problem, mode(0.25)));
}

TEST(FlowOrderValidation, is_2_for_a_scalar_between_faces)
{
    for (const std::size_t axis : {0U, 1U, 2U}) {
        EXPECT_NEAR(order_of(error_of_mode(axis, 12), error_of_mode(axis, 24)), 2.0,
                    test::observed_order)
            << axis;
    }
}

/// The steady flow along z that buoyancy -1 and viscosity 1 drive in a slot without ends between
/// walls at x = 0 and 1, where the scalar is x.
///
/// Source    G. K. Batchelor, Q. Appl. Math. 12, 209 (1954).
double slot_velocity(double x)
{
    return x * (x - 0.5) * (x - 1.0) / 6.0;
}

double error_in_slot(int n)
{
    Problem problem{.grid = box({n, 1, 2}, {1.0, 1.0, 1.0}), .viscosity = 1.0};
    problem.faces[0] = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 1.0, .buoyancy = {0.0, 0.0, -1.0}, .reference = 0.5};
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = 0.0};
    problem.scalar->faces[1] = {.kind = ScalarFaceKind::value, .number = 1.0};
    const Component velocity = [](double x, double, double) { return slot_velocity(x); };
    Solver solver =
        started_with(problem, {zero, zero, velocity}, [](double x, double, double) { return x; });
    advance(solver, 0.5, 2 * n * n);
    return largest_difference(velocity_of<double>(solver).w, sampled<double>(problem, 2, velocity));
}

TEST(FlowOrderValidation, is_2_for_buoyancy_in_a_slot)
{
    expect_order(2.0, error_in_slot, 12);
}

/// The difference of the scalar after `steps` steps from that after many, with buoyancy.
double error_in_time_with_buoyancy(int steps)
{
    Problem problem = vortex_problem({12, 12, 12}, 0.0);
    problem.scalar = Scalar{.diffusivity = 0.01, .buoyancy = {0.0, 1.0, 0.5}};
    const Component begin = [](double x, double y, double z) {
        return std::cos(x) * std::sin(y + z);
    };
    const auto after = [&](int count) {
        Solver solver = started_with(problem, taylor_green_3d(), begin);
        advance(solver, 0.8, count);
        return scalar_of(solver);
    };
    return largest_difference(after(steps), after(128));
}

TEST(FlowOrderValidation, is_3_in_time_with_buoyancy)
{
    expect_order(3.0, error_in_time_with_buoyancy, 8);
}

}  // namespace
}  // namespace tobiuo::flow
