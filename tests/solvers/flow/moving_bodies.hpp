// SPDX-License-Identifier: BSD-3-Clause
// Bodies that move, for tests on every machine.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

/// The obstacles of a problem at a time.
using ObstaclesAt = std::function<std::vector<Obstacle>(double time)>;

/// An ellipse, in three dimensions an ellipsoid, that turns about z, in a periodic box of length 1.
[[nodiscard]] inline std::vector<Obstacle> stirrer_at(double time)
{
    constexpr double turns = 3.0;  // angle in a unit of time
    const double cosine = std::cos(turns * time);
    const double sine = std::sin(turns * time);
    return {{.inside =
                 [=](double x, double y, double z) {
                     const double along = cosine * (x - 0.5) + sine * (y - 0.5);
                     const double across = cosine * (y - 0.5) - sine * (x - 0.5);
                     return std::hypot(along / 0.33, across / 0.17, (z - 0.5) / 0.33) < 1.0;
                 },
             .velocity =
                 [](double x, double y, double) {
                     return std::array{turns * (0.5 - y), turns * (x - 0.5), 0.0};
                 },
             .scalar_kind = ScalarFaceKind::value,
             .scalar = 1.0}};
}

/// A ball that goes to and fro along z, and insulates.
[[nodiscard]] inline std::vector<Obstacle> piston_at(double time)
{
    const double middle = 0.5 + 0.1 * std::sin(20.0 * time);
    const double speed = 2.0 * std::cos(20.0 * time);
    return {{.inside = [=](double x, double y,
                           double z) { return std::hypot(x - 0.5, y - 0.5, z - middle) < 0.22; },
             .velocity =
                 [=](double, double, double) {
                     return std::array{0.0, 0.0, speed};
                 }}};
}

/// A periodic box with obstacles and a scalar, or a box between walls across y.
[[nodiscard]] inline Problem box_around(const ObstaclesAt& obstacles,
                                        const std::array<int, 3>& cells, bool has_walls = false)
{
    Problem problem{.grid = box({cells[0], cells[1], cells[2]}, {1.0, 1.0, 1.0}),
                    .viscosity = 0.02,
                    .scalar = Scalar{.diffusivity = 0.02, .buoyancy = {0.0, 0.2, 0.0}},
                    .obstacles = obstacles(0.0)};
    if (has_walls) {
        problem.faces[1] = both(FaceKind::no_slip);
    }
    return problem;
}

/// Steps with the obstacles where they are at the end of each; `step(time_step)` takes one.
template <typename Step>
void advance_moving(Solver& solver, const ObstaclesAt& obstacles, double begin, double time_step,
                    int steps, const Step& step, Stream stream = nullptr)
{
    for (int number = 1; number <= steps; ++number) {
        solver.set_obstacles(obstacles(begin + number * time_step), stream);
        step(time_step);
    }
}

}  // namespace tobiuo::flow
