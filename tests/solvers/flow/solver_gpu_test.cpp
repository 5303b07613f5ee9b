// SPDX-License-Identifier: BSD-3-Clause
// The flow solver on the device against the one on the CPU.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tobiuo/flow.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/precision.hpp"
#include "solvers/flow/outflow_pressure.hpp"
#include "solvers/flow/value_count.hpp"
#include "tests/solvers/flow/changing_faces.hpp"
#include "tests/solvers/flow/implicit_problems.hpp"
#include "tests/solvers/flow/moving_bodies.hpp"
#include "tests/solvers/flow/rank_flows.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::flow {
namespace {

class FlowSolverOnDevice : public test::OnDevice {};

/// A solver on the device and its arrays.
template <typename T>
class OnDeviceFlow {
public:
    explicit OnDeviceFlow(const Problem& problem)
        : solver{problem, {.backend = Backend::cuda}},
          u_{static_cast<std::size_t>(points(problem))},
          v_{u_.size()},
          w_{u_.size()}
    {
    }

    void start(const Velocity<T>& begin)
    {
        device::copy_to_device(u_.data(), std::span{begin.u}, stream_.get());
        device::copy_to_device(v_.data(), std::span{begin.v}, stream_.get());
        device::copy_to_device(w_.data(), std::span{begin.w}, stream_.get());
        solver.start(u_.data(), v_.data(), w_.data(), stream_.get());
    }

    void advance(double until, int steps)
    {
        for (int step = 0; step < steps; ++step) {
            solver.step(until / steps, stream_.get());
        }
    }

    void step(double time_step, const std::array<FaceValues, 3>& ends)
    {
        solver.step(time_step, ends, stream_.get());
    }
    void advance(const ObstaclesAt& obstacles, double time_step, int steps)
    {
        advance_moving(
            solver, obstacles, 0.0, time_step, steps,
            [&](double length) { solver.step(length, stream_.get()); }, stream_.get());
    }
    [[nodiscard]] ObstacleForce force_and_wait() const
    {
        return solver.obstacle_forces_and_wait(stream_.get()).at(0);
    }

    [[nodiscard]] Velocity<T> velocity_and_wait()
    {
        solver.velocity(u_.data(), v_.data(), w_.data(), stream_.get());
        return {device::fetch_and_wait(u_, stream_.get()),
                device::fetch_and_wait(v_, stream_.get()),
                device::fetch_and_wait(w_, stream_.get())};
    }

    [[nodiscard]] std::vector<T> state_and_wait()
    {
        const device::DeviceBuffer<T> state{static_cast<std::size_t>(solver.state_values())};
        solver.state(state.data(), stream_.get());
        return device::fetch_and_wait(state, stream_.get());
    }

    void resume(const std::vector<T>& values)
    {
        const device::DeviceBuffer<T> state = device::uploaded(values, stream_.get());
        solver.resume(state.data(), stream_.get());
        device::synchronize(stream_.get());
    }

    Solver solver;

private:
    device::Stream stream_ = device::make_stream();
    device::DeviceBuffer<T> u_;
    device::DeviceBuffer<T> v_;
    device::DeviceBuffer<T> w_;
};

std::vector<Problem> problems()
{
    std::vector<Problem> all;
    all.push_back(vortex_problem({32, 24, 20}, 0.01));
    all.push_back(vortex_problem({24, 24, 1}, 0.01));
    Problem mixed{.grid = box({12, 9, 10}, {1.2, 0.9, 1.0}), .viscosity = 0.02};
    mixed.faces[0] = both(FaceKind::outflow);
    mixed.faces[1] = {.lower = {.kind = FaceKind::free_slip}, .upper = {.kind = FaceKind::no_slip}};
    mixed.faces[1].upper.velocity = {0.3, 0.0, -0.1};
    mixed.faces[2] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::no_slip}};
    mixed.faces[2].lower.profile[2] = sampled_on_face(
        mixed, 4, 2,
        [](double x, double /*y*/, double /*z*/) { return x > 0.4 && x < 0.8 ? 1.0 : 0.0; });
    mixed.force = {0.0, 0.1, 0.0};
    mixed.scalar = Scalar{.diffusivity = 0.03, .buoyancy = {0.2, 0.0, 3.0}, .reference = 0.1};
    mixed.scalar->faces[4] = {.kind = ScalarFaceKind::value, .number = 1.0};
    mixed.scalar->faces[3] = {.kind = ScalarFaceKind::flux, .number = 0.02};
    all.push_back(mixed);
    Problem channel{.grid = box({32, 16, 24}, {2.0, 1.0, 2.0}), .viscosity = 0.01};
    channel.faces[2] = both(FaceKind::no_slip);
    for (int node = 0; node <= 24; ++node) {
        channel.grid.axes[2].nodes.push_back(1.0 +
                                             std::tanh(1.2 * (node / 12.0 - 1.0)) / std::tanh(1.2));
    }
    channel.grid.axes[2].nodes.front() = 0.0;
    channel.grid.axes[2].nodes.back() = 2.0;
    channel.scalar = Scalar{.diffusivity = 0.02, .buoyancy = {0.0, 0.5, 0.0}};
    channel.scalar->faces[5] = {.kind = ScalarFaceKind::value, .number = -1.0};
    all.push_back(channel);
    all.push_back(with_sources(channel));
    all.push_back(with_eddies(channel, EddyModel::wale));
    all.push_back(channel);
    all.back().eddies.viscosity_of_scalar = "0.01 * (1 + s*s)";
    Problem rough = with_eddies(channel, EddyModel::smagorinsky);
    rough.grid.axes[2] = {.cells = 24, .lower = 0.0, .upper = 2.0};
    rough.faces[2].lower.law = rough.faces[2].upper.law = WallLaw{.roughness = 0.01};
    rough.faces[1] = both(FaceKind::no_slip);
    rough.faces[1].lower.law = rough.faces[1].upper.law = WallLaw{};
    all.push_back(rough);
    all.push_back(with_eddies(mixed, EddyModel::vreman));
    all.push_back(with_eddies(vortex_problem({24, 20, 16}, 0.001), EddyModel::smagorinsky,
                              "0.01 * (1 + sin(x + 9*t))"));
    for (Problem once : {vortex_problem({32, 24, 20}, 0.01), mixed, with_sources(channel)}) {
        once.projections = 1;
        all.push_back(once);
    }
    for (const Problem& problem : {bounded(mixed), bounded(with_eddies(channel, EddyModel::wale)),
                                   with_second(mixed), with_second(bounded(channel))}) {
        all.push_back(problem);
    }
    return all;
}

