// SPDX-License-Identifier: BSD-3-Clause
// Closed bodies in a flow: walls made of cells, what goes through them, what drags them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/problem.hpp"
#include "solvers/flow/slab.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

constexpr std::int64_t fluid = 9;  ///< cells between the walls
constexpr std::int64_t solid = 3;  ///< cells of the slab

/// A flow between walls across an axis, and the same with a slab of cells in place of one of them, or
/// round a period of both.
struct Walled {
    Problem walls;
    Problem slab;
};

Walled walled(int axis, bool stretched, ScalarFaceKind kind)
{
    const auto across = static_cast<std::size_t>(axis);
    const std::size_t along = (across + 1) % 3;
    const std::size_t third = (across + 2) % 3;
    std::array<std::int64_t, 3> cells{};
    std::array<double, 3> lengths{};
    cells.at(across) = fluid;
    cells.at(along) = 10;
    cells.at(third) = 8;
    lengths.at(across) = 1.0;
    lengths.at(along) = 1.3;
    lengths.at(third) = 0.9;
    Walled both_of{
        .walls = {.grid = box({cells[0], cells[1], cells[2]}, {lengths[0], lengths[1], lengths[2]}),
                  .viscosity = 0.02},
        .slab = {}};
    Problem& walls = both_of.walls;
    walls.faces.at(third) = both(FaceKind::free_slip);
    walls.scalar = Scalar{.diffusivity = 0.03};
    walls.scalar->buoyancy.at(along) = 0.7;
    walls.scalar->buoyancy.at(across) = -0.4;
    walls.closed_tolerance = 1e-12;
    walls.force = {0.3, -0.2, 0.1};
    both_of.slab = walls;
    walls.faces.at(across) = both(FaceKind::no_slip);
    for (const std::size_t end : {0, 1}) {
        walls.scalar->faces.at(2 * across + end) = {
            .kind = kind, .number = kind == ScalarFaceKind::value ? 1.3 : 0.0};
    }
    Problem& slab = both_of.slab;
    Axis& axis_of_slab = slab.grid.axes.at(across);
    axis_of_slab.cells = fluid + solid;
    const double width = 1.0 / static_cast<double>(fluid);
    axis_of_slab.upper = 1.0 + width * static_cast<double>(solid);
    if (stretched) {
        slab.faces.at(across) = walls.faces.at(across);
        slab.scalar->faces = walls.scalar->faces;
        std::vector<double> nodes;
        for (std::int64_t n = 0; n <= fluid + solid; ++n) {
            const double at = static_cast<double>(n) / static_cast<double>(fluid);
            nodes.push_back(at + 0.1 * std::sin(2.0 * std::numbers::pi * at) / 3.0);
        }
        nodes.front() = 0.0;
        nodes.at(static_cast<std::size_t>(fluid)) = 1.0;
        axis_of_slab.nodes = nodes;
        axis_of_slab.upper = nodes.back();
        walls.grid.axes.at(across).nodes.assign(nodes.begin(), nodes.begin() + fluid + 1);
    }
    slab.obstacles.push_back({.inside =
                                  [across](double x, double y, double z) {
                                      return std::array{x, y, z}.at(across) > 1.0;
                                  },
                              .scalar_kind = kind,
                              .scalar = kind == ScalarFaceKind::value ? 1.3 : 0.0,
                              .method = ObstacleMethod::closed});
    return both_of;
}

/// Whether an index of the larger problem is one of the smaller one, and which.
std::vector<std::size_t> common_points(const Walled& flows, int axis)
{
    std::vector<std::size_t> of_slab;
    const auto& cells = flows.slab.grid.axes;
    std::size_t at = 0;
    for (std::int64_t k = 0; k < cells[2].cells; ++k) {
        for (std::int64_t j = 0; j < cells[1].cells; ++j) {
            for (std::int64_t i = 0; i < cells[0].cells; ++i, ++at) {
                if (std::array{i, j, k}.at(static_cast<std::size_t>(axis)) < fluid) {
                    of_slab.push_back(at);
                }
            }
        }
    }
    return of_slab;
}

double difference_at(const std::vector<double>& walls, const std::vector<double>& slab,
                     const std::vector<std::size_t>& common)
{
    double largest = 0.0;
    for (std::size_t at = 0; at < common.size(); ++at) {
        largest = std::max(largest, std::abs(walls.at(at) - slab.at(common[at])));
    }
    return largest;
}

