// SPDX-License-Identifier: BSD-3-Clause
// The flow solver on the CPU: what it keeps, what it refuses, what it resumes.
#include <tobiuo/flow/solver.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "tests/solvers/flow/flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

/// Differences of velocities of about 1 over cells of width h have this error.
double rounding_of_divergence(double width)
{
    return 64.0 * std::numeric_limits<double>::epsilon() / width;
}

/// Velocities of about 1 after some thousand stages, whose errors friction takes away.
constexpr double rounding_of_steps = 4096 * std::numeric_limits<double>::epsilon();

/// A flow with every kind of face but periodic ones: a jet from below, a moving wall, and two
/// outflows opposite to each other.
Problem mixed_problem()
{
    Problem problem{.grid = box({12, 9, 10}, {1.2, 0.9, 1.0}), .viscosity = 0.02};
    problem.faces[0] = both(FaceKind::outflow);
    problem.faces[1] = {.lower = {.kind = FaceKind::free_slip},
                        .upper = {.kind = FaceKind::no_slip}};
    problem.faces[1].upper.velocity = {0.3, 0.0, -0.1};
    problem.faces[2] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::no_slip}};
    problem.faces[2].lower.profile[2] = sampled_on_face(
        problem, 4, 2,
        [](double x, double /*y*/, double /*z*/) { return x > 0.4 && x < 0.8 ? 1.0 : 0.0; });
    problem.force = {0.0, 0.1, 0.0};
    problem.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.0, 0.0, 2.0}, .reference = 0.2};
    problem.scalar->faces[4] = {.kind = ScalarFaceKind::value, .number = 1.0};
    return problem;
}

TEST(FlowSolver, leaves_no_divergence)
{
    Solver solver = started(mixed_problem(), swirl());
    EXPECT_LT(solver.observed_and_wait().largest_divergence, rounding_of_divergence(0.1));
    for (int step = 0; step < 5; ++step) {
        solver.step(0.01);
        EXPECT_LT(solver.observed_and_wait().largest_divergence, rounding_of_divergence(0.1));
    }
}

TEST(FlowSolver, keeps_kinetic_energy_but_for_the_error_of_time_steps)
{
    const Problem problem = vortex_problem({16, 12, 10}, 0.0);
    const auto loss = [&](int steps) {
        Solver solver = started(problem, taylor_green_3d());
        const double begin = solver.observed_and_wait().kinetic_energy;
        advance(solver, 0.4, steps);
        solver.step(1e-9);
        return std::abs(solver.observed_and_wait().kinetic_energy - begin) / begin;
    };
    const double coarse = loss(8);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_GT(coarse / loss(16), 7.0);  // third order: 8
}

TEST(FlowSolver, keeps_energy_between_unequal_cells)
{
    Problem problem = vortex_problem({12, 10, 8}, 0.0);
    problem.faces[2] = both(FaceKind::free_slip);
    Axis& z = problem.grid.axes[2];
    for (int node = 0; node <= 8; ++node) {
        z.nodes.push_back(z.upper * node * (node + 4.0) / 96.0);
    }
    z.nodes.back() = z.upper;
    const auto loss = [&](int steps) {
        Solver solver = started(problem, swirl());
        const double begin = solver.observed_and_wait().kinetic_energy;
        advance(solver, 0.1, steps);
        solver.step(1e-9);
        return std::abs(solver.observed_and_wait().kinetic_energy - begin) / begin;
    };
    EXPECT_GT(loss(10) / loss(20), 6.0);
}

TEST(FlowSolver, brings_a_channel_to_its_parabola)
{
    Problem problem{.grid = box({1, 1, 16}, {1.0, 1.0, 2.0}), .viscosity = 0.5};
    problem.faces[2] = both(FaceKind::no_slip);
    problem.faces[2].upper.velocity = {0.5, 0.0, 0.0};
    problem.force = {1.0, 0.0, 0.0};
    Solver solver = started(problem, {zero, zero, zero});
    advance(solver, 32.0, 8000);  // the slowest mode decays by exp(-1.2 t)
    const Velocity<double> end = velocity_of<double>(solver);
    for (std::size_t k = 0; k < 16; ++k) {
        const double z = (static_cast<double>(k) + 0.5) / 8.0;
        // Central differences of a parabola are exact but at the walls, where the mean of the two
        // sides is the wall's velocity: that adds force h^2 / (8 viscosity) everywhere.
        const double exact = z * (2.0 - z) + 0.25 * z + 1.0 / (8.0 * 8.0 * 8.0 * 0.5);
        EXPECT_NEAR(end.u.at(k), exact, rounding_of_steps) << k;
    }
}

