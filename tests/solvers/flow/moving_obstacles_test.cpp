// SPDX-License-Identifier: BSD-3-Clause
// Bodies that move: where they are found, what drags them, and that ranks and restarts agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "solvers/flow/bodies/body_points.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/moving_bodies.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::flow {
namespace {

using ::testing::HasSubstr;

constexpr SolverOptions with_one_thread{.backend = Backend::cpu, .threads = 1};
const Field rest{[](double, double, double) { return 0.0; },
                 [](double, double, double) { return 0.0; },
                 [](double, double, double) { return 0.0; }};

void advance_on_host(Solver& solver, const ObstaclesAt& obstacles, double begin, double time_step,
                     int steps)
{
    advance_moving(solver, obstacles, begin, time_step, steps,
                   [&](double length) { solver.step(length); });
}

/// A cylinder of radius 1/8 in a periodic square, at a place and a velocity along x.
std::vector<Obstacle> cylinder(double place, double speed)
{
    return {{.inside =
                 [=](double x, double y, double) {
                     const double away = x - place - std::round(x - place);
                     return std::hypot(away, y - 0.5) < 0.125;
                 },
             .velocity =
                 [=](double, double, double) {
                     return std::array{speed, 0.0, 0.0};
                 }}};
}

Problem square_around(std::vector<Obstacle> obstacles, int cells)
{
    return {.grid = box({cells, cells, 1}, {1.0, 1.0, 1.0}),
            .viscosity = 0.01,
            .obstacles = std::move(obstacles)};
}

TEST(MovingObstacles, that_stay_where_they_are_have_the_bits_of_those_at_rest)
{
    const Problem problem = box_around(stirrer_at, {20, 16, 12}, true);
    Solver fixed = started(problem, swirl());
    advance(fixed, 0.03, 3);
    Solver moving = started(problem, swirl());
    advance_on_host(
        moving, [](double) { return stirrer_at(0.0); }, 0.0, 0.01, 3);
    EXPECT_EQ(state_of(moving), state_of(fixed));
    const ObstacleForce there = fixed.obstacle_forces_and_wait().at(0);
    const ObstacleForce here = moving.obstacle_forces_and_wait().at(0);
    EXPECT_NEAR(here.torque[2], there.torque[2], 1e-12 * std::abs(there.torque[2]));
    EXPECT_EQ(here.scalar, there.scalar);
}

/// Near where they were, as in the whole box; and where they were not, too.
TEST(MovingObstacles, are_found_wherever_they_have_gone)
{
    const Problem before = square_around(cylinder(0.4, 1.0), 64);
    const BodyPoints found = find_body_points(before, whole(before).slab);
    EXPECT_LE(found.around.at(0).count[0], 20);
    EXPECT_EQ(found.around.at(0).count[2], 1);
    for (const double place : {0.41, 0.43, 0.45, 0.6, 0.9, 0.99}) {
        const Problem after = square_around(cylinder(place, 1.0), 64);
        const BodyPoints near = find_moved_points(after, whole(after), found.around);
        const BodyPoints all = find_body_points(after, whole(after).slab);
        ASSERT_EQ(near.points.size(), all.points.size()) << place;
        ASSERT_GT(near.points.size(), 300U);
        for (std::size_t at = 0; at < all.points.size(); ++at) {
            ASSERT_EQ(near.points[at].at, all.points[at].at);
            ASSERT_EQ(near.points[at].part, all.points[at].part);
        }
    }
}

/// The drag on a cylinder that goes through a fluid at rest is that of one at rest in a stream. Source:
/// Galilei.
TEST(MovingObstacles, are_dragged_as_those_at_rest_in_a_stream)
{
    constexpr int cells = 64;
    constexpr int steps = 100;
    constexpr double time_step = 0.005;
    Solver fixed = started(square_around(cylinder(0.5, 0.0), cells),
                           {[](double, double, double) { return -1.0; }, rest[1], rest[2]});
    Solver moving = started(square_around(cylinder(0.5, 1.0), cells), rest);
    double there = 0.0;
    double here = 0.0;
    for (int step = 1; step <= steps; ++step) {
        fixed.step(time_step);
        moving.set_obstacles(cylinder(0.5 + step * time_step, 1.0));
        moving.step(time_step);
        if (step > steps / 2) {
            there += fixed.obstacle_forces_and_wait().at(0).force[0] / (steps / 2);
            here += moving.obstacle_forces_and_wait().at(0).force[0] / (steps / 2);
        }
    }
    EXPECT_GT(there, -1.0);
    EXPECT_LT(there, -0.05);
    // Both move against the fluid, whose mean the first has and the second has not.
    EXPECT_NEAR(here, there, 0.03 * std::abs(there));
}

/// A fluid that a force accelerates together with a body: the force on the body is what the fluid in
/// its place would need, and nothing else acts.
TEST(MovingObstacles, that_accelerate_feel_only_what_the_flow_does)
{
    constexpr double acceleration = 3.0;
    constexpr double time_step = 0.004;
    const ObstaclesAt obstacles = [](double time) {
        return cylinder(0.4 + 0.5 * acceleration * time * time, acceleration * time);
    };
    const double weight = acceleration * std::numbers::pi / 64.0;
    Problem problem = square_around(obstacles(0.0), 64);
    problem.force = {acceleration, 0.0, 0.0};
    Solver solver = started(problem, rest);
    for (int step = 1; step <= 20; ++step) {
        solver.set_obstacles(obstacles(step * time_step));
        solver.step(time_step);
        if (step > 3) {  // after the push of the first one
            EXPECT_NEAR(solver.obstacle_forces_and_wait().at(0).force[0], weight, 0.04 * weight);
        }
    }
    EXPECT_NEAR(solver.observed_and_wait().mean_velocity[0], 19 * time_step * acceleration, 1e-3);
}

/// A cylinder that turns about a place beside its middle pulls away from it, by nothing but what the
/// flow does: what is inside has no weight.
TEST(MovingObstacles, turn_without_the_weight_of_what_is_inside)
{
    constexpr double turns = 5.0;
    const auto at = [](double time) {
        const double x = 0.5 + 0.1 * std::cos(turns * time);
        const double y = 0.5 + 0.1 * std::sin(turns * time);
        return std::vector<Obstacle>{
            {.inside = [=](double a, double b, double) { return std::hypot(a - x, b - y) < 0.125; },
             .velocity =
                 [](double a, double b, double) {
                     return std::array{turns * (0.5 - b), turns * (a - 0.5), 0.0};
                 }}};
    };
    const Problem problem = square_around(at(0.0), 64);
    const Problem later = square_around(at(0.01), 64);
    const BodyPoints found = find_body_points(later, whole(later).slab);
    const BodyMotion gained = motion_of_bodies(later, problem.obstacles, whole(later), found).at(0);
    // Area times the acceleration towards the place about which it turns.
    const double area = std::numbers::pi / 64.0;
    EXPECT_NEAR(gained.rate[0][0], -area * turns * turns * 0.1 * std::cos(turns * 0.01),
                0.02 * area * turns * turns * 0.1);
    EXPECT_NEAR(gained.rate[1][0], -area * turns * turns * 0.1 * std::sin(turns * 0.01),
                0.02 * area * turns * turns * 0.1);
    EXPECT_EQ(gained.step[0][0], 0.0);
}

TEST(MovingObstacles, have_no_divergence_and_are_as_solid_as_those_at_rest)
{
    Solver solver = started(box_around(stirrer_at, {32, 32, 1}), rest);
    advance_on_host(solver, stirrer_at, 0.0, 0.005, 40);
    EXPECT_LT(solver.observed_and_wait().largest_divergence, 1e-11);
    const Obstacle stirrer = stirrer_at(0.2).front();
    const Problem& problem = solver.problem();
    const Velocity<double> end = velocity_of<double>(solver);
    double square = 0.0;
    double count = 0.0;
    for (int j = 0; j < 32; ++j) {
        for (int i = 0; i < 32; ++i) {
            const double x = velocity_position(problem, 0, 0, i);
            const double y = velocity_position(problem, 0, 1, j);
            if (stirrer.inside(x, y, 0.5)) {
                const double slip =
                    end.u[static_cast<std::size_t>(32 * j + i)] - stirrer.velocity(x, y, 0.5)[0];
                square += slip * slip;
                count += 1.0;
            }
        }
    }
    EXPECT_GT(count, 100.0);
    EXPECT_LT(std::sqrt(square / count), 0.03);  // of a speed of 1 at the tips
}

TEST(MovingObstacles, go_on_with_the_same_bits_from_a_state)
{
    for (const ObstaclesAt& obstacles : {ObstaclesAt{stirrer_at}, ObstaclesAt{piston_at}}) {
        const Problem problem = box_around(obstacles, {16, 16, 16});
        Solver whole = started(problem, swirl());
        advance_on_host(whole, obstacles, 0.0, 0.01, 4);
        Solver first = started(problem, swirl());
        advance_on_host(first, obstacles, 0.0, 0.01, 2);
        Solver second{problem, with_one_thread};
        second.set_obstacles(obstacles(0.02));
        second.resume(state_of(first).data());
        advance_on_host(second, obstacles, 0.02, 0.01, 2);
        EXPECT_EQ(state_of(second), state_of(whole));
        EXPECT_EQ(second.obstacle_forces_and_wait().at(0).force,
                  whole.obstacle_forces_and_wait().at(0).force);
    }
}

/// The ball goes from the planes of one rank to those of another.
TEST(MovingObstacles, move_across_ranks)
{
    for (const ObstaclesAt& obstacles : {ObstaclesAt{stirrer_at}, ObstaclesAt{piston_at}}) {
        const Problem problem = box_around(obstacles, {14, 12, 15}, true);
        Solver alone = started(problem, swirl());
        advance_on_host(alone, obstacles, 0.0, 0.01, 8);
        const std::vector<double> expected = velocity_of<double>(alone).w;
        const ObstacleForce expected_force = alone.obstacle_forces_and_wait().at(0);
        for (const int size : {2, 3, 5}) {
            test::on_ranks(size, [&](const Communicator& ranks) {
                Solver solver{problem, ranks, with_one_thread};
                const Velocity<double> own =
                    cut(sampled<double>(problem, swirl()), 15, solver.planes());
                solver.start(own.u.data(), own.v.data(), own.w.data());
                advance_on_host(solver, obstacles, 0.0, 0.01, 8);
                Velocity<double> end{std::vector<double>(own.u.size()),
                                     std::vector<double>(own.u.size()),
                                     std::vector<double>(own.u.size())};
                solver.velocity(end.u.data(), end.v.data(), end.w.data());
                const std::size_t first =
                    static_cast<std::size_t>(solver.planes().first) * 14U * 12U;
                for (std::size_t at = 0; at < end.w.size(); ++at) {
                    ASSERT_NEAR(end.w[at], expected[first + at], 1e-11);
                }
                const ObstacleForce one = solver.obstacle_forces_and_wait().at(0);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    EXPECT_NEAR(one.force.at(axis), expected_force.force.at(axis), 1e-10);
                    EXPECT_NEAR(one.torque.at(axis), expected_force.torque.at(axis), 1e-10);
                }
            });
        }
    }
}

