// SPDX-License-Identifier: BSD-3-Clause
// Flows on several ranks, each of which has some planes, and the same flow on one.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <tobiuo/flow.hpp>

#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {

/// The planes of a rank of an array of `planes` planes.
template <typename T>
[[nodiscard]] std::vector<T> cut(const std::vector<T>& all, std::int64_t planes,
                                 const poisson::Planes& own)
{
    const std::int64_t plane = static_cast<std::int64_t>(all.size()) / planes;
    const auto begin = all.begin() + own.first * plane;
    return {begin, begin + own.count * plane};
}

template <typename T>
[[nodiscard]] Velocity<T> cut(const Velocity<T>& all, std::int64_t planes,
                              const poisson::Planes& own)
{
    return {cut(all.u, planes, own), cut(all.v, planes, own), cut(all.w, planes, own)};
}

/// A jet from one face to the one opposite, between a wall that moves and one that does not, with a
/// scalar that it carries.
[[nodiscard]] inline Problem jet_across(int axis, bool downwards)
{
    Problem problem{.grid = box({9, 10, 11}, {0.9, 1.0, 1.1}), .viscosity = 0.02};
    const auto at = static_cast<std::size_t>(axis);
    Faces& through = problem.faces.at(at);
    Face& in = downwards ? through.upper : through.lower;
    (downwards ? through.lower : through.upper).kind = FaceKind::outflow;
    in.kind = FaceKind::inflow;
    in.profile.at(at) = sampled_on_face(
        problem, 2 * axis + (downwards ? 1 : 0), axis, [&](double x, double y, double z) {
            return (downwards ? -1.0 : 1.0) * (1.0 + 0.3 * std::sin(5.0 * x + 4.0 * y + 3.0 * z));
        });
    Faces& walls = problem.faces.at((at + 1) % 3);
    walls = both(FaceKind::no_slip);
    walls.upper.velocity.at(at) = 0.4;
    problem.faces.at((at + 2) % 3) = both(FaceKind::free_slip);
    problem.scalar = Scalar{.diffusivity = 0.03};
    ScalarFace& entering = problem.scalar->faces.at(2 * at + (downwards ? 1 : 0));
    entering = {.kind = ScalarFaceKind::value, .number = 1.0};
    return problem;
}

/// A jet that leaves through faces across x and z, which have a common edge, round a periodic y.
[[nodiscard]] inline Problem open_corner()
{
    Problem problem{.grid = box({8, 9, 10}, {0.8, 0.9, 1.0}), .viscosity = 0.02};
    problem.faces[0] = {.lower = {.kind = FaceKind::inflow, .velocity = {1.0, 0.0, 0.0}},
                        .upper = {.kind = FaceKind::outflow}};
    problem.faces[2] = {.lower = {.kind = FaceKind::no_slip}, .upper = {.kind = FaceKind::outflow}};
    return problem;
}

/// A channel whose cells are small at its walls across an axis, with a scalar that rises.
[[nodiscard]] inline Problem channel_across(int axis)
{
    Problem problem{.grid = box({8, 9, 12}, {2.0, 2.0, 2.0}), .viscosity = 0.01};
    const auto at = static_cast<std::size_t>(axis);
    problem.faces.at(at) = both(FaceKind::no_slip);
    Axis& stretched = problem.grid.axes.at(at);
    for (std::int64_t node = 0; node <= stretched.cells; ++node) {
        const double place = 2.0 * static_cast<double>(node) / static_cast<double>(stretched.cells);
        stretched.nodes.push_back(1.0 + std::tanh(1.2 * (place - 1.0)) / std::tanh(1.2));
    }
    stretched.nodes.front() = 0.0;
    stretched.nodes.back() = 2.0;
    problem.force = {0.5, 0.0, 0.1};
    problem.scalar = Scalar{.diffusivity = 0.02, .buoyancy = {0.3, 0.5, 0.7}, .reference = 0.1};
    problem.scalar->faces.at(2 * at + 1) = {.kind = ScalarFaceKind::value, .number = -1.0};
    return problem;
}

/// The problem with walls that are rough.
[[nodiscard]] inline Problem rough(Problem problem)
{
    for (Faces& faces : problem.faces) {
        for (Face* const face : {&faces.lower, &faces.upper}) {
            if (face->kind == FaceKind::no_slip) {
                face->law = WallLaw{.roughness = 0.001};
            }
        }
    }
    return problem;
}

/// The problem with implicit diffusion along an axis.
[[nodiscard]] inline Problem implicit_along(Problem problem, int axis)
{
    problem.implicit_diffusion = axis;
    return problem;
}

