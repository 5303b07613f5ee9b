// SPDX-License-Identifier: BSD-3-Clause
// Bodies in a flow: what they hold, what drags them, and how their flow converges.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <vector>

#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

constexpr SolverOptions on_cpu{.backend = Backend::cpu};

/// The flow between a cylinder that turns and a ring at rest.
///
/// Source    M. Couette, Ann. Chim. Phys. 21, 433 (1890).
struct Couette {
    static constexpr double inner = 0.3;
    static constexpr double outer = 0.8;
    static constexpr double viscosity = 0.2;

    /// The velocity round the centre, 1 on the cylinder.
    static double speed(double radius)
    {
        if (radius <= inner || radius >= outer) {
            return radius <= inner ? radius / inner : 0.0;
        }
        return inner / (outer * outer - inner * inner) * (outer * outer / radius - radius);
    }
    /// On the cylinder, of a unit of length.
    static double torque()
    {
        return -4.0 * std::numbers::pi * viscosity * inner * outer * outer /
               (outer * outer - inner * inner);
    }

    static Problem problem(int cells)
    {
        Problem problem{.grid = box({cells, cells, 1}, {2.0, 2.0, 1.0}), .viscosity = viscosity};
        for (std::size_t axis = 0; axis < 2; ++axis) {
            problem.faces.at(axis) = both(FaceKind::no_slip);
        }
        const auto radius = [](double x, double y) { return std::hypot(x - 1.0, y - 1.0); };
        problem.obstacles.push_back(
            {.inside = [=](double x, double y, double) { return radius(x, y) < inner; },
             .velocity =
                 [](double x, double y, double) {
                     return std::array{-(y - 1.0) / inner, (x - 1.0) / inner, 0.0};
                 }});
        problem.obstacles.push_back(
            {.inside = [=](double x, double y, double) { return radius(x, y) > outer; }});
        return problem;
    }
};

/// The mean square error of u between the cylinders, and the torque on the inner one.
struct CouetteResult {
    double error = 0.0;
    double torque = 0.0;
};

CouetteResult couette_on(int cells, std::optional<int> implicit = {})
{
    Problem problem = Couette::problem(cells);
    problem.implicit_diffusion = implicit;
    Solver solver = started(problem, {zero, zero, zero});
    const double width = 2.0 / cells;
    const double time_step = 0.2 * width * width / Couette::viscosity;
    for (double time = 0.0; time < 1.5; time += time_step) {
        solver.step(time_step);
    }
    const Velocity<double> end = velocity_of<double>(solver);
    double sum = 0.0;
    double count = 0.0;
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const double x = (i + 1) * width - 1.0;
            const double y = (j + 0.5) * width - 1.0;
            const double radius = std::hypot(x, y);
            if (radius > Couette::inner && radius < Couette::outer) {
                const double exact = -Couette::speed(radius) * y / radius;
                sum += std::pow(end.u[static_cast<std::size_t>(j * cells + i)] - exact, 2);
                count += 1.0;
            }
        }
    }
    const std::vector<ObstacleForce> forces = solver.obstacle_forces_and_wait();
    EXPECT_NEAR(forces.at(0).force[0], 0.0, 1e-10);
    EXPECT_LT(solver.observed_and_wait().largest_divergence, 1e-12);
    return {std::sqrt(sum / count), forces.at(0).torque[2]};
}

TEST(FlowObstacles, converge_to_the_flow_between_cylinders)
{
    const CouetteResult coarse = couette_on(24);
    const CouetteResult fine = couette_on(48);
    EXPECT_LT(fine.error, 0.005);
    EXPECT_GT(std::log2(coarse.error / fine.error), 1.7);
    EXPECT_NEAR(fine.torque, Couette::torque(), 0.02 * std::abs(Couette::torque()));
    const CouetteResult implicit = couette_on(48, 1);
    EXPECT_LT(implicit.error, fine.error);
    EXPECT_NEAR(implicit.torque, fine.torque, 0.01 * std::abs(fine.torque));
}