/// Two discs, one of which goes far away at once, or is in the box at some times only.
TEST(MovingObstacles, are_found_each_for_itself)
{
    const auto discs = [](double place) {
        std::vector<Obstacle> both = cylinder(0.3, 0.0);
        both.push_back({.inside = [=](double x, double y, double) {
            return std::hypot(x - place, y - 0.5) < 0.1;
        }});
        return both;
    };
    const Problem apart = square_around(discs(0.35), 64);
    std::vector<CellBox> around = find_body_points(apart, whole(apart).slab).around;
    for (const double place : {0.9, 5.0, 0.7}) {
        const Problem after = square_around(discs(place), 64);
        const BodyPoints near = find_moved_points(after, whole(after), around);
        EXPECT_EQ(near.points.size(), find_body_points(after, whole(after).slab).points.size())
            << place;
        around = near.around;
    }
    EXPECT_GT(around.at(1).cells(), 0);
    // A solver of the first time that goes on with the state of a later one.
    Solver solver{apart, with_one_thread};
    solver.set_obstacles(discs(0.8));
    solver.resume(state_of(started(apart, swirl())).data());
    solver.set_obstacles(discs(0.8));
    solver.step(0.002);
    EXPECT_NE(solver.obstacle_forces_and_wait().at(1).force[0], 0.0);
}

