// SPDX-License-Identifier: BSD-3-Clause
// The gradients of steps on the device against those on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/flow/adjoint.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/solvers/flow/adjoint_flows.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::flow {
namespace {

class FlowAdjointOnDevice : public test::OnDevice {};

/// The last state, the gradient by the first one, and all others.
struct Found {
    std::vector<double> end;
    std::vector<double> by_state;
    std::vector<double> rest;
};

void keep_gradients(const AdjointGradients& gradients, Found& found)
{
    found.rest = {gradients.force[0], gradients.force[1], gradients.force[2], gradients.viscosity,
                  gradients.diffusivity};
    for (const auto& face : gradients.faces) {
        for (const std::vector<double>& values : face) {
            found.rest.insert(found.rest.end(), values.begin(), values.end());
        }
    }
}

template <typename T>
Found found_on_host(const Problem& problem, int steps, Begin begin)
{
    const Inputs random = random_direction(problem, 11);
    const std::vector<T> state(random.state.begin(), random.state.end());
    Adjoint adjoint{problem, adjoint_time_step, steps, {.solver = {.backend = Backend::cpu}}};
    std::vector<T> end(state.size());
    std::vector<T> by_state(state.size());
    adjoint.advance(state.data(), begin, end.data());
    adjoint.backward(end.data(), by_state.data());
    Found found{{end.begin(), end.end()}, {by_state.begin(), by_state.end()}, {}};
    keep_gradients(adjoint.gradients_and_wait(), found);
    return found;
}

template <typename T>
std::vector<double> read(const device::DeviceBuffer<T>& from, const device::Stream& stream)
{
    const std::vector<T> values = device::fetch_and_wait(from, stream.get());
    return {values.begin(), values.end()};
}

template <typename T>
Found found_on_device(const Problem& problem, int steps, Begin begin,
                      const AdjointOptions& options = {})
{
    const Inputs random = random_direction(problem, 11);
    const std::vector<T> state(random.state.begin(), random.state.end());
    AdjointOptions on_device = options;
    on_device.solver.backend = Backend::cuda;
    Adjoint adjoint{problem, adjoint_time_step, steps, on_device};
    const device::Stream stream = device::make_stream();
    device::DeviceBuffer<T> first{state.size()};
    device::DeviceBuffer<T> end{state.size()};
    device::DeviceBuffer<T> by_state{state.size()};
    device::copy_to_device(first.data(), std::span{state}, stream.get());
    adjoint.advance(first.data(), begin, end.data(), stream.get());
    adjoint.backward(end.data(), by_state.data(), stream.get());
    Found found{read(end, stream), read(by_state, stream), {}};
    keep_gradients(adjoint.gradients_and_wait(stream.get()), found);
    return found;
}

double size_of(const std::vector<double>& values)
{
    double size = 1.0;
    for (const double value : values) {  // one that is no number stays so
        size = std::abs(value) <= size ? size : std::abs(value);
    }
    return size;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double part,
                 const std::string& what)
{
    ASSERT_EQ(found.size(), expected.size());
    ASSERT_TRUE(std::isfinite(size_of(expected))) << what;
    const double tolerance = part * size_of(expected);
    for (std::size_t at = 0; at < found.size(); ++at) {
        ASSERT_NEAR(found[at], expected[at], tolerance) << what << " " << at;
    }
}

std::vector<NamedFlow> flows_on_device()
{
    std::vector<NamedFlow> flows = adjoint_flows();
    NamedFlow larger = flows[2];
    larger.name = "larger cavity";
    larger.problem.grid = box({48, 24, 20}, {6.0, 3.0, 2.5});  // of cells as wide as in the others
    stretch(larger.problem.grid.axes[2]);
    flows.push_back(larger);
    return flows;
}

/// What the tests on devices compare with is of steps that are stable.
TEST(FlowAdjointOnHost, of_flows_for_devices_is_finite)
{
    for (const NamedFlow& flow : flows_on_device()) {
        const Found found = found_on_host<double>(flow.problem, 9, Begin::start);
        EXPECT_LT(size_of(found.by_state), 100.0) << flow.name;
        EXPECT_LT(size_of(found.end), 100.0) << flow.name;
    }
}

TEST_F(FlowAdjointOnDevice, is_that_on_the_host)
{
    for (const NamedFlow& flow : flows_on_device()) {
        for (const Begin begin : {Begin::resume, Begin::start}) {
            const Found expected = found_on_host<double>(flow.problem, 7, begin);
            const Found found = found_on_device<double>(flow.problem, 7, begin);
            expect_near(found.end, expected.end, 1e-11, flow.name + ": end");
            expect_near(found.by_state, expected.by_state, 1e-11, flow.name + ": state");
            expect_near(found.rest, expected.rest, 1e-10, flow.name + ": rest");
        }
    }
}

TEST_F(FlowAdjointOnDevice, is_that_on_the_host_in_single_precision)
{
    for (NamedFlow& flow : flows_on_device()) {
        flow.problem.precision = Precision::fp32;
        const Found expected = found_on_host<float>(flow.problem, 7, Begin::resume);
        const Found found = found_on_device<float>(flow.problem, 7, Begin::resume);
        expect_near(found.by_state, expected.by_state, 1e-4, flow.name + ": state");
        expect_near(found.rest, expected.rest, 1e-4, flow.name + ": rest");
    }
}

TEST_F(FlowAdjointOnDevice, has_inputs_that_change_again_and_again)
{
    Problem problem = adjoint_flows()[3].problem;
    Faces& across = problem.faces[0];
    across.lower.profile = across.upper.profile = {};  // numbers, which kernels have as arguments
    across.lower.velocity[0] = across.upper.velocity[0] = 0.5;
    const std::vector<double> state = random_direction(problem, 11).state;
    Adjoint adjoint{problem, adjoint_time_step, 3, {.solver = {.backend = Backend::cuda}}};
    const device::Stream stream = device::make_stream();
    device::DeviceBuffer<double> first{state.size()};
    device::DeviceBuffer<double> end{state.size()};
    device::copy_to_device(first.data(), std::span{state}, stream.get());
    for (int time = 1; time < 8; ++time) {
        across.lower.velocity[0] = across.upper.velocity[0] = 0.5 + 0.05 * time;
        adjoint.set_inputs(adjoint_inputs(problem), stream.get());
        for (int again = 0; again < 2; ++again) {
            adjoint.advance(first.data(), Begin::start, end.data(), stream.get());
            adjoint.backward(end.data(), end.data(), stream.get());
        }
        Found found{{}, read(end, stream), {}};
        keep_gradients(adjoint.gradients_and_wait(stream.get()), found);
        const Found expected = found_on_host<double>(problem, 3, Begin::start);
        expect_near(found.by_state, expected.by_state, 1e-11, std::to_string(time) + ": state");
        expect_near(found.rest, expected.rest, 1e-10, std::to_string(time) + ": rest");
    }
}

TEST_F(FlowAdjointOnDevice, leaves_the_bits_of_a_solver_and_finds_its_own_wherever_states_are)
{
    const Problem problem = flows_on_device().back().problem;
    const Inputs random = random_direction(problem, 11);
    const device::Stream stream = device::make_stream();
    device::DeviceBuffer<double> state{random.state.size()};
    device::copy_to_device(state.data(), std::span{random.state}, stream.get());
    const Found first = found_on_device<double>(problem, 9, Begin::resume);
    const Found other = found_on_device<double>(problem, 9, Begin::resume,
                                                {.steps_between = 2, .states_on_device = 1});
    EXPECT_EQ(first.end, other.end);
    EXPECT_EQ(first.by_state, other.by_state);
    EXPECT_EQ(first.rest, other.rest);
    const auto cells = static_cast<std::size_t>(points(problem));
    Solver solver{problem, {.backend = Backend::cuda}};
    solver.start(state.data(), state.data() + cells, state.data() + 2 * cells, stream.get());
    solver.set_scalar(state.data() + 3 * cells, stream.get());
    for (int step = 0; step < 9; ++step) {
        solver.step(adjoint_time_step, stream.get());
    }
    solver.state(state.data(), stream.get());
    EXPECT_EQ(read(state, stream), found_on_device<double>(problem, 9, Begin::start).end);
}

}  // namespace
}  // namespace tobiuo::flow
