// SPDX-License-Identifier: BSD-3-Clause
// A scalar whose advection is bounded: extremes, sums, order, and what it goes together with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Takes steps of the limit that step_limit() has for the velocity of now.
void take_longest_steps(Solver& solver, int steps)
{
    for (int number = 0; number < steps; ++number) {
        const Observed observed = solver.observed_and_wait();
        solver.step(step_limit(solver.problem(), observed.largest_rate,
                               stable_courant(solver.problem()), observed.largest_friction)
                        .seconds);
    }
}

/// A few units in the last place of the bounds 0 and 1 for each step.
void expect_within_bounds(const Solver& solver, int steps)
{
    const auto [least, largest] = std::ranges::minmax(scalar_of(solver));
    EXPECT_GE(least, -steps * 8.0 * epsilon);
    EXPECT_LE(largest, 1.0 + steps * 8.0 * epsilon);
    EXPECT_GT(largest, least);
}

double step_profile(double x, double y, double z)
{
    return std::hypot(x - 3.0, y - 3.0, 0.5 * (z - 3.0)) < 1.6 && std::abs(x - 3.0) > 0.3 ? 1.0
                                                                                          : 0.0;
}

/// Vortices in a periodic box that carry a step.
Problem vortices(double diffusivity)
{
    Problem problem = vortex_problem({24, 20, 16}, 0.01);
    problem.scalar = Scalar{.diffusivity = diffusivity, .advection = ScalarAdvection::bounded};
    return problem;
}

