// SPDX-License-Identifier: BSD-3-Clause
// Walls whose friction is that of the logarithmic law.
#include <tobiuo/flow/solver.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/flow/wall_law_items.hpp"
#include "solvers/flow/gradients.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

/// U = 2 along x between walls that are rough across an axis; the scalar rises along it.
Problem rough_channel(int axis, double roughness)
{
    Problem problem{.grid = box({6, 6, 6}, {1.0, 1.2, 0.9}), .viscosity = 1e-3};
    const auto at = static_cast<std::size_t>(axis);
    problem.faces.at(at) = both(FaceKind::no_slip);
    problem.faces.at(at).lower.law = problem.faces.at(at).upper.law =
        WallLaw{.roughness = roughness};
    return problem;
}

/// What a short step takes from the momentum of a uniform velocity along `along`, in a unit of time
/// and volume.
double lost_by(const Problem& problem, std::size_t along, double speed)
{
    Field begin{zero, zero, zero};
    begin.at(along) = [=](double, double, double) { return speed; };
    Solver solver = started(problem, begin);
    constexpr double time_step = 1e-6;
    solver.step(time_step);
    solver.step(1e-12);
    return (speed - solver.observed_and_wait().mean_velocity.at(along)) / time_step;
}

TEST(FlowWallLaws, take_the_friction_of_a_rough_wall)
{
    for (const int axis : {0, 1, 2}) {
        const Problem problem = rough_channel(axis, 0.002);
        const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(axis));
        for (const int turn : {1, 2}) {
            const auto along = static_cast<std::size_t>((axis + turn) % 3);
            const double friction = 0.4 * 2.0 / std::log(0.5 * across.spacing() / 0.002);
            // Two walls, over the width of the box.
            EXPECT_NEAR(lost_by(problem, along, 2.0),
                        2.0 * friction * friction / (across.upper - across.lower), 1e-4);
            EXPECT_NEAR(lost_by(problem, along, -2.0),
                        -2.0 * friction * friction / (across.upper - across.lower), 1e-4);
        }
    }
}

TEST(FlowWallLaws, are_relative_to_a_wall_that_moves)
{
    Problem problem = rough_channel(2, 0.002);
    problem.faces[2].lower.velocity = problem.faces[2].upper.velocity = {2.0, 0.0, 0.0};
    EXPECT_NEAR(lost_by(problem, 0, 2.0), 0.0, 1e-9);
}

/// What gradients say of the walls is what steps lose, and the flux that the law gives the scalar.
TEST(FlowWallLaws, are_told_by_gradients)
{
    for (const int axis : {0, 1, 2}) {
        Problem problem = rough_channel(axis, 0.002);
        const auto along = static_cast<std::size_t>((axis + 1) % 3);
        problem.scalar = Scalar{.diffusivity = 1e-3};
        const auto lower = static_cast<std::size_t>(2 * axis);
        problem.scalar->faces.at(lower) = {.kind = ScalarFaceKind::value, .number = 3.0};
        Field begin{zero, zero, zero};
        begin.at(along) = [](double, double, double) { return -2.0; };
        const Solver solver =
            started_with(problem, begin, [](double, double, double) { return 1.0; });
        const Axis& across = problem.grid.axes.at(static_cast<std::size_t>(axis));
        const double profile = std::log(0.5 * across.spacing() / 0.002) / 0.4;
        const std::vector<double> state = state_of(solver);
        const Gradients found = gradients_of<double>(problem, state);
        for (const std::size_t face : {lower, lower + 1}) {
            EXPECT_NEAR(found.shear.at(face).at(along), -std::pow(2.0 / profile, 2), 1e-12);
            EXPECT_NEAR(found.shear.at(face).at((along + 1) % 3 == static_cast<std::size_t>(axis)
                                                    ? (along + 2) % 3
                                                    : (along + 1) % 3),
                        0.0, 1e-15);
        }
        EXPECT_NEAR(found.scalar->flux.at(lower), 2.0 / profile * 2.0 / profile, 1e-12);
        EXPECT_EQ(found.scalar->flux.at(lower + 1), 0.0);
    }
}

TEST(FlowWallLaws, take_the_friction_of_a_smooth_wall)
{
    Problem problem = rough_channel(2, 0.0);
    problem.viscosity = 1e-5;
    const double distance = 0.5 * problem.grid.axes[2].spacing();
    const double friction = std::sqrt(lost_by(problem, 0, 2.0) * 0.9 / 2.0);
    EXPECT_NEAR(std::log(distance * friction / 1e-5) / 0.41 + 5.2, 2.0 / friction, 1e-3);
    problem.viscosity = 0.1;  // the viscous layer is thicker than a cell
    EXPECT_NEAR(lost_by(problem, 0, 2.0) * 0.9 / 2.0, 0.1 * 2.0 / distance, 1e-3);
}