TEST(FlowSolver, lets_a_uniform_flow_through)
{
    Problem problem{.grid = box({8, 6, 1}, {2.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    problem.faces[0].lower.velocity = {1.5, 0.0, 0.0};
    problem.faces[1] = both(FaceKind::free_slip);
    Solver solver = started(problem, {[](double, double, double) { return 1.5; }, zero, zero});
    advance(solver, 1.0, 20);
    for (const double u : velocity_of<double>(solver).u) {
        EXPECT_NEAR(u, 1.5, rounding_of_steps);
    }
}

TEST(FlowSolver, counts_no_velocity_along_an_absent_axis_among_what_limits_steps)
{
    for (const std::size_t absent : {0U, 1U, 2U}) {
        Problem problem{.grid = box({8, 8, 8}, {1.0, 1.0, 1.0}), .viscosity = 0.0};
        problem.grid.axes.at(absent).cells = 1;
        const auto along = [&](std::size_t axis) {
            const double speed = axis == absent ? 100.0 : 0.5;
            return [speed](double, double, double) { return speed; };
        };
        const Solver solver = started(problem, {along(0), along(1), along(2)});
        EXPECT_DOUBLE_EQ(solver.observed_and_wait().largest_rate, 8.0) << absent;
        EXPECT_DOUBLE_EQ(solver.observed_and_wait().mean_velocity.at(absent), 100.0) << absent;
    }
}

/// The problem seen in a mirror across x.
Problem mirrored(Problem problem)
{
    Faces& x = problem.faces[0];
    std::swap(x.lower, x.upper);
    for (Faces& faces : problem.faces) {
        for (Face* face : {&faces.lower, &faces.upper}) {
            face->velocity[0] = -face->velocity[0];
            for (double& value : face->profile[0]) {
                value = -value;
            }
        }
    }
    return problem;
}

TEST(FlowSolver, does_the_same_in_a_mirror)
{
    Problem problem{.grid = box({10, 6, 5}, {1.0, 0.6, 0.5}), .viscosity = 0.01};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    problem.faces[0].lower.velocity = {1.0, 0.2, 0.0};
    problem.faces[1] = both(FaceKind::no_slip);
    const Field begin = swirl();
    Solver solver = started(problem, begin);
    Solver other = started(mirrored(problem),
                           {[&](double x, double y, double z) { return -begin[0](1.0 - x, y, z); },
                            [&](double x, double y, double z) { return begin[1](1.0 - x, y, z); },
                            [&](double x, double y, double z) { return begin[2](1.0 - x, y, z); }});
    advance(solver, 0.1, 10);
    advance(other, 0.1, 10);
    const Velocity<double> here = velocity_of<double>(solver);
    const Velocity<double> there = velocity_of<double>(other);
    for (std::size_t row = 0; row < 30; ++row) {
        for (std::size_t i = 0; i < 10; ++i) {
            EXPECT_NEAR(here.v[row * 10 + i], there.v[row * 10 + 9 - i], rounding_of_steps);
            EXPECT_NEAR(here.w[row * 10 + i], there.w[row * 10 + 9 - i], rounding_of_steps);
            if (i < 9) {
                EXPECT_NEAR(here.u[row * 10 + i], -there.u[row * 10 + 8 - i], rounding_of_steps);
            }
        }
    }
}

template <typename T>
void expect_to_resume(const Problem& problem)
{
    Solver whole = started<T>(problem, swirl());
    advance(whole, 0.06, 6);
    Solver first = started<T>(problem, swirl());
    advance(first, 0.03, 3);
    Solver second{problem, {.backend = Backend::cpu, .threads = 2}};
    second.resume(state_of<T>(first).data());
    advance(second, 0.03, 3);
    EXPECT_EQ(state_of<T>(whole), state_of<T>(second));
}

TEST(FlowSolver, resumes_a_state_with_the_same_bits)
{
    Problem problem = mixed_problem();
    expect_to_resume<double>(problem);
    problem.precision = Precision::fp32;
    expect_to_resume<float>(problem);
}

TEST(FlowSolver, finds_the_pressure_of_vortices)
{
    const Problem problem = vortex_problem({64, 64, 1}, 0.0);
    Solver solver = started(problem, taylor_green());
    solver.step(0.001);
    std::vector<double> pressure(64 * 64);
    solver.pressure(pressure.data());
    for (std::size_t j = 0; j < 64; j += 7) {
        for (std::size_t i = 0; i < 64; i += 5) {
            const double x = problem.grid.axes[0].centre(static_cast<std::int64_t>(i));
            const double y = problem.grid.axes[1].centre(static_cast<std::int64_t>(j));
            const double exact = 0.25 * (std::cos(2.0 * x) + std::cos(2.0 * y));
            const double width = problem.grid.axes[0].spacing();
            EXPECT_NEAR(pressure.at(j * 64 + i), exact, width * width / 4.0);  // second order
        }
    }
}

TEST(FlowSolver, refuses_calls_that_make_no_sense)
{
    const Problem problem = vortex_problem({4, 4, 4}, 0.1);
    Solver solver{problem, {.backend = Backend::cpu}};
    EXPECT_THROW(solver.step(0.1), std::logic_error);
    std::vector<float> wrong(64);
    EXPECT_THAT(test::refusal([&] { solver.start(wrong.data(), wrong.data(), wrong.data()); }),
                HasSubstr("not in the problem's precision"));
    std::vector<double> right(64);
    EXPECT_THAT(test::refusal([&] { solver.start(right.data(), nullptr, right.data()); }),
                HasSubstr("is null"));
    solver.start(right.data(), right.data(), right.data());
    EXPECT_THAT(test::refusal([&] { solver.step(0.0); }), HasSubstr("time goes forward"));
    EXPECT_THAT(test::refusal([&] { solver.step(std::nan("")); }), HasSubstr("time goes forward"));
    EXPECT_THROW(solver.scalar(right.data()), std::logic_error);
    EXPECT_THROW(solver.set_scalar(right.data()), std::logic_error);
}

}  // namespace
}  // namespace tobiuo::flow
