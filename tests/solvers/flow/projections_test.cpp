// SPDX-License-Identifier: BSD-3-Clause
// Steps with one projection beside those with three.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "kernels/flow/expected_pressure.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

std::vector<double> pressure_of(const Solver& solver)
{
    std::vector<double> pressure(static_cast<std::size_t>(points(solver.problem())));
    solver.pressure(pressure.data());
    return pressure;
}

/// What a flow is after a time.
struct End {
    Velocity<double> velocity;
    std::vector<double> pressure;
    std::vector<double> scalar;
};

End end_of(const Solver& solver)
{
    return {velocity_of<double>(solver), pressure_of(solver),
            solver.problem().scalar ? scalar_of(solver) : std::vector<double>{}};
}

/// Takes a number of steps from the start to some time.
using StepsToTheEnd = std::function<End(const Problem&, int steps)>;

/// The order in time of velocity and scalar, and of the pressure, on one grid: errors of so many steps
/// and of twice as many, against very many.
void expect_orders(const Problem& problem, const StepsToTheEnd& run, int steps, double of_pressure)
{
    SCOPED_TRACE(describe(problem));
    const End exact = run(projected_once(problem), 16 * steps);
    const End coarse = run(problem, steps);
    const End fine = run(problem, 2 * steps);
    const auto order = [](double first, double second) { return std::log2(first / second); };
    EXPECT_NEAR(order(largest_difference(coarse.velocity, exact.velocity),
                      largest_difference(fine.velocity, exact.velocity)),
                3.0, test::observed_order);
    EXPECT_NEAR(order(largest_difference(coarse.pressure, exact.pressure),
                      largest_difference(fine.pressure, exact.pressure)),
                of_pressure, test::observed_order);
    if (problem.scalar) {
        EXPECT_NEAR(order(largest_difference(coarse.scalar, exact.scalar),
                          largest_difference(fine.scalar, exact.scalar)),
                    3.0, test::observed_order);
    }
}

/// Steps of equal lengths, or of three that take turns.
StepsToTheEnd steps_until(double until, const Field& field, bool equal)
{
    return [=](const Problem& problem, int steps) {
        Solver solver = started(problem, field);
        if (problem.scalar) {
            solver.set_scalar(sampled_at_centres(problem, [](double x, double y, double z) {
                                  return std::sin(x) * std::cos(2.0 * y + z);
                              }).data());
        }
        for (int step = 0; step < steps; ++step) {
            const double part = equal ? 1.0 : 0.7 + 0.3 * (step % 3);
            solver.step(part * until / steps);
        }
        return end_of(solver);
    };
}

Field tangled()
{
    return {
        [](double x, double y, double z) { return std::sin(x) * std::cos(y) * std::cos(z) + 0.3; },
        [](double x, double y, double z) {
            return -std::cos(x) * std::sin(y) * std::cos(z) + 0.2 * std::sin(z);
        },
        [](double x, double y, double /*z*/) { return 0.3 * std::sin(x + y); }};
}

/// A vortex in a closed box.
Field boxed_vortex()
{
    const auto one = [](double s, double t) {
        constexpr double pi = std::numbers::pi;
        return std::sin(pi * s) * std::sin(pi * s) * std::sin(2.0 * pi * t);
    };
    return {[=](double x, double y, double) { return one(x, y); },
            [=](double x, double y, double) { return -one(y, x); }, zero};
}

/// A box of walls, of which the upper one across y moves along x.
Problem lid_driven_box()
{
    Problem problem{.grid = box({16, 16, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.01};
    problem.faces[0] = both(FaceKind::no_slip);
    problem.faces[1] = both(FaceKind::no_slip);
    problem.faces[1].upper.velocity[0] = 1.0;
    return problem;
}

TEST(FlowProjectionsValidation, velocity_is_of_third_order_with_one_or_three)
{
    for (const bool equal : {true, false}) {
        const Problem vortices = vortex_problem({12, 12, 12}, 0.02);
        expect_orders(vortices, steps_until(1.8, tangled(), equal), 48, 1.0);
        expect_orders(projected_once(vortices), steps_until(1.8, tangled(), equal), 48, 2.0);
        expect_orders(projected_once(lid_driven_box()), steps_until(0.9, boxed_vortex(), equal), 72,
                      2.0);
    }
}

/// Buoyancy, a rotating frame and a scalar that the flow carries.
TEST(FlowProjectionsValidation, so_is_a_scalar_that_acts_on_the_flow)
{
    Problem problem = vortex_problem({12, 12, 12}, 0.02);
    problem.faces[2] = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.2, 0.0, 1.0}};
    problem.sources = {.force = {"0.3*sin(y)*cos(2*t)", "", ""}, .rotation = {0.3, 0.0, 1.0}};
    expect_orders(projected_once(problem), steps_until(1.8, tangled(), true), 48, 2.0);
}

