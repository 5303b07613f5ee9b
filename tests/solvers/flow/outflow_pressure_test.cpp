// SPDX-License-Identifier: BSD-3-Clause
// The pressure on outflow faces: streams and fluids at rest whose pressure is hydrostatic.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <tobiuo/flow.hpp>

#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

/// Velocities of about 1 after some hundred stages with pressures of about 10.
constexpr double rounding_of_steps = 4096 * std::numeric_limits<double>::epsilon();

/// Implicit diffusion begins with a pressure that is not that of the flow; what the first steps make
/// of it is left to friction, and so is no rounding.
constexpr double left_of_the_start = 1e-4;

/// A uniform velocity through a box with inlets at its lower x (or upper) and slippery sides.
Problem stream(const Extents& cells, bool turned = false)
{
    Problem problem{.grid = box(cells, {2.0, 1.0, 0.5}), .viscosity = 0.01};
    Faces& x = problem.faces[0];
    x = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::outflow}};
    x.lower.velocity = {1.0, 0.0, 0.0};
    if (turned) {
        std::swap(x.lower, x.upper);
        x.upper.velocity = {-1.0, 0.0, 0.0};
    }
    problem.faces[1] = both(FaceKind::free_slip);
    if (cells.z > 1) {
        problem.faces[2] = both(FaceKind::free_slip);
    }
    return problem;
}

/// Layers of a scalar, which enter as they are.
Problem layered(Problem problem, const std::array<double, 3>& buoyancy)
{
    problem.scalar = Scalar{.diffusivity = 0.0, .buoyancy = buoyancy, .reference = 0.25};
    return problem;
}

void give_inlet(Problem& problem, const Component& scalar)
{
    const auto& [x, y, z] = problem.grid.axes;
    ScalarFace& face = problem.scalar->faces[0];
    face.kind = ScalarFaceKind::value;
    for (std::int64_t k = 0; k < z.cells; ++k) {
        for (std::int64_t j = 0; j < y.cells; ++j) {
            face.profile.push_back(scalar(x.lower, y.centre(j), z.centre(k)));
        }
    }
}

void stretch(Axis& axis)
{
    for (std::int64_t node = 0; node <= axis.cells; ++node) {
        const double part = static_cast<double>(node) / static_cast<double>(axis.cells);
        axis.nodes.push_back(axis.upper * part * (1.0 + 0.4 * part) / 1.4);
    }
    axis.nodes.back() = axis.upper;
}

/// The velocity stays (u, 0, 0).
void expect_to_stay(const Problem& problem, double u, const Component& scalar, double rounding,
                    double time_step = 0.01)
{
    SCOPED_TRACE(describe(problem));
    Solver solver{problem, {.backend = Backend::cpu}};
    if (problem.scalar) {
        solver.set_scalar(sampled_at_centres(problem, scalar).data());
    }
    const Velocity<double> begin =
        sampled<double>(problem, {[u](double, double, double) { return u; }, zero, zero});
    solver.start(begin.u.data(), begin.v.data(), begin.w.data());
    for (int step = 0; step < 60; ++step) {
        solver.step(time_step);
    }
    const Velocity<double> end = velocity_of<double>(solver);
    for (std::size_t at = 0; at < end.u.size(); ++at) {
        ASSERT_NEAR(end.u[at], u, rounding) << at;
        ASSERT_NEAR(end.v[at], 0.0, rounding) << at;
        ASSERT_NEAR(end.w[at], 0.0, rounding) << at;
    }
}

TEST(FlowOutflow, lets_a_stream_through_with_gravity_along_it)
{
    for (const bool turned : {false, true}) {
        for (const int stretched : {0, 1, 3}) {
            Problem problem = stream({16, 12, 1}, turned);
            problem.force = {0.3, -2.0, 0.0};
            if (stretched < 3) {
                stretch(problem.grid.axes.at(static_cast<std::size_t>(stretched)));
            }
            expect_to_stay(problem, turned ? -1.0 : 1.0, {}, rounding_of_steps);
        }
    }
    Problem oblique = stream({12, 8, 6});
    oblique.force = {0.5, -1.0, 2.0};
    expect_to_stay(oblique, 1.0, {}, rounding_of_steps);
}

