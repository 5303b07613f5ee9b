// SPDX-License-Identifier: BSD-3-Clause
// What acts inside the box of a flow: formulas, rotation, a mean gradient of the scalar, a sponge.
#include <tobiuo/flow/solver.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "tests/solvers/flow/flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

/// A periodic box in which a uniform velocity turns.
Problem turning_box(const std::array<double, 3>& rotation)
{
    Problem problem{.grid = box({4, 4, 4}, {1.0, 1.0, 1.0})};
    problem.sources.rotation = rotation;
    return problem;
}

/// u' = f v, v' = -f u: after a quarter of 2 pi / f the velocity along x is along -y.
TEST(FlowSources, turn_a_uniform_velocity_at_the_inertial_frequency)
{
    for (const std::size_t axis : {0U, 1U, 2U}) {
        std::array<double, 3> rotation{};
        rotation.at(axis) = 2.0;
        const std::size_t first = (axis + 1) % 3;
        const std::size_t second = (axis + 2) % 3;
        Field begin{zero, zero, zero};
        begin.at(first) = [](double, double, double) { return 1.0; };
        const auto error_of = [&](int steps) {
            Solver solver = started(turning_box(rotation), begin);
            advance(solver, pi / 4.0, steps);
            const Velocity<double> end = velocity_of<double>(solver);
            const std::array all{end.u.front(), end.v.front(), end.w.front()};
            EXPECT_NEAR(all.at(axis), 0.0, 1e-15);
            return std::hypot(all.at(first), all.at(second) + 1.0);
        };
        EXPECT_LT(error_of(20), 1e-4);
        EXPECT_GT(error_of(10) / error_of(20), 7.0) << "third order";
    }
}

/// The Coriolis force does no work, on unequal cells between walls either.
TEST(FlowSources, rotation_keeps_kinetic_energy)
{
    Problem problem = vortex_problem({10, 9, 8}, 0.0);
    problem.faces[2] = both(FaceKind::free_slip);
    problem.faces[0] = both(FaceKind::free_slip);
    Axis& z = problem.grid.axes[2];
    for (int node = 0; node <= 8; ++node) {
        z.nodes.push_back(z.upper * node * (node + 4.0) / 96.0);
    }
    z.nodes.back() = z.upper;
    problem.sources.rotation = {3.0, -2.0, 5.0};
    const auto loss = [&](int steps) {
        Solver solver = started(problem, swirl());
        const double begin = solver.observed_and_wait().kinetic_energy;
        advance(solver, 0.05, steps);
        solver.step(1e-9);
        return std::abs(solver.observed_and_wait().kinetic_energy - begin) / begin;
    };
    EXPECT_LT(loss(20), 1e-5);
    EXPECT_GT(loss(10) / loss(20), 6.0) << "only the error of time steps";
}

/// A force with a divergence is pressure; the rest of cos(t) is integrated at third order.
TEST(FlowSources, integrate_a_force_in_time)
{
    Problem problem{.grid = box({8, 4, 4}, {1.0, 1.0, 1.0})};
    problem.sources.force = {"sin(2*pi*x)", "cos(5*t)", ""};
    const auto error_of = [&](int steps) {
        Solver solver = started(problem, {zero, zero, zero});
        solver.set_time(0.3);
        advance(solver, 0.4, steps);
        const Velocity<double> end = velocity_of<double>(solver);
        double largest = 0.0;
        for (std::size_t at = 0; at < end.u.size(); ++at) {
            EXPECT_NEAR(end.u.at(at), 0.0, 1e-14);
            largest = std::max(
                largest,
                std::abs(end.v.at(at) - (std::sin(5.0 * 0.7) - std::sin(5.0 * 0.3)) / 5.0));
        }
        return largest;
    };
    EXPECT_LT(error_of(8), 3e-5);
    EXPECT_GT(error_of(4) / error_of(8), 7.0);
}

/// The force of the Kolmogorov flow against its friction: u = sin(y) where nu = 1 and the discrete
/// laplacian of sin(y) is -k2 sin(y).
TEST(FlowSources, hold_a_flow_against_friction)
{
    Problem problem{.grid = box({4, 16, 1}, {1.0, 2.0 * pi, 1.0}), .viscosity = 1.0};
    problem.sources.force = {"sin(y)", "", ""};
    Solver solver = started(problem, {zero, zero, zero});
    advance(solver, 40.0, 4000);
    const double h = 2.0 * pi / 16.0;
    const double k2 = std::pow(2.0 * std::sin(0.5 * h) / h, 2);
    const Velocity<double> end = velocity_of<double>(solver);
    for (std::size_t j = 0; j < 16; ++j) {
        EXPECT_NEAR(end.u.at(4 * j), std::sin((static_cast<double>(j) + 0.5) * h) / k2, 1e-12);
    }
}

/// ds/dt = source - u G, with the sum over the box to rounding.
TEST(FlowSources, give_the_scalar_what_acts_on_it)
{
    Problem problem{.grid = box({6, 5, 4}, {1.0, 1.0, 1.0})};
    problem.scalar = Scalar{};
    problem.sources.scalar = "3 + 2*t";
    problem.sources.scalar_gradient = {0.5, 0.0, -1.0};
    const auto u = [](double, double, double) { return 2.0; };
    const auto w = [](double, double, double) { return 0.25; };
    Solver solver = started(problem, {u, zero, w});
    advance(solver, 0.5, 10);
    std::vector<double> scalar(120);
    solver.scalar(scalar.data());
    for (const double value : scalar) {
        EXPECT_NEAR(value, 0.5 * 3.0 + 0.25 - 0.5 * (2.0 * 0.5 - 0.25), 1e-13);
    }
}