/// A wall across x, up to a surface at 0.33 of the box.
Problem step_in_x(int cells)
{
    Problem problem{.grid = box({cells, 2, 2}, {1.0, 1.0, 1.0}), .viscosity = 0.1};
    problem.faces[0] = both(FaceKind::no_slip);
    problem.obstacles.push_back({.inside = [](double x, double, double) { return x < 0.33; },
                                 .velocity =
                                     [](double x, double y, double) {
                                         return std::array{0.0, 2.0 + x, y};
                                     }});
    return problem;
}

TEST(FlowObstacles, hold_what_is_inside_and_the_first_velocity_outside)
{
    const Problem problem = step_in_x(10);
    const BodyPoints found = find_body_points(problem, whole(problem).slab);
    ASSERT_EQ(found.ranges.size(), 3U);
    // u lies at 0.1, 0.2, ..., v and w at 0.05, 0.15, ...
    const ForcedRange& u = found.ranges[0];
    EXPECT_EQ(u.end - u.begin, 4 * 4);
    const ForcedRange& v = found.ranges[1];
    EXPECT_EQ(v.end - v.begin, 4 * 4);
    for (std::int64_t at = v.begin; at < v.end; ++at) {
        const ForcedPoint<double>& point = found.points[static_cast<std::size_t>(at)];
        const std::int64_t i = point.at % 10;
        const double x = 0.1 * static_cast<double>(i) + 0.05;
        EXPECT_NEAR(point.value, 2.0 + std::min(x, 0.33), 1e-9);
        EXPECT_EQ(point.next, i == 3 ? point.at + 1 : point.at);
        EXPECT_NEAR(point.part, i == 3 ? (x - 0.33) / (x - 0.33 + 0.1) : 0.0, 1e-9) << i;
    }
}

TEST(FlowObstacles, leave_a_velocity_between_two_surfaces_alone)
{
    Problem problem = step_in_x(10);
    problem.obstacles.push_back({.inside = [](double x, double, double) { return x > 0.52; }});
    const BodyPoints found = find_body_points(problem, whole(problem).slab);
    // Of v at 0.35 and 0.45 each is the first one outside a body, and none has a next one.
    for (const ForcedRange& range : found.ranges) {
        for (std::int64_t at = range.begin; at < range.end; ++at) {
            const ForcedPoint<double>& point = found.points[static_cast<std::size_t>(at)];
            EXPECT_EQ(point.next, point.at);
            EXPECT_EQ(point.part, 0.0);
        }
    }
}

/// Vortices around a sphere that turns, and a second one across the period of z.
Problem spheres()
{
    Problem problem = vortex_problem({12, 13, 14}, 0.05);
    const auto near = [](double x, double y, double z, double centre) {
        return std::hypot(x - 3.0, y - 2.8, z - centre);
    };
    problem.obstacles.push_back(
        {.inside = [=](double x, double y, double z) { return near(x, y, z, 2.9) < 1.1; },
         .velocity =
             [](double, double y, double) {
                 return std::array{y - 2.8, 0.1, 0.2};
             }});
    problem.obstacles.push_back({.inside = [=](double x, double y, double z) {
        return std::min(near(x, y, z, -0.1), near(x, y, z, 2.0 * std::numbers::pi - 0.1)) < 0.9;
    }});
    problem.scalar = Scalar{.diffusivity = 0.03};
    problem.obstacles[0].scalar_kind = ScalarFaceKind::value;
    problem.obstacles[0].scalar = 2.0;
    problem.obstacles[1].scalar = 0.3;
    return problem;
}

/// A scalar between a plate of obstacle cells up to a third of z and the face opposite.
Problem warm_plate(ScalarFaceKind kind, double given)
{
    Problem problem{.grid = box({2, 2, 24}, {1.0, 1.0, 1.2}), .viscosity = 0.1};
    problem.faces[2] = both(FaceKind::no_slip);
    problem.scalar = Scalar{.diffusivity = 0.5};
    problem.scalar->faces[5] = {.kind = ScalarFaceKind::value, .number = 1.0};
    problem.obstacles.push_back({.inside = [](double, double, double z) { return z < 0.4; },
                                 .scalar_kind = kind,
                                 .scalar = given});
    return problem;
}