TEST(FlowOutflow, lets_stable_layers_through)
{
    const Component flat = [](double, double y, double) { return y * (1.0 + y); };
    for (const double buoyancy : {1.0, 10.0}) {
        Problem plane = layered(stream({16, 12, 1}), {0.0, buoyancy, 0.0});
        give_inlet(plane, flat);
        expect_to_stay(plane, 1.0, flat, rounding_of_steps);
    }
    Problem room = layered(stream({12, 8, 6}), {0.0, 1.0, 0.0});
    give_inlet(room, flat);
    expect_to_stay(room, 1.0, flat, rounding_of_steps);
    // Along two axes of the face, a force that is a gradient.
    const Component oblique = [](double, double y, double z) { return y + 2.0 * z; };
    Problem tilted = layered(stream({12, 8, 6}), {0.0, 1.0, 2.0});
    give_inlet(tilted, oblique);
    expect_to_stay(tilted, 1.0, oblique, rounding_of_steps);
}

TEST(FlowOutflow, lets_streams_through_with_implicit_diffusion)
{
    for (const int axis : {0, 1}) {
        Problem heavy = stream({16, 12, 1});
        heavy.implicit_diffusion = axis;
        heavy.force = {0.0, -2.0, 0.0};
        expect_to_stay(heavy, 1.0, {}, left_of_the_start);
        const Component flat = [](double, double y, double) { return y; };
        Problem layers = layered(stream({16, 12, 1}), {0.0, 10.0, 0.0});
        layers.implicit_diffusion = axis;
        give_inlet(layers, flat);
        expect_to_stay(layers, 1.0, flat, left_of_the_start);
    }
}

TEST(FlowOutflow, keeps_fluid_at_rest_in_a_box_that_is_open_on_several_sides)
{
    const Component curved = [](double, double y, double) { return y * y; };
    for (const FaceKind bottom : {FaceKind::no_slip, FaceKind::outflow}) {
        Problem open{.grid = box({12, 10, 1}, {1.0, 1.0, 1.0}), .viscosity = 0.01};
        open.faces[0] = both(FaceKind::outflow);
        open.faces[1] = {.lower = {.kind = bottom}, .upper = {.kind = FaceKind::outflow}};
        Problem heavy = open;
        heavy.force = {0.3, -1.0, 0.0};
        expect_to_stay(heavy, 0.0, {}, rounding_of_steps);
        expect_to_stay(layered(open, {0.0, 4.0, 0.0}), 0.0, curved, rounding_of_steps);
        stretch(open.grid.axes[1]);
        expect_to_stay(layered(open, {0.0, 4.0, 0.0}), 0.0, curved, rounding_of_steps);
    }
}

TEST(FlowOutflow, keeps_oblique_layers_at_rest_in_a_box_that_is_open_everywhere)
{
    Problem open{.grid = box({6, 7, 8}, {1.0, 0.7, 0.5}), .viscosity = 0.01};
    for (Faces& faces : open.faces) {
        faces = both(FaceKind::outflow);
    }
    const Component oblique = [](double x, double y, double z) { return x + 2.0 * y + 4.0 * z; };
    expect_to_stay(layered(open, {1.0, 2.0, 4.0}), 0.0, oblique, rounding_of_steps);
}

TEST(FlowOutflow, has_a_force_that_is_set_later)
{
    Problem problem = stream({16, 12, 1});
    Solver solver{problem, {.backend = Backend::cpu}};
    const Velocity<double> begin =
        sampled<double>(problem, {[](double, double, double) { return 1.0; }, zero, zero});
    solver.start(begin.u.data(), begin.v.data(), begin.w.data());
    for (int step = 0; step < 40; ++step) {
        solver.set_force({0.0, step % 2 == 0 ? -1.0 : 3.0, 0.0});
        solver.step(0.01);
    }
    for (const double u : velocity_of<double>(solver).u) {
        EXPECT_NEAR(u, 1.0, rounding_of_steps);
    }
}

}  // namespace
}  // namespace tobiuo::flow