TEST(FlowProjectionsValidation, so_is_the_velocity_in_a_box_whose_walls_move)
{
    const auto walls = [](double time) {
        Problem problem = projected_once(shaken_box(0.2 * time));
        return problem;
    };
    const StepsToTheEnd run = [&](const Problem& /*problem*/, int steps) {
        Solver solver = started(walls(0.0), {zero, zero, zero});
        advance(solver, walls, 0.0, 0.8, steps);
        return end_of(solver);
    };
    expect_orders(walls(0.0), run, 128, 2.0);
}

TEST(FlowProjections, end_each_step_without_divergence)
{
    for (Problem problem : {vortex_problem({12, 10, 8}, 0.02), lid_driven_box(), channel_across(2),
                            jet_across(0, true), pushed(open_corner())}) {
        problem = projected_once(problem);
        SCOPED_TRACE(describe(problem));
        Solver solver = started(problem, swirl());
        for (int step = 0; step < 12; ++step) {
            solver.step(0.004 * (1.0 + 0.2 * (step % 4)));
            constexpr double rounding = 1e-11;
            EXPECT_LT(solver.observed_and_wait().largest_divergence, rounding);
        }
    }
}

template <typename T>
void expect_the_bits_after_a_restart(Problem problem, int before)
{
    problem = projected_once(problem);
    problem.precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64;
    SCOPED_TRACE(describe(problem) + ", " + std::to_string(before));
    // The sixth step begins anew, for it is so much longer than the one before.
    const auto length = [](int step) { return (step == 6 ? 5.0 : 1.0 + 0.1 * step) * 1e-3 / 3.0; };
    Solver whole = started<T>(problem, swirl());
    for (int step = 0; step < before; ++step) {
        whole.step(length(step));
    }
    const std::vector<T> between = state_of<T>(whole);
    std::vector<T> pressure(static_cast<std::size_t>(points(problem)));
    whole.pressure(pressure.data());
    Solver second{problem, {.backend = Backend::cpu, .threads = 1}};
    second.resume(between.data());
    EXPECT_EQ(state_of<T>(second), between);
    std::vector<T> same(pressure.size());
    second.pressure(same.data());
    EXPECT_EQ(same, pressure);
    for (int step = before; step < before + 6; ++step) {
        whole.step(length(step));
        second.step(length(step));
    }
    EXPECT_EQ(state_of<T>(second), state_of<T>(whole));
}

TEST(FlowProjections, a_state_goes_on_with_the_same_bits)
{
    for (const Problem& problem :
         {vortex_problem({9, 10, 11}, 0.01), lid_driven_box(), channel_across(2),
          rising(jet_across(2, false)), with_body(jet_across(0, true))}) {
        for (const int before : {0, 1, 2, 3, 6, 7}) {
            expect_the_bits_after_a_restart<double>(problem, before);
            expect_the_bits_after_a_restart<float>(problem, before);
        }
    }
}

/// A step that is a hundred times as long as tiny ones before, whose pressures know little, begins
/// anew.
TEST(FlowProjections, tiny_steps_spoil_nothing)
{
    const Problem problem = vortex_problem({12, 12, 12}, 0.02);
    const auto flow = [](const Problem& any) {
        Solver solver = started(any, tangled());
        for (const double length : {0.02, 0.02, 1e-7, 1e-9, 1e-9, 0.02, 1e-6, 0.02, 0.02}) {
            solver.step(length);
        }
        return velocity_of<double>(solver);
    };
    EXPECT_LT(largest_difference(flow(projected_once(problem)), flow(problem)), 1e-4);
}