/// The scalar at the centres of a column, steady.
std::vector<double> steady_column(const Problem& problem, double* given_to_flow = nullptr)
{
    Solver solver = started(problem, {zero, zero, zero});
    solver.set_scalar(std::vector<double>(2 * 2 * 24, 0.5).data());
    for (int step = 0; step < 5000; ++step) {
        solver.step(0.002);
    }
    std::vector<double> all(2 * 2 * 24);
    solver.scalar(all.data());
    std::vector<double> column;
    for (std::size_t k = 0; k < 24; ++k) {
        column.push_back(all[4 * k]);
    }
    if (given_to_flow != nullptr) {
        *given_to_flow = solver.obstacle_forces_and_wait().at(0).scalar;
    }
    return column;
}

TEST(FlowObstacles, hold_a_value_of_the_scalar)
{
    double given = 0.0;
    const std::vector<double> column =
        steady_column(warm_plate(ScalarFaceKind::value, 3.0), &given);
    for (std::size_t k = 8; k < 24; ++k) {  // the surface is at 0.4
        const double z = 0.05 * (static_cast<double>(k) + 0.5);
        EXPECT_NEAR(column[k], 3.0 - 2.0 * (z - 0.4) / 0.8, 1e-6) << k;
    }
    // What diffuses: diffusivity times gradient times area.
    EXPECT_NEAR(given, 0.5 * 2.0 / 0.8, 1e-6);
}

TEST(FlowObstacles, give_the_scalar_a_flux_or_insulate_it)
{
    for (const double flux : {0.0, 0.7}) {
        const std::vector<double> column = steady_column(warm_plate(ScalarFaceKind::flux, flux));
        for (std::size_t k = 8; k < 24; ++k) {
            const double z = 0.05 * (static_cast<double>(k) + 0.5);
            EXPECT_NEAR(column[k], 1.0 + flux / 0.5 * (1.2 - z), 1e-6) << k;
        }
    }
}

/// How fast the scalar outside a cylinder grows, all in all, of which the cylinder gives `flux`.
double growth_outside(double flux, double& begun)
{
    constexpr int nx = 40;
    constexpr int ny = 30;
    Problem problem{.grid = box({nx, ny, 1}, {2.0, 1.2, 1.0}), .viscosity = 0.1};
    problem.faces[0] = both(FaceKind::no_slip);
    problem.faces[1] = both(FaceKind::free_slip);
    problem.scalar = Scalar{.diffusivity = 0.1};
    const auto inside = [](double x, double y, double) {
        return std::hypot(x - 1.03, y - 0.58) < 0.35;
    };
    problem.obstacles.push_back({.inside = inside, .scalar = flux});
    Solver solver = started(problem, {zero, zero, zero});
    std::vector<double> values = sampled_at_centres(
        problem, [](double x, double y, double) { return std::sin(3.0 * x) + y * y; });
    solver.set_scalar(values.data());
    const auto sum = [&] {
        solver.scalar(values.data());
        double all = 0.0;
        for (std::size_t at = 0; at < values.size(); ++at) {
            const double x = 0.05 * (static_cast<double>(at % nx) + 0.5);
            const double y = 0.04 * (static_cast<double>(at / nx) + 0.5);
            all += inside(x, y, 0.0) ? 0.0 : 0.05 * 0.04 * values[at];
        }
        return all;
    };
    begun = sum();
    for (int step = 0; step < 100; ++step) {
        solver.step(0.002);
    }
    return (sum() - begun) / 0.2;
}

TEST(FlowObstacles, that_insulate_keep_the_scalar_and_others_give_it_their_flux)
{
    double begun = 0.0;
    EXPECT_NEAR(growth_outside(0.0, begun), 0.0, 1e-12);
    EXPECT_GT(begun, 0.5);
    const double expected = 0.5 * 2.0 * std::numbers::pi * 0.35;
    EXPECT_NEAR(growth_outside(0.5, begun), expected, 0.05 * expected);
}

void expect_near(const std::vector<ObstacleForce>& one, const std::vector<ObstacleForce>& other,
                 double tolerance)
{
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t obstacle = 0; obstacle < one.size(); ++obstacle) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(one[obstacle].force.at(axis), other[obstacle].force.at(axis), tolerance);
            EXPECT_NEAR(one[obstacle].torque.at(axis), other[obstacle].torque.at(axis), tolerance);
        }
        EXPECT_NEAR(one[obstacle].scalar, other[obstacle].scalar, tolerance);
    }
}