/// The problem with bounded advection of its scalar.
[[nodiscard]] inline Problem bounded(Problem problem)
{
    problem.scalar->advection = ScalarAdvection::bounded;
    return problem;
}

/// The problem with one more scalar like its own, which sinks and is bounded.
[[nodiscard]] inline Problem with_second(Problem problem)
{
    FurtherScalar& second = problem.further_scalars.emplace_back();
    second.scalar = *problem.scalar;
    for (double& buoyancy : second.scalar.buoyancy) {
        buoyancy *= -0.4;
    }
    second.scalar.advection = ScalarAdvection::bounded;
    second.source = "x - y";
    return problem;
}

/// The problem with one projection a step.
[[nodiscard]] inline Problem projected_once(Problem problem)
{
    problem.projections = 1;
    return problem;
}

/// The problem with a force, along outflow faces too.
[[nodiscard]] inline Problem pushed(Problem problem)
{
    problem.force = {0.3, -0.2, 0.4};
    return problem;
}

/// The problem with a scalar that rises, along outflow faces too.
[[nodiscard]] inline Problem rising(Problem problem)
{
    if (!problem.scalar) {
        problem.scalar = Scalar{.diffusivity = 0.03};
    }
    problem.scalar->buoyancy = {0.4, -0.3, 0.5};
    problem.scalar->reference = 0.1;
    return problem;
}

/// The problem with a scalar that rises along x only and has no reference, so that nothing but it acts.
[[nodiscard]] inline Problem lifted(Problem problem)
{
    problem.scalar->buoyancy = {0.4, 0.0, 0.0};
    return problem;
}

/// Faces of which any two have outflows, but for the lower one across y, with cells that differ.
[[nodiscard]] inline Problem open_on_all_sides()
{
    Problem problem = channel_across(2);
    for (Faces& faces : problem.faces) {
        faces = both(FaceKind::outflow);
    }
    problem.faces[1].lower = {.kind = FaceKind::no_slip};
    problem.scalar->faces[5] = {.kind = ScalarFaceKind::flux};
    return problem;
}

/// The problem with a body that turns, through the middle of z, beside which all else goes on.
[[nodiscard]] inline Problem with_body(Problem problem)
{
    std::array<double, 3> middle{};
    double radius = 1e300;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Axis& along = problem.grid.axes.at(axis);
        middle.at(axis) = 0.5 * (along.lower + along.upper);
        radius = std::min(radius, 0.3 * (along.upper - along.lower));
    }
    problem.obstacles.push_back({.inside =
                                     [=](double x, double y, double z) {
                                         return std::hypot(x - middle[0], y - middle[1],
                                                           z - middle[2]) < radius;
                                     },
                                 .velocity =
                                     [=](double x, double y, double) {
                                         return std::array{middle[1] - y, x - middle[0], 0.1};
                                     },
                                 .scalar_kind = ScalarFaceKind::value,
                                 .scalar = 0.7});
    return problem;
}

/// The problem with closed bodies.
[[nodiscard]] inline Problem closed(Problem problem)
{
    for (Obstacle& obstacle : problem.obstacles) {
        obstacle.method = ObstacleMethod::closed;
    }
    problem.closed_tolerance = problem.precision == Precision::fp64 ? 1e-13 : 1e-6;
    return problem;
}

/// A jet whose fluctuations come from a plane in the middle, round periodic axes but for walls across
/// one of them, or across none (3).
[[nodiscard]] inline Problem recycled_jet(int axis, bool downwards, int walled)
{
    Problem problem = jet_across(axis, downwards);
    for (int other = 0; other < 3; ++other) {
        if (other != axis && other != walled) {
            problem.faces.at(static_cast<std::size_t>(other)) = {};
        }
    }
    Faces& through = problem.faces.at(static_cast<std::size_t>(axis));
    (downwards ? through.upper : through.lower).recycling = Recycling{.position = 0.52};
    return problem;
}