Solver begun(const Problem& problem)
{
    Solver solver = started(
        problem,
        {[](double x, double y, double z) { return std::sin(5.0 * y + x) * std::cos(3.0 * z); },
         [](double x, double y, double z) { return std::cos(4.0 * x) * std::sin(2.0 * z + y); },
         [](double x, double y, double z) { return std::sin(3.0 * x + 2.0 * y) + 0.2 * z; }});
    solver.set_scalar(sampled_at_centres(problem, [](double x, double y, double z) {
                          return std::cos(3.0 * x) + y * z;
                      }).data());
    return solver;
}

TEST(ClosedObstacles, of_cells_are_walls_of_the_box)
{
    for (const int axis : {0, 1, 2}) {
        for (const bool stretched : {false, true}) {
            for (const ScalarFaceKind kind : {ScalarFaceKind::value, ScalarFaceKind::flux}) {
                SCOPED_TRACE(std::to_string(axis) + (stretched ? " stretched" : ""));
                const Walled flows = walled(axis, stretched, kind);
                Solver walls = begun(flows.walls);
                Solver slab = begun(flows.slab);
                for (int step = 0; step < 6; ++step) {
                    walls.step(0.01);
                    slab.step(0.01);
                }
                const Velocity<double> of_walls = velocity_of<double>(walls);
                const Velocity<double> of_slab = velocity_of<double>(slab);
                const std::vector<std::size_t> common = common_points(flows, axis);
                EXPECT_LT(difference_at(of_walls.u, of_slab.u, common), 1e-10);
                EXPECT_LT(difference_at(of_walls.v, of_slab.v, common), 1e-10);
                EXPECT_LT(difference_at(of_walls.w, of_slab.w, common), 1e-10);
                EXPECT_LT(difference_at(scalar_of(walls), scalar_of(slab), common), 1e-10);
                EXPECT_LT(slab.observed_and_wait().largest_divergence, 1e-12);
            }
        }
    }
}

/// Vortices around a sphere of cells that turns.
Problem turning_sphere()
{
    Problem problem = vortex_problem({12, 13, 14}, 0.05);
    problem.obstacles.push_back(
        {.inside = [](double x, double y,
                      double z) { return std::hypot(x - 3.0, y - 2.8, z - 2.9) < 1.3; },
         .velocity =
             [](double x, double y, double) {
                 return std::array{2.8 - y, x - 3.0, 0.2};
             },
         .method = ObstacleMethod::closed});
    problem.scalar = Scalar{.diffusivity = 0.03};
    problem.obstacles[0].scalar_kind = ScalarFaceKind::value;
    problem.obstacles[0].scalar = 2.0;
    return problem;
}

/// The sums of velocity times volume.
std::array<double, 3> momentum_of(const Solver& solver)
{
    const Velocity<double> now = velocity_of<double>(solver);
    const double volume = std::pow(2.0 * std::numbers::pi, 3) / static_cast<double>(now.u.size());
    const auto sum = [&](const std::vector<double>& all) {
        return volume * std::accumulate(all.begin(), all.end(), 0.0);
    };
    return {sum(now.u), sum(now.v), sum(now.w)};
}

TEST(ClosedObstacles, hold_their_velocity_and_take_the_momentum_of_the_flow)
{
    const Problem problem = turning_sphere();
    Solver solver = started(problem, taylor_green_3d());
    EXPECT_EQ(solver.obstacle_forces_and_wait().at(0).force[0], 0.0);
    advance(solver, 0.06, 3);
    const std::array<double, 3> before = momentum_of(solver);
    solver.step(0.02);
    const std::array<double, 3> after = momentum_of(solver);
    const ObstacleForce force = solver.obstacle_forces_and_wait().at(0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR((before.at(axis) - after.at(axis)) / 0.02, force.force.at(axis), 1e-9);
        EXPECT_GT(std::abs(force.pressure.at(axis)), 1e-3);
    }
    const ClosingUse use = solver.closing_use();
    EXPECT_GT(use.projections, 3);
    EXPECT_LT(use.residual, 1e-6);
    EXPECT_LT(solver.observed_and_wait().largest_divergence, 1e-5);
    const Velocity<double> end = velocity_of<double>(solver);
    const BodyPoints found = find_body_points(problem, whole(problem).slab);
    ASSERT_GT(found.faces.size(), 60U);
    for (const std::int64_t face : found.faces) {
        const ForcedPoint<double>& point = found.points.at(static_cast<std::size_t>(face));
        const std::vector<double>& of = point.quantity == 0   ? end.u
                                        : point.quantity == 1 ? end.v
                                                              : end.w;
        EXPECT_NEAR(of.at(static_cast<std::size_t>(point.at)), point.value, 1e-14);
    }
}