/// Two velocities of about 1 after ten steps, whose kernels and transforms round differently.
template <typename T>
constexpr double after_ten_steps = 2000.0 * std::numeric_limits<T>::epsilon();

/// A box with an inlet that pulsates, two outflows, a lid whose speed changes, and a scalar that
/// enters more or less.
Problem pulsating_box(double time)
{
    Problem problem = problems().at(2);
    for (double& through : problem.faces[2].lower.profile[2]) {
        through *= 1.0 + 0.5 * std::sin(100.0 * time);
    }
    problem.faces[1].upper.profile[0].assign(12 * 10, std::cos(70.0 * time));
    problem.scalar->faces[4].profile.assign(12 * 9, std::cos(50.0 * time));
    return problem;
}

template <typename T>
void expect_the_changing_faces_of_the_host(std::optional<int> implicit)
{
    const auto problem = [implicit](double time) {
        Problem one = pulsating_box(time);
        one.implicit_diffusion = implicit;
        one.precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64;
        return one;
    };
    OnDeviceFlow<T> on_device{problem(0.0)};
    on_device.start(sampled<T>(problem(0.0), swirl()));
    Solver on_host = started<T>(problem(0.0), swirl());
    constexpr double time_step = 0.002;
    for (int step = 0; step < 10; ++step) {
        const std::array<FaceValues, 3> ends = faces_of_step(problem, step * time_step, time_step);
        on_device.step(time_step, ends);
        on_host.step(time_step, ends);
    }
    EXPECT_LT(largest_difference(on_device.state_and_wait(), state_of<T>(on_host)),
              after_ten_steps<T>);
}

TEST_F(FlowSolverOnDevice, takes_the_steps_of_the_host_through_faces_that_change)
{
    for (const std::optional<int> implicit : {std::optional<int>{}, {0}, {1}, {2}}) {
        expect_the_changing_faces_of_the_host<double>(implicit);
        expect_the_changing_faces_of_the_host<float>(implicit);
    }
}

template <typename T>
void expect_the_moving_bodies_of_the_host(const ObstaclesAt& obstacles,
                                          const std::array<int, 3>& cells)
{
    Problem problem = box_around(obstacles, cells, true);
    problem.precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64;
    OnDeviceFlow<T> on_device{problem};
    on_device.start(sampled<T>(problem, swirl()));
    on_device.advance(obstacles, 0.004, 10);
    Solver on_host = started<T>(problem, swirl());
    advance_moving(on_host, obstacles, 0.0, 0.004, 10,
                   [&](double length) { on_host.step(length); });
    EXPECT_LT(largest_difference(on_device.state_and_wait(), state_of<T>(on_host)),
              after_ten_steps<T>);
    const ObstacleForce here = on_host.obstacle_forces_and_wait().at(0);
    const ObstacleForce there = on_device.force_and_wait();
    const double margin = 100.0 * after_ten_steps<T>;  // sums over the time step
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(there.force.at(axis), here.force.at(axis), margin);
        EXPECT_NEAR(there.torque.at(axis), here.torque.at(axis), margin);
    }
}