/// One call for several steps, several for one, and a question between.
TEST(MovingObstacles, feel_the_force_of_the_last_step)
{
    const auto start = [] {
        return started(square_around(cylinder(0.5, 0.0), 48), {swirl()[0], swirl()[1], rest[2]});
    };
    const auto force_of = [](const Solver& solver) {
        return solver.obstacle_forces_and_wait().at(0).force;
    };
    Solver once = start();
    once.set_obstacles(cylinder(0.5, 0.2));
    once.step(0.004);
    const std::array<double, 3> of_first = force_of(once);
    Solver twice = start();
    twice.set_obstacles(cylinder(0.5, 0.1));
    twice.set_obstacles(cylinder(0.5, 0.2));
    twice.step(0.004);
    EXPECT_EQ(force_of(twice), of_first);
    twice.set_obstacles(cylinder(0.5, 0.2));
    EXPECT_EQ(force_of(twice), of_first) << "no step has had the obstacles yet";
    twice.step(0.004);
    once.step(0.004);  // as fast as before, so that nothing is gained
    EXPECT_NEAR(force_of(once)[0], force_of(twice)[0], 1e-10);
    EXPECT_GT(std::abs(force_of(once)[0] - of_first[0]), 0.1 * std::abs(of_first[0]));
    EXPECT_NEAR(once.obstacle_rate(), 0.2 * 48, 1e-12);
    EXPECT_EQ(once.obstacle_forces_and_wait().at(0).torque[0], 0.0);
    EXPECT_EQ(once.obstacle_forces_and_wait().at(0).torque[1], 0.0);
}