/// Boxes with all faces that ranks can divide.
[[nodiscard]] inline std::vector<Problem> rank_problems()
{
    std::vector<Problem> all{vortex_problem({9, 10, 11}, 0.01),
                             vortex_problem({1, 8, 16}, 0.02),
                             jet_across(0, false),
                             jet_across(0, true),
                             jet_across(1, false),
                             jet_across(1, true),
                             jet_across(2, false),
                             jet_across(2, true),
                             channel_across(1),
                             channel_across(2),
                             implicit_along(vortex_problem({9, 10, 11}, 0.05), 0),
                             implicit_along(channel_across(1), 1),
                             implicit_along(channel_across(2), 1),
                             implicit_along(jet_across(2, true), 0),
                             implicit_along(jet_across(0, true), 1),
                             implicit_along(vortex_problem({9, 10, 11}, 0.05), 2),
                             implicit_along(vortex_problem({1, 8, 16}, 0.02), 2),
                             implicit_along(channel_across(1), 2),
                             implicit_along(channel_across(2), 2),
                             implicit_along(jet_across(0, true), 2),
                             implicit_along(jet_across(2, false), 2),
                             implicit_along(jet_across(2, true), 2),
                             pushed(jet_across(0, false)),
                             pushed(jet_across(1, true)),
                             pushed(jet_across(2, true)),
                             pushed(open_corner()),
                             implicit_along(pushed(open_corner()), 0),
                             implicit_along(pushed(open_corner()), 2),
                             implicit_along(pushed(jet_across(2, true)), 1),
                             rising(jet_across(0, false)),
                             rising(jet_across(1, true)),
                             rising(jet_across(2, false)),
                             implicit_along(lifted(jet_across(2, true)), 0),
                             rising(pushed(open_corner())),
                             open_on_all_sides(),
                             implicit_along(open_on_all_sides(), 2),
                             with_body(vortex_problem({9, 10, 11}, 0.01)),
                             with_body(jet_across(2, true)),
                             with_body(implicit_along(channel_across(2), 2)),
                             closed(with_body(vortex_problem({9, 10, 11}, 0.01))),
                             closed(with_body(channel_across(2))),
                             closed(with_body(jet_across(2, true))),
                             implicit_along(rising(open_corner()), 1),
                             with_sources(channel_across(1)),
                             with_eddies(channel_across(2), EddyModel::wale),
                             with_eddies(rising(jet_across(2, false)), EddyModel::smagorinsky,
                                         "0.01 * (1 + sin(z + 9*t))"),
                             with_eddies(vortex_problem({9, 10, 11}, 0.001), EddyModel::vreman),
                             with_eddies(rough(channel_across(2)), EddyModel::smagorinsky),
                             rough(jet_across(2, true)),
                             with_sources(implicit_along(channel_across(2), 2)),
                             bounded(channel_across(2)),
                             bounded(jet_across(2, true)),
                             bounded(with_body(rising(jet_across(0, false)))),
                             bounded(with_eddies(rough(channel_across(2)), EddyModel::smagorinsky)),
                             bounded(projected_once(with_sources(channel_across(1)))),
                             recycled_jet(0, false, 1),
                             recycled_jet(0, true, 2),
                             recycled_jet(1, true, 3),
                             recycled_jet(1, false, 2),
                             implicit_along(recycled_jet(0, true, 1), 2),
                             projected_once(recycled_jet(0, true, 1)),
                             with_second(channel_across(2)),
                             with_second(with_body(jet_across(2, true))),
                             with_second(with_eddies(channel_across(1), EddyModel::wale)),
                             projected_once(vortex_problem({9, 10, 11}, 0.01)),
                             projected_once(with_sources(channel_across(2))),
                             projected_once(rising(jet_across(0, false))),
                             projected_once(with_body(jet_across(2, true)))};
    return all;
}

/// The walls of a box, of which those across x and z move as the time goes on.
[[nodiscard]] inline Problem shaken_box(double time)
{
    Problem problem{.grid = box({8, 9, 10}, {1.0, 1.0, 1.0}), .viscosity = 0.02};
    for (Faces& faces : problem.faces) {
        faces = both(FaceKind::no_slip);
    }
    const auto shaken = [&](int face, int component) {
        return sampled_on_face(problem, face, component, [&](double x, double y, double z) {
            return std::sin(30.0 * time + 3.0 * x + 2.0 * y + z);
        });
    };
    problem.faces[0].lower.profile[2] = shaken(0, 2);
    problem.faces[0].upper.profile[1] = shaken(1, 1);
    problem.faces[2].lower.profile[0] = shaken(4, 0);
    problem.faces[2].upper.profile[1] = shaken(5, 1);
    return problem;
}

/// The walls across x of shaken_box(), in a box that is periodic along z.
[[nodiscard]] inline Problem shaken_tube(double time)
{
    Problem problem = shaken_box(time);
    problem.faces[2] = {};
    return problem;
}

[[nodiscard]] inline double layers(double x, double y, double z)
{
    return std::sin(3.0 * z + x) + y;
}

/// What differs after some steps: transforms along whole axes and joined slabs round differently.
template <typename T>
constexpr double after_steps_on_ranks = 2000.0 * std::numeric_limits<T>::epsilon();

}  // namespace tobiuo::flow