TEST(FlowObstacles, feel_the_same_force_on_several_ranks)
{
    for (const std::optional<int> implicit : {std::optional<int>{}, std::optional{2}}) {
        Problem problem = spheres();
        problem.implicit_diffusion = implicit;
        problem.obstacles[1].scalar = implicit ? 0.0 : 0.3;
        Solver alone = started(problem, taylor_green_3d());
        advance(alone, 0.05, 5);
        const std::vector<ObstacleForce> forces = alone.obstacle_forces_and_wait();
        EXPECT_GT(std::abs(forces.at(0).force[0]), 1e-3);
        EXPECT_GT(std::abs(forces.at(1).torque[2]), 1e-3);
        for (const int size : {2, 3, 5}) {
            test::on_ranks(size, [&](const Communicator& ranks) {
                Solver solver{problem, ranks, {.backend = Backend::cpu, .threads = 1}};
                const Velocity<double> all = sampled<double>(problem, taylor_green_3d());
                const std::int64_t first = 12 * 13 * solver.planes().first;
                solver.start(all.u.data() + first, all.v.data() + first, all.w.data() + first);
                advance(solver, 0.05, 5);
                expect_near(solver.obstacle_forces_and_wait(), forces, 1e-9);
            });
        }
    }
}

/// What the flow loses, bodies gain: in a periodic box without force there is nobody else.
TEST(FlowObstacles, take_the_momentum_of_the_flow)
{
    const Problem problem = spheres();
    Solver solver = started(problem, taylor_green_3d());
    const double volume = std::pow(2.0 * std::numbers::pi, 3);
    const auto means = [&] {
        const Velocity<double> now = velocity_of<double>(solver);
        std::array<double, 3> sums{};
        for (std::size_t at = 0; at < now.u.size(); ++at) {
            sums[0] += now.u[at];
            sums[1] += now.v[at];
            sums[2] += now.w[at];
        }
        for (double& sum : sums) {
            sum *= volume / static_cast<double>(now.u.size());
        }
        return sums;
    };
    advance(solver, 0.02, 2);
    const std::array<double, 3> before = means();
    solver.step(0.01);
    const std::array<double, 3> after = means();
    const std::vector<ObstacleForce> forces = solver.obstacle_forces_and_wait();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR((before.at(axis) - after.at(axis)) / 0.01,
                    forces.at(0).force.at(axis) + forces.at(1).force.at(axis), 1e-9);
    }
}

TEST(FlowObstacles, cost_no_bit_in_a_restart)
{
    Solver solver = started(spheres(), taylor_green_3d());
    EXPECT_EQ(solver.obstacle_forces_and_wait().at(0).force[0], 0.0);
    advance(solver, 0.02, 2);
    const std::vector<double> half = state_of(solver);
    advance(solver, 0.02, 2);
    Solver second{spheres(), on_cpu};
    second.resume(half.data());
    advance(second, 0.02, 2);
    EXPECT_EQ(state_of(second), state_of(solver));
    expect_near(second.obstacle_forces_and_wait(), solver.obstacle_forces_and_wait(), 0.0);
}

TEST(FlowObstacles, without_a_shape_or_with_a_flux_of_nothing_are_refused)
{
    Problem problem = spheres();
    problem.obstacles.push_back({});
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                ::testing::HasSubstr("obstacle 3 has no shape"));
    EXPECT_THROW(Solver(problem, on_cpu), std::invalid_argument);
    problem.obstacles.back().inside = [](double x, double, double) {
        return x > 3.0 ? throw std::runtime_error{"nobody knows"} : false;
    };
    EXPECT_THROW(Solver(problem, on_cpu), std::runtime_error);
    problem = spheres();
    problem.scalar->diffusivity = 0.0;
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                ::testing::HasSubstr("obstacle 2 has a flux of the scalar, but nothing diffuses"));
    problem = spheres();
    problem.implicit_diffusion = 2;
    EXPECT_THAT(unsupported_reason(problem, Backend::cpu).value_or(""),
                ::testing::HasSubstr("and diffusion is implicit along an axis"));
}

}  // namespace
}  // namespace tobiuo::flow