/// What a body with a value gives the flow is what diffuses to the wall, with either advection.
TEST(BoundedScalar, takes_from_a_body_what_diffuses_through_the_fluid)
{
    for (const ScalarAdvection advection : {ScalarAdvection::central, ScalarAdvection::bounded}) {
        Problem problem{.grid = box({16, 4, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
        problem.faces[0] = both(FaceKind::no_slip);
        problem.scalar = Scalar{.diffusivity = 0.1, .advection = advection};
        problem.scalar->faces[0] = {.kind = ScalarFaceKind::value, .number = 0.0};
        problem.obstacles = {{.inside = [](double x, double, double) { return x > 0.75; },
                              .scalar_kind = ScalarFaceKind::value,
                              .scalar = 1.0}};
        Solver solver = started_with(problem, {zero, zero, zero},
                                     [](double x, double, double) { return std::min(1.0, x); });
        for (int step = 0; step < 3000; ++step) {
            solver.step(0.01);
        }
        EXPECT_NEAR(solver.obstacle_forces_and_wait().at(0).scalar, 0.1 / 0.75, 1e-3)
            << static_cast<int>(advection);
    }
}

TEST(BoundedScalar, keeps_its_extremes_and_its_sum_in_the_longest_steps)
{
    constexpr int steps = 60;
    for (const double diffusivity : {0.0, 0.01, 2.0}) {
        SCOPED_TRACE(diffusivity);
        Solver solver = started_with(vortices(diffusivity), taylor_green_3d(), step_profile);
        const auto sum = [&] {
            const std::vector<double> values = scalar_of(solver);
            return std::accumulate(values.begin(), values.end(), 0.0);
        };
        const double before = sum();
        take_longest_steps(solver, steps);
        expect_within_bounds(solver, steps);
        EXPECT_NEAR(sum(), before, before * test::reordered_sum(24 * 20 * 16));
    }
}

TEST(BoundedScalar, keeps_its_extremes_through_faces_and_on_stretched_axes)
{
    constexpr int steps = 40;
    for (Problem problem : {bounded(channel_across(1)), bounded(channel_across(2)),
                            bounded(jet_across(0, false)), bounded(jet_across(2, true))}) {
        SCOPED_TRACE(describe(problem));
        for (ScalarFace& face : problem.scalar->faces) {
            face.number = face.number != 0.0 ? 1.0 : 0.0;
        }
        Solver solver = started_with(problem, swirl(), [](double x, double y, double z) {
            return std::sin(9.0 * x) * std::sin(8.0 * y) * std::sin(7.0 * z) > 0.1 ? 1.0 : 0.0;
        });
        take_longest_steps(solver, steps);
        expect_within_bounds(solver, steps);
    }
}

TEST(BoundedScalar, keeps_its_extremes_with_eddies)
{
    constexpr int steps = 40;
    Solver solver = started_with(with_eddies(vortices(0.001), EddyModel::smagorinsky),
                                 taylor_green_3d(), step_profile);
    take_longest_steps(solver, steps);
    expect_within_bounds(solver, steps);
}

/// The velocity has a divergence within a step, which makes and takes away a part of the scalar.
TEST(BoundedScalar, of_one_projection_keeps_its_extremes_to_the_divergence_of_a_stage)
{
    const auto beyond = [](int steps) {
        Solver solver = started_with(projected_once(vortices(0.0)), taylor_green_3d(),
                                     [](double, double, double) { return 1.0; });
        advance(solver, 1.0, steps);
        const auto [least, largest] = std::ranges::minmax(scalar_of(solver));
        return std::max(1.0 - least, largest - 1.0);
    };
    const double coarse = beyond(20);
    EXPECT_LT(coarse, 0.01);
    EXPECT_LT(beyond(40), 0.3 * coarse);
}

/// A wave that a uniform stream carries through a periodic box, once along x and once along y: the mean
/// error after that.
double error_of_wave(std::int64_t cells)
{
    Problem problem = vortex_problem({cells, cells, 1}, 0.0);
    problem.scalar = Scalar{.advection = ScalarAdvection::bounded};
    const auto stream = [](double, double, double) { return 1.0; };
    const auto wave = [](double x, double y, double) { return std::sin(x) * std::cos(y); };
    Solver solver = started_with(problem, {stream, stream, zero}, wave);
    advance(solver, 2.0 * std::numbers::pi, static_cast<int>(4 * cells));
    const std::vector<double> begin = sampled_at_centres(problem, wave);
    const std::vector<double> end = scalar_of(solver);
    double sum = 0.0;
    for (std::size_t at = 0; at < end.size(); ++at) {
        sum += std::abs(end[at] - begin[at]);
    }
    return sum / static_cast<double>(end.size());
}

TEST(BoundedScalar, is_of_second_order_where_it_is_smooth)
{
    const double coarse = error_of_wave(32);
    const double fine = error_of_wave(64);
    EXPECT_LT(fine, 0.02);
    EXPECT_GT(std::log2(coarse / fine), 1.8);
}

/// The error of the time steps alone: differences from a run in much shorter ones, of a scalar so smooth
/// on its cells that nothing is limited.
TEST(BoundedScalar, is_of_second_order_in_time)
{
    const auto after = [](int steps) {
        Problem problem = vortex_problem({16, 16, 1}, 0.05);
        problem.scalar = Scalar{.diffusivity = 0.05, .advection = ScalarAdvection::bounded};
        Solver solver = started_with(problem, taylor_green(), [](double x, double y, double) {
            return std::sin(x + 0.3) * std::cos(y);
        });
        advance(solver, 1.0, steps);
        return scalar_of(solver);
    };
    const std::vector<double> exact = after(640);
    const double coarse = largest_difference(after(10), exact);
    const double fine = largest_difference(after(20), exact);
    EXPECT_LT(coarse, 2e-3);
    EXPECT_GT(coarse / fine, 3.2);
}

TEST(BoundedScalar, goes_on_with_the_same_bits)
{
    const Problem problem = bounded(with_sources(channel_across(2)));
    Solver whole = started_with(problem, swirl(), step_profile);
    advance(whole, 0.02, 4);
    const std::vector<double> state = state_of(whole);
    advance(whole, 0.02, 4);
    Solver resumed{problem, {.backend = Backend::cpu, .threads = 1}};
    resumed.resume(state.data());
    resumed.set_time(0.02);
    advance(resumed, 0.02, 4);
    EXPECT_EQ(state_of(resumed), state_of(whole));
}

TEST(BoundedScalar, is_refused_with_implicit_diffusion)
{
    const Problem problem = implicit_along(bounded(channel_across(1)), 1);
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                HasSubstr("the advection of the scalar is bounded, and diffusion is implicit along "
                          "an axis"));
}

TEST(BoundedScalar, limits_the_step)
{
    Problem problem = vortex_problem({10, 10, 1}, 0.0);
    problem.scalar = Scalar{.advection = ScalarAdvection::bounded};
    EXPECT_NEAR(step_limit(problem, 20.0, 0.9).seconds, 105.0 / 158.0 / 20.0, 1e-15);
    EXPECT_TRUE(step_limit(problem, 20.0, 0.9).by_bounds);
    EXPECT_NEAR(step_limit(problem, 20.0, 0.6).seconds, 0.6 / 20.0, 1e-15);
    EXPECT_FALSE(step_limit(problem, 20.0, 0.6).by_bounds);

    problem.scalar->diffusivity = 3.0;
    problem.faces[0] = both(FaceKind::no_slip);
    const double width = problem.grid.axes[0].spacing();
    EXPECT_FALSE(step_limit(problem, 0.0, 1.73).by_bounds);
    problem.scalar->faces[0] = {.kind = ScalarFaceKind::value};
    EXPECT_NEAR(step_limit(problem, 0.0, 1.73).seconds, 105.0 / 79.0 * width * width / 18.0, 1e-12);
    EXPECT_TRUE(step_limit(problem, 0.0, 1.73).by_bounds);
}

}  // namespace
}  // namespace tobiuo::flow