TEST_F(FlowSolverOnDevice, moves_bodies_as_the_host_does)
{
    for (const ObstaclesAt& obstacles : {ObstaclesAt{stirrer_at}, ObstaclesAt{piston_at}}) {
        expect_the_moving_bodies_of_the_host<double>(obstacles, {32, 24, 20});
        expect_the_moving_bodies_of_the_host<float>(obstacles, {32, 24, 20});
    }
    expect_the_moving_bodies_of_the_host<double>(stirrer_at, {64, 48, 1});
}

template <typename T>
void expect_the_flow_of_the_host(Problem problem)
{
    problem.precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64;
    OnDeviceFlow<T> on_device{problem};
    on_device.start(sampled<T>(problem, swirl()));
    on_device.advance(0.02, 10);
    Solver on_host = started<T>(problem, swirl());
    advance(on_host, 0.02, 10);
    EXPECT_LT(largest_difference(on_device.velocity_and_wait(), velocity_of<T>(on_host)),
              after_ten_steps<T>)
        << describe(problem);
    // With implicit diffusion the state has the pressure: impulses over parts of the time step. With one
    // projection it has the trend of the pressure, too: differences over the time step.
    const double margin = problem.projections == 1 ? 1e5 : problem.implicit_diffusion ? 10.0 : 1.0;
    EXPECT_LT(largest_difference(on_device.state_and_wait(), state_of<T>(on_host)),
              margin * after_ten_steps<T>)
        << describe(problem);
    const Observed here = on_host.observed_and_wait();
    const Observed there = on_device.solver.observed_and_wait();
    EXPECT_NEAR(there.kinetic_energy, here.kinetic_energy, after_ten_steps<T>);
    EXPECT_NEAR(there.largest_rate, here.largest_rate, here.largest_rate * after_ten_steps<T>);
    EXPECT_LT(there.largest_divergence, 100.0 * after_ten_steps<T>);
}

TEST_F(FlowSolverOnDevice, computes_the_flow_of_the_host)
{
    for (const Problem& problem : problems()) {
        expect_the_flow_of_the_host<double>(problem);
        expect_the_flow_of_the_host<float>(problem);
    }
}

TEST_F(FlowSolverOnDevice, computes_the_flow_of_the_host_with_implicit_diffusion)
{
    for (const Problem& problem : implicit_problems()) {
        expect_the_flow_of_the_host<double>(problem);
        expect_the_flow_of_the_host<float>(problem);
    }
}

/// Enough for a thread each, see parts_of_line().
TEST_F(FlowSolverOnDevice, computes_the_flow_of_the_host_along_many_implicit_lines)
{
    for (const int axis : {0, 1, 2}) {
        std::array<int, 3> cells{76, 76, 76};
        cells.at(static_cast<std::size_t>(axis)) = 19;
        for (const std::size_t jet : {0U, 1U, 2U}) {
            Problem problem = jet_along(jet, jet == 1, cells);
            problem.implicit_diffusion = axis;
            expect_the_flow_of_the_host<double>(problem);
            expect_the_flow_of_the_host<float>(problem);
        }
    }
}

TEST_F(FlowSolverOnDevice, resumes_a_state_with_the_same_bits)
{
    std::vector<Problem> all = problems();
    for (const Problem& problem : implicit_problems()) {
        all.push_back(problem);
    }
    for (const Problem& problem : all) {
        const Velocity<double> begin = sampled<double>(problem, swirl());
        OnDeviceFlow<double> whole{problem};
        whole.start(begin);
        whole.advance(0.06, 6);
        OnDeviceFlow<double> first{problem};
        first.start(begin);
        first.advance(0.03, 3);
        OnDeviceFlow<double> second{problem};
        second.resume(first.state_and_wait());
        second.solver.set_time(0.01 + 0.01 + 0.01);
        second.advance(0.03, 3);
        EXPECT_EQ(whole.state_and_wait(), second.state_and_wait()) << describe(problem);
    }
}

/// What kernels and Poisson's equation take depends on cells and faces alone.
TEST_F(FlowSolverOnDevice, owns_the_values_that_are_counted)
{
    const auto besides = [](const Problem& problem) {
        const Solver solver{problem, {.backend = Backend::cuda}};
        EXPECT_EQ(solver.state_values(), state_values(problem));
        return static_cast<std::int64_t>(solver.memory_bytes()) -
               step_values(problem) * bytes_per_value(problem.precision);
    };
    for (Problem problem : implicit_problems()) {
        SCOPED_TRACE(describe(problem));
        const std::int64_t implicit = besides(problem);
        EXPECT_GE(implicit, 0);
        problem.implicit_diffusion.reset();
        EXPECT_EQ(besides(problem), implicit);
        const bool solves_along_faces = !buoyant_outflows(problem).empty();
        problem.scalar.reset();
        if (solves_along_faces) {  // Poisson's equation along these faces has a solver of its own
            EXPECT_LT(besides(problem), implicit);
        } else {
            EXPECT_EQ(besides(problem), implicit);
        }
    }
}

}  // namespace
}  // namespace tobiuo::flow