/// Noise in a uniform stream along all axes, whose waves it carries at the Courant number of the step:
/// the hardest that there is for expected pressures.
double growth_in_a_stream(double courant, double viscosity)
{
    const auto noise = [](double a, double b, double c) { return 1e-6 * std::sin(a * b + c * c); };
    const Field field{
        [=](double x, double y, double z) { return 1.0 + noise(7.0 * x, y + 2.0, 2.0 * z); },
        [=](double x, double y, double z) { return 0.7 + noise(5.0 * y, z + 1.0, 3.0 * x); },
        [=](double x, double y, double z) { return 0.4 + noise(9.0 * z, x + 1.0, 2.0 * y); }};
    const Problem problem = projected_once(vortex_problem({8, 8, 8}, viscosity));
    Solver solver = started(problem, field);
    const double width = problem.grid.axes[0].spacing();
    const double time_step = step_limit(problem, 2.1 / width, courant).seconds;
    for (int step = 0; step < 400; ++step) {
        solver.step(time_step);
    }
    double largest = 0.0;
    for (const double value : velocity_of<double>(solver).u) {
        largest = std::max(largest, std::isfinite(value) ? std::abs(value - 1.0) : 1e300);
    }
    return largest / 1e-6;
}

TEST(FlowProjections, are_stable_to_the_courant_number_that_is_told)
{
    const double stable = stable_courant(projected_once(vortex_problem({8, 8, 8}, 0.0)));
    EXPECT_EQ(stable, 1.0);
    EXPECT_GT(stable_courant(vortex_problem({8, 8, 8}, 0.0)), 1.732);
    for (const double viscosity : {0.0, 0.03, 0.1, 0.3, 1.0, 10.0}) {
        EXPECT_LT(growth_in_a_stream(stable, viscosity), 2.0) << viscosity;
    }
    EXPECT_GT(growth_in_a_stream(1.3, 0.0), 1e3);
}

TEST(FlowProjections, force_bodies_as_three_do)
{
    for (Problem problem :
         {with_body(vortex_problem({16, 16, 16}, 0.05)), with_body(jet_across(0, false))}) {
        const auto force = [](const Problem& any) {
            Solver solver = started(any, swirl());
            advance(solver, 0.2, 80);
            return solver.obstacle_forces_and_wait().at(0);
        };
        const ObstacleForce once = force(projected_once(problem));
        const ObstacleForce thrice = force(problem);
        const auto& [x, y, z] = thrice.force;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(once.force.at(axis), thrice.force.at(axis), 0.01 * std::hypot(x, y, z));
        }
    }
}

/// A pressure that is linear in time is expected as it is, in steps of any lengths.
TEST(ExpectedPressureItem, knows_what_is_linear_in_time)
{
    const auto pressure = [](double time) { return 3.0 - 0.7 * time; };
    double first = pressure(0.0);
    double second = -0.7;
    double time = 0.0;
    bool is_known = false;
    double impulse = 0.0;
    double before = 0.1;
    for (const double length : {0.1, 0.17, 0.05, 0.02, 0.4, 0.3}) {
        const ExpectedPressure<double> item{.impulse = is_known ? &impulse : nullptr,
                                            .first = &first,
                                            .second = &second,
                                            .length = before,
                                            .distance = 0.5 * (before + length),
                                            .ahead = {first_ahead * length, second_ahead * length},
                                            .to_first = &first,
                                            .to_second = &second};
        item(0);
        constexpr double rounding = 1e-12;
        const double c1 = stages[0].length();
        const double c2 = stages[1].length();
        EXPECT_NEAR((c1 * first + c2 * second) / (c1 + c2), pressure(time + length / 3.0),
                    rounding);
        impulse = stages[2].length() * length * pressure(time + length * 5.0 / 6.0);
        is_known = true;
        time += length;
        before = length;
    }
}

TEST(FlowProjections, are_refused_where_they_do_not_fit)
{
    const auto refusal = [](const Problem& problem) {
        return unsupported_reason(problem, Backend::cpu).value_or("accepted");
    };
    Problem problem = vortex_problem({8, 8, 8}, 0.01);
    problem.projections = 2;
    EXPECT_THAT(refusal(problem), HasSubstr("a step has 2 projections"));
    EXPECT_THAT(refusal(problem), HasSubstr("give 3 or 1"));
    EXPECT_THAT(refusal(projected_once(implicit_along(problem, 1))),
                HasSubstr("use three, or explicit diffusion"));
    EXPECT_THAT(refusal(projected_once(closed(with_body(problem)))),
                HasSubstr("use three, or the method forcing"));
    EXPECT_EQ(refusal(projected_once(with_body(problem))), "accepted");
    EXPECT_THAT(describe(projected_once(problem)), HasSubstr("one projection a step, double"));
}

}  // namespace
}  // namespace tobiuo::flow