/// w' = 4 s, s' = -w: a mean that is layered stably makes waves, which limit steps.
TEST(FlowSources, waves_of_a_stable_mean_have_their_frequency)
{
    Problem problem{.grid = box({8, 1, 1}, {1.0, 1.0, 1.0})};
    problem.scalar = Scalar{.buoyancy = {0.0, 0.0, 4.0}};
    problem.sources.scalar_gradient = {0.0, 0.0, 1.0};
    EXPECT_DOUBLE_EQ(step_limit(problem, 0.0, 1.0).seconds, 0.5);
    EXPECT_DOUBLE_EQ(step_limit(problem, 3.0, 1.0).seconds, 0.2);
    const auto wave = [](double x, double, double) { return std::sin(2.0 * pi * x); };
    Solver solver = started(problem, {zero, zero, wave});
    advance(solver, pi, 200);  // a period
    const Velocity<double> end = velocity_of<double>(solver);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(end.w.at(i), wave((static_cast<double>(i) + 0.5) / 8.0, 0.0, 0.0), 1e-4);
    }
}

/// At a rate far above what an explicit method bears: all tends to the targets.
TEST(FlowSources, a_sponge_damps_at_any_rate)
{
    Problem problem{.grid = box({8, 6, 5}, {1.0, 1.0, 1.0}), .viscosity = 1e-3};
    problem.scalar = Scalar{.diffusivity = 1e-3};
    problem.sources.sponge = {
        .rate = "1000 * (x > 0.5)", .velocity = {"1", "", ""}, .scalar = "x > 0.5 ? 2 : 0"};
    Solver solver = started(problem, {[](double, double, double) { return 1.0; }, zero, zero});
    advance(solver, 0.2, 40);
    std::vector<double> scalar(240);
    solver.scalar(scalar.data());
    for (std::size_t at = 0; at < scalar.size(); ++at) {
        if (at % 8 > 4) {
            EXPECT_NEAR(scalar.at(at), 2.0, 1e-2);
        }
    }
    for (const double value : velocity_of<double>(solver).u) {
        EXPECT_NEAR(value, 1.0, 1e-12);
    }
}

/// A body force that is a formula is the same as the constant one, and single precision follows.
TEST(FlowSources, a_formula_of_a_constant_is_that_force)
{
    Problem plain = vortex_problem({8, 7, 6}, 0.02);
    Problem formula = plain;
    plain.force = {0.3, 0.0, -0.2};
    formula.sources.force = {"0.3 + 0*x", "", "-0.2"};
    Solver one = started(plain, swirl());
    Solver other = started(formula, swirl());
    advance(one, 0.2, 10);
    advance(other, 0.2, 10);
    const Velocity<double> expected = velocity_of<double>(one);
    const Velocity<double> found = velocity_of<double>(other);
    for (std::size_t at = 0; at < expected.u.size(); ++at) {
        EXPECT_NEAR(found.u.at(at), expected.u.at(at), 1e-13);
        EXPECT_NEAR(found.w.at(at), expected.w.at(at), 1e-13);
    }
}

TEST(FlowSources, refuse_what_makes_no_flow)
{
    const auto refusal = [](const auto& change) {
        Problem problem = vortex_problem({8, 8, 8}, 0.01);
        change(problem);
        return unsupported_reason(problem, Backend::cpu).value_or("accepted");
    };
    EXPECT_THAT(refusal([](Problem& p) { p.sources.force[1] = "2x"; }),
                HasSubstr("the force along y is no formula"));
    EXPECT_THAT(refusal([](Problem& p) { p.sources.scalar = "1"; }), HasSubstr("scalar"));
    EXPECT_THAT(refusal([](Problem& p) { p.sources.sponge.rate = "1"; }), HasSubstr("give both"));
    EXPECT_THAT(refusal([](Problem& p) { p.sources.sponge.velocity[0] = "1"; }),
                HasSubstr("give both"));
    EXPECT_THAT(refusal([](Problem& p) {
                    p.sources.sponge = {.rate = "t", .velocity = {"0", "0", "0"}};
                }),
                HasSubstr("the rate of a sponge is no formula"));
    EXPECT_THAT(refusal([](Problem& p) { p.sources.rotation[2] = std::nan(""); }),
                HasSubstr("not finite"));
    EXPECT_THAT(refusal([](Problem& p) {
                    p.sources.rotation = {0.0, 0.0, 1.0};
                    p.faces[0] = {.lower = {.kind = FaceKind::no_slip},
                                  .upper = {.kind = FaceKind::outflow}};
                }),
                HasSubstr("outflow"));
    Solver solver = started(vortex_problem({8, 8, 8}, 0.01), swirl());
    EXPECT_THROW(solver.set_time(std::nan("")), std::invalid_argument);
}

}  // namespace
}  // namespace tobiuo::flow
