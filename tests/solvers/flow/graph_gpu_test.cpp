// SPDX-License-Identifier: BSD-3-Clause
// Steps as CUDA graphs have the bits of steps launched kernel by kernel.
#include <gtest/gtest.h>

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <span>
#include <stdexcept>
#include <vector>

#include <tobiuo/flow.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/handle.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/flow/flow_machine.hpp"
#include "solvers/flow/stepper.hpp"
#include "tests/solvers/flow/flows.hpp"
#include "tests/solvers/flow/implicit_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::flow {
namespace {

class FlowGraphOnDevice : public test::OnDevice {};

Field whirl()
{
    return {[](double x, double y, double z) { return std::sin(x) * std::cos(2.0 * y + z); },
            [](double x, double y, double z) { return std::cos(x + z) * std::sin(y); },
            [](double x, double y, double z) { return std::sin(x * y) * std::cos(z); }};
}

/// A periodic box, a channel of unequal cells with a scalar, flows with implicit diffusion, and a
/// box with two outflows and an inlet.
std::vector<Problem> problems_with_graphs()
{
    std::vector<Problem> all;
    all.push_back(vortex_problem({32, 32, 32}, 0.01));
    Problem channel{.grid = box({32, 16, 24}, {2.0, 1.0, 2.0}), .viscosity = 0.01};
    channel.faces[2] = both(FaceKind::no_slip);
    for (int node = 0; node <= 24; ++node) {
        channel.grid.axes[2].nodes.push_back(node * (48.0 + node) / (24.0 * 36.0));
    }
    channel.grid.axes[2].nodes.back() = 2.0;
    channel.scalar = Scalar{.diffusivity = 0.02, .buoyancy = {0.0, 0.5, 0.0}};
    channel.scalar->faces[5] = {.kind = ScalarFaceKind::value, .number = -1.0};
    all.push_back(channel);
    std::ranges::copy(implicit_problems(), std::back_inserter(all));
    Problem open{.grid = box({12, 9, 10}, {1.2, 0.9, 1.0}), .viscosity = 0.02};
    open.faces[0] = both(FaceKind::outflow);
    open.faces[1] = both(FaceKind::no_slip);
    open.faces[2] = {.lower = {.kind = FaceKind::inflow}, .upper = {.kind = FaceKind::no_slip}};
    open.faces[2].lower.profile[2] = sampled_on_face(
        open, 4, 2, [](double x, double /*y*/, double /*z*/) { return x > 0.4 ? 1.0 : 0.0; });
    all.push_back(open);
    for (Problem once : {channel, open}) {
        once.projections = 1;
        all.push_back(once);
    }
    return all;
}

/// A stepper on the device, with graphs or without.
template <typename T>
struct Stepped {
    Stepped(const Problem& problem, bool graphs)
        : points{static_cast<std::size_t>(flow::points(problem))},
          stepper{problem, make_device_machine<T>(problem, whole(problem), graphs, false)},
          velocity{3 * points},
          state{static_cast<std::size_t>(stepper.state_values())}
    {
        const Velocity<T> begin = sampled<T>(problem, whirl());
        T* to = velocity.data();
        for (const std::vector<T>* component : {&begin.u, &begin.v, &begin.w}) {
            device::copy_to_device(to, std::span{*component}, stream.get());
            to += points;
        }
        const T* const from = velocity.data();
        stepper.start({from, from + points, from + 2 * points}, stream.get());
        device::synchronize(stream.get());
    }

    void step(double time_step) { stepper.step(time_step, stream.get()); }

    [[nodiscard]] std::vector<T> state_and_wait()
    {
        stepper.state(state.data(), stream.get());
        return device::fetch_and_wait(state, stream.get());
    }