/// What one rank cannot ask, all refuse.
TEST(MovingObstacles, that_throw_on_one_rank_are_refused_by_all)
{
    const Problem problem = box_around(piston_at, {12, 12, 12});
    std::vector<Obstacle> broken = piston_at(0.01);
    broken.front().velocity = [](double, double, double z) -> std::array<double, 3> {
        if (z > 0.6) {
            throw std::invalid_argument{"no velocity up there"};
        }
        return {};
    };
    test::on_ranks(3, [&](const Communicator& ranks) {
        Solver solver{problem, ranks, with_one_thread};
        EXPECT_THAT(test::refusal([&] {
                        try {
                            solver.set_obstacles(broken);
                        } catch (const std::runtime_error& error) {
                            throw std::invalid_argument{error.what()};
                        }
                    }),
                    HasSubstr("no velocity up there"));
    });
}

TEST(MovingObstacles, that_are_others_or_closed_are_refused)
{
    Solver solver = started(box_around(stirrer_at, {16, 16, 1}), rest);
    EXPECT_THAT(test::refusal([&] { solver.set_obstacles({}); }),
                HasSubstr("the obstacles are not those of the problem"));
    std::vector<Obstacle> other = stirrer_at(0.1);
    other.front().scalar = 2.0;
    EXPECT_THAT(test::refusal([&] { solver.set_obstacles(other); }),
                HasSubstr("do the same to the scalar"));
    other = stirrer_at(0.1);
    other.front().inside = nullptr;
    EXPECT_THAT(test::refusal([&] { solver.set_obstacles(other); }), HasSubstr("has no shape"));
    Problem closed_problem = box_around(stirrer_at, {16, 16, 1});
    closed_problem.obstacles.front().method = ObstacleMethod::closed;
    Solver closed_solver{closed_problem, with_one_thread};
    EXPECT_THAT(test::refusal([&] { closed_solver.set_obstacles(closed_problem.obstacles); }),
                HasSubstr("obstacles move, and one is closed"));
}

}  // namespace
}  // namespace tobiuo::flow