TEST(ClosedObstacles, cost_no_bit_in_a_restart)
{
    Solver solver = started(turning_sphere(), taylor_green_3d());
    advance(solver, 0.04, 2);
    const std::vector<double> half = state_of(solver);
    advance(solver, 0.04, 2);
    Solver second{turning_sphere(), {.backend = Backend::cpu}};
    second.resume(half.data());
    EXPECT_EQ(state_of(second), half);
    advance(second, 0.04, 2);
    EXPECT_EQ(state_of(second), state_of(solver));
    EXPECT_EQ(second.obstacle_forces_and_wait().at(0).force,
              solver.obstacle_forces_and_wait().at(0).force);
}

/// Of a closed channel of cells the flow is that of a force, and its flux the same in each section.
TEST(ClosedObstacles, of_cells_make_a_channel_whose_flow_is_a_parabola)
{
    constexpr int cells = 16;
    Problem problem{.grid = box({6, cells + 4, 1}, {1.0, 1.25, 1.0}), .viscosity = 0.5};
    problem.force = {1.0, 0.0, 0.0};
    problem.obstacles.push_back({.inside = [](double, double y, double) { return y > 1.0; },
                                 .method = ObstacleMethod::closed});
    Solver solver = started(problem, {zero, zero, zero});
    advance(solver, 4.0, 3000);
    const Velocity<double> end = velocity_of<double>(solver);
    for (std::size_t j = 0; j < cells; ++j) {
        const double y = (static_cast<double>(j) + 0.5) / cells;
        // The scheme's: the parabola and, from the walls half a cell away, h^2 / 8 of the force.
        const double exact = y * (1.0 - y) + 0.25 / (cells * cells);
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_NEAR(end.u.at(j * 6 + i), exact, 1e-9);
        }
    }
    // On each unit of depth the walls take what the force gives the fluid and what they hold in place.
    EXPECT_NEAR(solver.obstacle_forces_and_wait().at(0).force[0], 1.25, 1e-8);
}

/// Rounding stops a search before it leads astray, and nothing stays of a flow that had no numbers.
TEST(ClosedObstacles, in_single_precision_and_after_a_flow_that_diverged_are_sound)
{
    Problem problem = vortex_problem({16, 16, 16}, 0.05);
    problem.precision = Precision::fp32;
    problem.force = {1.0, 0.0, 0.0};
    problem.obstacles.push_back({.inside =
                                     [](double x, double y, double z) {
                                         return std::sin(1000.0 * x * (1.0 + y) + 777.0 * y +
                                                         555.0 * z * z) < 0.6;
                                     },
                                 .method = ObstacleMethod::closed});
    Solver solver = started<float>(problem, taylor_green_3d());
    std::vector<float> none(static_cast<std::size_t>(points(problem)), std::nanf(""));
    solver.start(none.data(), none.data(), none.data());
    solver.step(0.01);
    const Velocity<float> begin = sampled<float>(problem, taylor_green_3d());
    solver.start(begin.u.data(), begin.v.data(), begin.w.data());
    advance(solver, 0.1, 10);
    const Observed observed = solver.observed_and_wait();
    EXPECT_TRUE(std::isfinite(observed.kinetic_energy));
    EXPECT_LT(observed.largest_divergence, 0.01);
    EXPECT_LT(solver.closing_use().projections, 300);
}

TEST(ClosedObstacles, that_nobody_can_close_are_refused)
{
    Problem piston{.grid = box({8, 8, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    piston.faces[0] = both(FaceKind::no_slip);
    piston.obstacles.push_back({.inside = [](double x, double, double) { return x < 0.5; },
                                .velocity =
                                    [](double, double, double) {
                                        return std::array{1.0, 0.0, 0.0};
                                    },
                                .method = ObstacleMethod::closed});
    EXPECT_THROW(Solver(piston, {.backend = Backend::cpu}), std::invalid_argument);
    piston.faces[0].upper = {.kind = FaceKind::outflow};
    EXPECT_NO_THROW(Solver(piston, {.backend = Backend::cpu}));
    Problem problem = turning_sphere();
    problem.implicit_diffusion = 2;
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                ::testing::HasSubstr("obstacle 1 is closed, and diffusion is implicit"));
    problem = turning_sphere();
    for (const double tolerance : {0.0, -1.0, 1.0, std::nan("")}) {
        problem.closed_tolerance = tolerance;
        EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                    ::testing::HasSubstr("the tolerance of closed obstacles is"));
    }
}

}  // namespace
}  // namespace tobiuo::flow