    device::Stream stream = device::make_stream();
    std::size_t points;
    Stepper<T> stepper;
    device::DeviceBuffer<T> velocity;
    device::DeviceBuffer<T> state;
};

Problem in_precision(Problem problem, std::size_t bytes)
{
    problem.precision = bytes == 4 ? Precision::fp32 : Precision::fp64;
    return problem;
}

void expect_same(const Observed& a, const Observed& b)
{
    EXPECT_EQ(a.mean_velocity, b.mean_velocity);
    EXPECT_EQ(a.kinetic_energy, b.kinetic_energy);
    EXPECT_EQ(a.largest_rate, b.largest_rate);
    EXPECT_EQ(a.largest_divergence, b.largest_divergence);
}

template <typename T>
void expect_the_bits_of_plain_launches(const Problem& any,
                                       const std::function<void(Stepped<T>&, int)>& step)
{
    const Problem problem = in_precision(any, sizeof(T));
    SCOPED_TRACE(describe(problem));
    Stepped<T> plain{problem, false};
    Stepped<T> replayed{problem, true};
    constexpr int steps = 9;
    for (int number = 0; number < steps; ++number) {
        step(plain, number);
        step(replayed, number);
        // Waits for the measures alone, of which each step has its own.
        expect_same(replayed.stepper.observed_and_wait(), plain.stepper.observed_and_wait());
    }
    EXPECT_EQ(replayed.state_and_wait(), plain.state_and_wait());
    EXPECT_EQ(plain.stepper.machine().kernels().graph_launches(), 0);
    // The first step with one projection has three.
    const int first = problem.projections == 1 ? 1 : 0;
    EXPECT_GE(replayed.stepper.machine().kernels().graph_launches(), steps - 4 - first);
}

void expect_the_bits_in_both_precisions(double growth)
{
    for (const Problem& problem : problems_with_graphs()) {
        const auto step = [growth](auto& of, int number) {
            of.step(0.001 * (1 + growth * number));
        };
        expect_the_bits_of_plain_launches<float>(problem, step);
        expect_the_bits_of_plain_launches<double>(problem, step);
    }
}

TEST_F(FlowGraphOnDevice, has_the_bits_of_plain_launches)
{
    expect_the_bits_in_both_precisions(0.0);
}

TEST_F(FlowGraphOnDevice, takes_time_steps_that_change)
{
    expect_the_bits_in_both_precisions(0.1);
}

TEST_F(FlowGraphOnDevice, takes_forces_that_change)
{
    for (const Problem& problem : problems_with_graphs()) {
        expect_the_bits_of_plain_launches<double>(problem, [](auto& of, int number) {
            of.stepper.set_force({0.1 * number, 0.0, number > 4 ? 1.0 : 0.0});
            of.step(0.001);
        });
    }
}

TEST_F(FlowGraphOnDevice, goes_on_where_the_flow_begins_anew)
{
    for (const Problem& problem : problems_with_graphs()) {
        expect_the_bits_of_plain_launches<double>(problem, [](auto& of, int number) {
            if (number == 4 || number == 6) {
                static_cast<void>(of.state_and_wait());
                of.stepper.resume(of.state.data(), of.stream.get());
            }
            of.step(0.001);
        });
    }
}

/// The inlet grows in two of the steps, which are launched kernel by kernel.
TEST_F(FlowGraphOnDevice, takes_turns_with_steps_whose_faces_change)
{
    const Problem problem = problems_with_graphs().back();
    expect_the_bits_of_plain_launches<double>(problem, [&](auto& of, int number) {
        if (number != 5 && number != 8) {
            of.step(0.001);
            return;
        }
        Problem grown = problem;
        for (double& through : grown.faces[2].lower.profile[2]) {
            through *= 1.0 + 0.1 * number;
        }
        const std::array<Problem, 3> ends{grown, grown, grown};
        of.stepper.step(0.001, ends, of.stream.get());
    });
}

TEST_F(FlowGraphOnDevice, runs_on_any_stream)
{
    const device::Stream other = device::make_stream();
    for (const Problem& problem : problems_with_graphs()) {
        expect_the_bits_of_plain_launches<double>(problem, [&](auto& of, int number) {
            const std::array<cudaStream_t, 3> streams{of.stream.get(), other.get(), nullptr};
            const cudaStream_t stream = streams.at(static_cast<std::size_t>(number) % 3);
            of.stepper.step(0.001, stream);
            device::synchronize(stream);
        });
    }
}

/// What the caller captures on a stream.
template <typename Enqueue>
device::UniqueHandle<cudaGraph_t, cudaGraphDestroy> captured_by_caller(const device::Stream& stream,
                                                                       const Enqueue& enqueue)
{
    device::check(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal),
                  "begin a graph");
    enqueue();
    cudaGraph_t raw{};
    device::check(cudaStreamEndCapture(stream.get(), &raw), "end a graph");
    return device::UniqueHandle<cudaGraph_t, cudaGraphDestroy>{raw};
}

/// A caller's graph of two steps, launched twice, takes four: an even number of steps leaves the
/// arrays where they were. It takes steps of its length after others between them, which with one
/// projection are of the same length.
TEST_F(FlowGraphOnDevice, is_a_part_of_the_graph_of_a_caller)
{
    using Ready = device::UniqueHandle<cudaGraphExec_t, cudaGraphExecDestroy>;
    for (const Problem& problem : problems_with_graphs()) {
        SCOPED_TRACE(describe(problem));
        Stepped<double> plain{problem, false};
        Stepped<double> captured{problem, true};
        const auto step_twice = [](Stepped<double>& of, double time_step) {
            of.step(time_step);
            of.step(time_step);
        };
        const double other = problem.projections == 1 ? 0.001 : 0.002;
        for (const double time_step : {0.001, other}) {
            step_twice(plain, time_step);
            step_twice(captured, time_step);
        }
        const auto graph =
            captured_by_caller(captured.stream, [&] { step_twice(captured, 0.001); });
        cudaGraphExec_t raw_ready{};
        device::check(cudaGraphInstantiate(&raw_ready, graph.get(), 0), "make a graph ready");
        const Ready ready{raw_ready};
        for (int launch = 0; launch < 2; ++launch) {
            device::check(cudaGraphLaunch(ready.get(), captured.stream.get()), "launch a graph");
            step_twice(plain, 0.001);
        }
        EXPECT_EQ(captured.state_and_wait(), plain.state_and_wait());
        expect_same(captured.stepper.observed_and_wait(), plain.stepper.observed_and_wait());
        step_twice(captured, other);
        step_twice(plain, other);
        EXPECT_EQ(captured.state_and_wait(), plain.state_and_wait());
        device::check(cudaGraphLaunch(ready.get(), captured.stream.get()), "launch a graph");
        step_twice(plain, 0.001);
        EXPECT_EQ(captured.state_and_wait(), plain.state_and_wait());
    }
}

/// A refused step leaves the flow as it was.
TEST_F(FlowGraphOnDevice, takes_no_values_of_faces_into_the_graph_of_a_caller)
{
    const Problem problem = problems_with_graphs().back();
    const std::array<Problem, 3> ends{problem, problem, problem};
    Stepped<double> plain{problem, false};
    Stepped<double> captured{problem, true};
    static_cast<void>(captured_by_caller(captured.stream, [&] {
        EXPECT_THROW(captured.stepper.step(0.001, ends, captured.stream.get()), std::logic_error);
        EXPECT_THROW(captured.stepper.set_faces(problem, captured.stream.get()), std::logic_error);
    }));
    for (Stepped<double>* const of : {&plain, &captured}) {
        of->stepper.step(0.001, ends, of->stream.get());
    }
    EXPECT_EQ(captured.state_and_wait(), plain.state_and_wait());
}

}  // namespace
}  // namespace tobiuo::flow