/// The profiles of Monin and Obukhov hold for what the law finds.
TEST(FlowWallLaws, are_those_of_monin_and_obukhov)
{
    const double distance = 3.0;
    const double roughness = 0.1;
    const double neutral = std::log(distance / roughness);
    const LawOfWall<double> law{
        {.distance = distance, .roughness = roughness, .buoyancy = 9.81 / 265.0}};
    const auto stability = [&](const WallFluxes<double>& found, double flux) {
        return -0.4 * distance * (9.81 / 265.0) * flux / std::pow(found.friction_squared, 1.5);
    };
    // Warmer than the wall: stable.
    const WallFluxes<double> stable = law.of_value(5.0, 0.4);
    const double zeta = stability(stable, stable.scalar);
    EXPECT_GT(zeta, 0.0);
    EXPECT_LT(zeta, 2.0);
    EXPECT_NEAR(5.0 * 0.4 / std::sqrt(stable.friction_squared), neutral + 4.8 * zeta, 1e-6);
    EXPECT_NEAR(-0.4 * 0.4 * std::sqrt(stable.friction_squared) / stable.scalar,
                neutral + 7.8 * zeta, 1e-6);
    // The flux that a value gives makes the friction that it gives.
    EXPECT_NEAR(law.of_flux(5.0, stable.scalar).friction_squared, stable.friction_squared, 1e-6);
    // Colder than the wall: more friction than without.
    const WallFluxes<double> unstable = law.of_value(5.0, -0.4);
    const double below = stability(unstable, unstable.scalar);
    const double x = std::pow(1.0 - 16.0 * below, 0.25);
    const double psi = 2.0 * std::log((1.0 + x) / 2.0) + std::log((1.0 + x * x) / 2.0) -
                       2.0 * std::atan(x) + std::acos(0.0);
    EXPECT_LT(below, 0.0);
    EXPECT_NEAR(5.0 * 0.4 / std::sqrt(unstable.friction_squared), neutral - psi, 1e-6);
    EXPECT_GT(unstable.friction_squared, law.neutral(5.0).friction_squared);
    EXPECT_EQ(law.of_value(0.0, 0.4).friction_squared, 0.0);
}

/// A cold floor cools the cells above it by the flux of the law, whatever molecules and eddies conduct.
TEST(FlowWallLaws, give_the_scalar_the_flux_of_a_value)
{
    Problem problem = rough_channel(2, 0.002);
    problem.faces[2].upper = {.kind = FaceKind::free_slip};
    problem.scalar = Scalar{.diffusivity = 1e-3, .buoyancy = {0.0, 0.0, 0.5}};
    problem.scalar->faces[4] = {.kind = ScalarFaceKind::value, .number = -0.3};
    for (const EddyModel model : {EddyModel::none, EddyModel::smagorinsky}) {
        problem.eddies.model = model;
        Solver solver =
            started_with(problem, {[](double, double, double) { return 2.0; }, zero, zero}, zero);
        constexpr double time_step = 1e-6;
        solver.step(time_step);
        double sum = 0.0;
        for (const double value : scalar_of(solver)) {
            sum += value / 216.0;
        }
        const LawOfWall<double> law{{.distance = 0.075, .roughness = 0.002, .buoyancy = 0.5}};
        EXPECT_NEAR(sum / time_step, law.of_value(2.0, 0.3).scalar / 0.9, 1e-5);
        EXPECT_LT(sum, 0.0);
    }
}

TEST(FlowWallLaws, refuse_what_is_no_law)
{
    const auto refusal = [](const auto& change) {
        Problem problem = rough_channel(2, 0.01);
        change(problem);
        return unsupported_reason(problem, Backend::cpu).value_or("");
    };
    EXPECT_THAT(refusal([](Problem&) {}), "");
    EXPECT_THAT(refusal([](Problem& p) { p.faces[2].lower.kind = FaceKind::free_slip; }),
                HasSubstr("no wall"));
    EXPECT_THAT(refusal([](Problem& p) { p.faces[2].upper.law->roughness = 0.1; }),
                HasSubstr("roughness is 0.1"));
    EXPECT_THAT(refusal([](Problem& p) { p.implicit_diffusion = 2; }), HasSubstr("implicit"));
    EXPECT_THAT(refusal([](Problem& p) {
                    p.faces[2].upper.law->roughness = 0.0;
                    p.scalar = Scalar{.diffusivity = 0.1};
                    p.scalar->faces[5] = {.kind = ScalarFaceKind::value, .number = 1.0};
                }),
                HasSubstr("smooth"));
}

}  // namespace
}  // namespace tobiuo::flow
