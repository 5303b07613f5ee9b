// SPDX-License-Identifier: BSD-3-Clause
// A viscosity that is not the same everywhere: of models of eddies, and of a formula.
#include <tobiuo/flow/solver.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "tests/solvers/flow/flows.hpp"
#include "tests/support/refusal.hpp"

namespace tobiuo::flow {
namespace {

using std::numbers::pi;
using ::testing::HasSubstr;

constexpr std::array models{EddyModel::smagorinsky, EddyModel::wale, EddyModel::vreman};

/// u = 3 y between walls, one of which moves, on cells of which the widths differ.
Problem sheared(EddyModel model)
{
    Problem problem{.grid = box({6, 8, 4}, {0.9, 1.0, 0.8}), .viscosity = 0.01};
    problem.faces[1] = both(FaceKind::no_slip);
    problem.faces[1].upper.velocity = {3.0, 0.0, 0.0};
    problem.eddies.model = model;
    return problem;
}

/// The sum of 1 / width^2 of its cells.
double crossings_squared(const Problem& problem)
{
    double sum = 0.0;
    for (const Axis& axis : problem.grid.axes) {
        sum += 1.0 / std::pow(axis.spacing(), 2);
    }
    return sum;
}

TEST(FlowEddies, have_the_viscosity_of_their_model_in_pure_shear)
{
    for (const EddyModel model : models) {
        const Problem problem = sheared(model);
        const Solver solver =
            started(problem, {[](double, double y, double) { return 3.0 * y; }, zero, zero});
        const double found =
            solver.observed_and_wait().largest_friction / crossings_squared(problem);
        const double filter = std::cbrt(0.15 * 0.125 * 0.2);
        const double eddies =
            model == EddyModel::smagorinsky ? std::pow(0.17 * filter, 2) * 3.0 : 0.0;
        EXPECT_NEAR(found, 0.01 + eddies, 1e-15) << static_cast<int>(model);
    }
}

/// In two dimensions the filter is the root of an area; 1 / l^2 = 1 / (C Delta)^2 + 1 / (0.4 d)^2.
TEST(FlowEddies, become_smaller_towards_walls_where_they_are_damped)
{
    Problem problem = sheared(EddyModel::smagorinsky);
    problem.grid = box({6, 2, 1}, {0.9, 1.0, 1.0});
    problem.eddies.damping = true;
    problem.eddies.constant = 0.5;
    const Solver solver =
        started(problem, {[](double, double y, double) { return 3.0 * y; }, zero, zero});
    const double length = 1.0 / (1.0 / (0.25 * 0.15 * 0.5) + 1.0 / std::pow(0.4 * 0.25, 2));
    const double crossings = 1.0 / std::pow(0.15, 2) + 1.0 / 0.25;
    EXPECT_NEAR(solver.observed_and_wait().largest_friction / crossings, 0.01 + length * 3.0,
                1e-15);
}

/// S^2 = 9 of the shear, less N^2 / Pr of layers: 2 / 0.5; stronger layers leave no eddies.
TEST(FlowEddies, are_weaker_in_layers_of_the_scalar)
{
    const auto eddies = [](double buoyancy) {
        Problem problem = sheared(EddyModel::smagorinsky);
        problem.eddies.prandtl = 0.5;
        problem.scalar = Scalar{.diffusivity = 0.01, .buoyancy = {0.0, buoyancy, 0.0}};
        Solver solver{problem, {.backend = Backend::cpu}};
        solver.set_scalar(
            sampled_at_centres(problem, [](double, double y, double) { return 2.0 * y; }).data());
        const Velocity<double> begin = sampled<double>(
            problem, {[](double, double y, double) { return 3.0 * y; }, zero, zero});
        solver.start(begin.u.data(), begin.v.data(), begin.w.data());
        return solver.observed_and_wait().largest_friction / crossings_squared(problem) - 0.01;
    };
    const double length_squared = std::pow(0.17 * std::cbrt(0.15 * 0.125 * 0.2), 2);
    EXPECT_NEAR(eddies(1.0), length_squared * std::sqrt(9.0 - 4.0), 1e-14);
    EXPECT_NEAR(eddies(-1.0), length_squared * std::sqrt(9.0 + 4.0), 1e-14);
    EXPECT_NEAR(eddies(3.0), 0.0, 1e-15);
}

/// They carry momentum from cell to cell: in a periodic box the mean velocity stays. What they take is
/// kinetic energy.
TEST(FlowEddies, take_energy_and_no_momentum)
{
    for (const EddyModel model : models) {
        Problem problem = vortex_problem({12, 10, 8}, 0.0);
        problem.eddies.model = model;
        Field begin = taylor_green_3d();
        const Component u = begin[0];
        begin[0] = [=](double x, double y, double z) { return 0.4 + u(x, y, z); };
        Solver solver = started(problem, begin);
        const Observed before = solver.observed_and_wait();
        advance(solver, 1.0, 30);
        solver.step(1e-9);
        const Observed after = solver.observed_and_wait();
        EXPECT_NEAR(after.mean_velocity[0], 0.4, 1e-14);
        EXPECT_NEAR(after.mean_velocity[1], 0.0, 1e-14);
        EXPECT_LT(after.kinetic_energy, 0.999 * before.kinetic_energy) << static_cast<int>(model);
    }
}

/// The friction of a formula's viscosity holds a force: ((1 + y) u')' = -1 between walls at 0 and 1.
TEST(FlowEddies, a_formula_gives_the_profile_of_its_viscosity_to_second_order)
{
    const auto error_of = [](std::int64_t cells) {
        Problem problem{.grid = box({2, cells, 1}, {1.0, 1.0, 1.0}), .viscosity = 1.0};
        problem.faces[1] = both(FaceKind::no_slip);
        problem.force = {1.0, 0.0, 0.0};
        problem.eddies.more_viscosity = "y";
        const auto exact = [](double y) { return -y + std::log(1.0 + y) / std::log(2.0); };
        Solver solver =
            started(problem, {[&](double, double y, double) { return exact(y); }, zero, zero});
        const double longest =
            step_limit(problem, 0.0, 1.7, solver.observed_and_wait().largest_friction).seconds;
        advance(solver, 2.0, static_cast<int>(std::ceil(2.0 / longest)));
        const Velocity<double> end = velocity_of<double>(solver);
        double largest = 0.0;
        for (std::int64_t j = 0; j < cells; ++j) {
            const double y = (static_cast<double>(j) + 0.5) / static_cast<double>(cells);
            largest =
                std::max(largest, std::abs(end.u.at(static_cast<std::size_t>(2 * j)) - exact(y)));
        }
        return largest;
    };
    const double coarse = error_of(16);
    EXPECT_LT(coarse, 1e-3);
    EXPECT_GT(coarse / error_of(32), 3.5);
}

/// What adds to the viscosity adds its part of the Prandtl number to the diffusivity: a wave decays.
TEST(FlowEddies, carry_the_scalar_by_their_prandtl_number)
{
    Problem problem{.grid = box({4, 16, 1}, {1.0, 2.0 * pi, 1.0}), .viscosity = 0.01};
    problem.eddies = {.prandtl = 0.5, .more_viscosity = "0.2"};
    problem.scalar = Scalar{.diffusivity = 0.01};
    Solver solver = started_with(problem, {zero, zero, zero},
                                 [](double, double y, double) { return std::cos(y); });
    advance(solver, 0.5, 200);
    const double width = 2.0 * pi / 16.0;
    const double rate = (0.01 + 0.2 / 0.5) * std::pow(2.0 * std::sin(0.5 * width) / width, 2);
    EXPECT_NEAR(scalar_of(solver).front(), std::cos(0.5 * width) * std::exp(-0.5 * rate), 1e-9);
}

/// A scalar that stays what it is, y, gives the viscosity that a formula of y gives, with or without
/// another formula beside it.
TEST(FlowEddies, have_a_viscosity_of_the_scalar)
{
    const auto end_of = [](const std::string& more, const std::string& of_scalar) {
        Problem problem{.grid = box({2, 16, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.5};
        problem.faces[1] = both(FaceKind::no_slip);
        problem.force = {1.0, 0.0, 0.0};
        problem.scalar = Scalar{};
        problem.eddies = {
            .prandtl = 1e30, .more_viscosity = more, .viscosity_of_scalar = of_scalar};
        Solver solver =
            started_with(problem, {zero, zero, zero}, [](double, double y, double) { return y; });
        advance(solver, 0.1, 200);
        return velocity_of<double>(solver).u;
    };
    const std::vector<double> expected = end_of("0.5 + y*y", "");
    for (const std::vector<double>& found : {end_of("", "0.5 + s*s"), end_of("0.5", "s*s")}) {
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t n = 0; n < found.size(); ++n) {
            ASSERT_NEAR(found[n], expected[n], 1e-14) << n;
        }
    }
    EXPECT_NE(end_of("0.5", ""), expected);
}

TEST(FlowEddies, resume_with_the_same_bits)
{
    for (const EddyModel model : models) {
        Problem problem = sheared(model);
        problem.eddies.more_viscosity = "0.01 * (1 + sin(9*t))";
        problem.eddies.viscosity_of_scalar = "0.01 * exp(-s)";
        problem.scalar = Scalar{.diffusivity = 0.01, .buoyancy = {0.0, 1.0, 0.0}};
        Solver whole = started_with(
            problem, swirl(), [](double x, double y, double) { return std::sin(7.0 * x) * y; });
        advance(whole, 0.05, 5);
        Solver later{problem, {.backend = Backend::cpu, .threads = 2}};
        later.resume(state_of(whole).data());
        later.set_time(0.05);
        advance(whole, 0.05, 5);
        advance(later, 0.05, 5);
        EXPECT_EQ(state_of(later), state_of(whole));
    }
}

TEST(FlowEddies, refuse_what_makes_no_viscosity)
{
    const auto refusal = [](const auto& change) {
        Problem problem = sheared(EddyModel::wale);
        change(problem);
        return unsupported_reason(problem, Backend::cpu).value_or("");
    };
    EXPECT_THAT(refusal([](Problem&) {}), "");
    EXPECT_THAT(refusal([](Problem& p) { p.eddies.constant = -1.0; }), HasSubstr("0 or more"));
    EXPECT_THAT(refusal([](Problem& p) { p.eddies.prandtl = 0.0; }), HasSubstr("above 0"));
    EXPECT_THAT(refusal([](Problem& p) { p.eddies.damping = true; }), HasSubstr("Smagorinsky"));
    EXPECT_THAT(refusal([](Problem& p) { p.eddies.more_viscosity = "2z"; }),
                HasSubstr("no formula"));
    EXPECT_THAT(refusal([](Problem& p) {
                    p.eddies.more_viscosity = "y";
                    p.scalar = Scalar{.diffusivity = 0.1};
                    p.scalar->faces[2].number = 1.0;
                }),
                HasSubstr("a flux on a face"));
    EXPECT_THAT(refusal([](Problem& p) { p.eddies.viscosity_of_scalar = "s"; }),
                HasSubstr("does not carry"));
    EXPECT_THAT(refusal([](Problem& p) {
                    p.scalar = Scalar{};
                    p.eddies.viscosity_of_scalar = "x";
                }),
                HasSubstr("no formula: unknown name 'x'"));
    EXPECT_THAT(refusal([](Problem& p) { p.implicit_diffusion = 1; }), HasSubstr("implicit"));
    EXPECT_THAT(
        refusal([](Problem& p) {
            p.obstacles.push_back({.inside = [](double x, double, double) { return x < 0.3; },
                                   .method = ObstacleMethod::closed});
        }),
        HasSubstr("closed"));
}

}  // namespace
}  // namespace tobiuo::flow
