// SPDX-License-Identifier: BSD-3-Clause
// The C interface on a GPU: a function between two transforms, and a solve, in device memory.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "doors/c/tobiuo.h"
#include "runtime/device/stream.hpp"
#include "tests/doors/c/flow_problems.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"

namespace tobiuo {
namespace {

class CInterfaceOnDevice : public test::OnDevice {};

/// A forward transform of a line in double precision.
tobiuo_transform of_line(std::int64_t points, int kind, int placement)
{
    return {.extents = {points, 1, 1},
            .batch = 1,
            .kind = kind,
            .direction = TOBIUO_FORWARD,
            .precision = TOBIUO_DOUBLE,
            .placement = placement};
}

TEST_F(CInterfaceOnDevice, moves_a_signal_by_a_function_of_its_spectrum)
{
    constexpr std::int64_t points = 64;
    constexpr std::int64_t bytes = points * 16;
    const tobiuo_transform transform = of_line(points, TOBIUO_C2C, TOBIUO_IN_PLACE);
    const tobiuo_options options{.backend = TOBIUO_CUDA, .threads = 0};
    tobiuo_pointwise_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_pointwise_plan_create(
                  &transform,
                  "Complex moved(Complex value, const Index& index, const void* data)"
                  "{ const Real turns = Real(-2) * index.x / 64;"
                  "  return value * Complex{cospi(turns), sinpi(turns)}; }",
                  "moved", &options, &plan),
              TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> signal(2 * points);  // real and imaginary parts
    signal[2 * 5] = 1.0;
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<double> values{signal};
    ASSERT_EQ(tobiuo_pointwise_plan_execute(plan, values.data(), bytes, values.data(), bytes,
                                            nullptr, stream.get()),
              TOBIUO_OK)
        << tobiuo_last_error();
    const auto found = values.values(stream.get());
    for (std::size_t at = 0; at < points; ++at) {
        EXPECT_NEAR(found[2 * at], at == 6 ? 64.0 : 0.0, 1e-12) << at;
        EXPECT_NEAR(found[2 * at + 1], 0.0, 1e-12) << at;
    }
    EXPECT_EQ(tobiuo_pointwise_plan_destroy(plan), TOBIUO_OK);
}

TEST_F(CInterfaceOnDevice, transforms_a_ramp_that_no_array_holds_and_scales_the_result)
{
    constexpr std::int64_t points = 64;
    constexpr std::int64_t bytes = (points / 2 + 1) * 16;
    const tobiuo_transform transform = of_line(points, TOBIUO_R2C, TOBIUO_OUT_OF_PLACE);
    const tobiuo_options options{.backend = TOBIUO_CUDA, .threads = 0};
    tobiuo_functions functions{};
    functions.load = {
        "Real cosine(const Index& index, const void* data)"
        "{ return cospi(2 * index.x * *static_cast<const Real*>(data) / 64); }",
        "cosine"};
    functions.load_is_input = 1;
    functions.store = {
        "Complex scaled(Complex value, const Index& index, const void* data)"
        "{ const Real scale = *static_cast<const Real*>(data);"
        "  return {scale * value.x, scale * value.y}; }",
        "scaled"};
    tobiuo_plan* plan = nullptr;
    ASSERT_EQ(tobiuo_plan_create_with_functions(&transform, &functions, &options, &plan), TOBIUO_OK)
        << tobiuo_last_error();
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<double> wave_number{std::vector{5.0}};
    const test::GuardedArray<double> scale{std::vector{1.0 / 32}};
    const test::GuardedArray<double> modes{std::vector<double>(points + 2)};
    const tobiuo_function_data data{wave_number.data(), nullptr, scale.data()};

    ASSERT_EQ(
        tobiuo_plan_execute_with_data(plan, nullptr, 0, modes.data(), bytes, &data, stream.get()),
        TOBIUO_OK)
        << tobiuo_last_error();

    const auto found = modes.values(stream.get());
    for (std::size_t k = 0; k <= points / 2; ++k) {
        EXPECT_NEAR(found[2 * k], k == 5 ? 1.0 : 0.0, 1e-13) << k;
        EXPECT_NEAR(found[2 * k + 1], 0.0, 1e-13) << k;
    }
    EXPECT_EQ(tobiuo_plan_destroy(plan), TOBIUO_OK);
}

TEST_F(CInterfaceOnDevice, calls_functions_around_and_between_transforms)
{
    constexpr std::int64_t points = 64;
    constexpr std::int64_t bytes = points * 16;
    const tobiuo_transform transform = of_line(points, TOBIUO_C2C, TOBIUO_IN_PLACE);
    tobiuo_functions functions{};
    functions.load = {
        "Complex twice(Complex value, const Index&, const void*)"
        "{ return value + value; }",
        "twice"};
    functions.between = {
        "Complex moved(Complex value, const Index& index, const void* data)"
        "{ const Real turns = Real(-2) * index.x * *static_cast<const Real*>(data)"
        " / 64; return value * Complex{cospi(turns), sinpi(turns)}; }",
        "moved"};
    functions.store = {
        "Complex numbered(Complex value, const Index& index, const void*)"
        "{ return value + Complex{Real(index.x), Real(0)}; }",
        "numbered"};
    tobiuo_pointwise_plan* plan = nullptr;
    const tobiuo_options options{.backend = TOBIUO_CUDA, .threads = 0};
    ASSERT_EQ(tobiuo_pointwise_plan_create_with_functions(&transform, &functions, &options, &plan),
              TOBIUO_OK)
        << tobiuo_last_error();
    std::vector<double> signal(2 * points);
    signal[2 * 5] = 1.0;
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<double> values{signal};
    const test::GuardedArray<double> distance{std::vector{3.0}};
    const tobiuo_function_data data{nullptr, distance.data(), nullptr};

    ASSERT_EQ(tobiuo_pointwise_plan_execute_with_data(plan, values.data(), bytes, values.data(),
                                                      bytes, &data, stream.get()),
              TOBIUO_OK)
        << tobiuo_last_error();

    const auto found = values.values(stream.get());
    for (std::size_t at = 0; at < points; ++at) {
        EXPECT_NEAR(found[2 * at], static_cast<double>(at) + (at == 8 ? 128.0 : 0.0), 1e-12) << at;
        EXPECT_NEAR(found[2 * at + 1], 0.0, 1e-12) << at;
    }
    EXPECT_EQ(tobiuo_pointwise_plan_destroy(plan), TOBIUO_OK);
}

/// The velocity after some steps on the back end, u before v before w.
std::vector<double> velocity_after_steps(const tobiuo_flow_problem& problem, int backend)
{
    const tobiuo_options options{.backend = backend, .threads = 0};
    tobiuo_flow_solver* solver = nullptr;
    EXPECT_EQ(tobiuo_flow_create(&problem, &options, &solver), TOBIUO_OK) << tobiuo_last_error();
    constexpr std::int64_t cells = 6 * 5 * 4;
    std::vector<double> begin(3 * cells);
    for (std::size_t at = 0; at < begin.size(); ++at) {
        begin[at] = std::sin(static_cast<double>(at));
    }
    const auto run = [&](double* values, void* stream) {
        EXPECT_EQ(
            tobiuo_flow_start(solver, values, values + cells, values + 2 * cells, cells, stream),
            TOBIUO_OK)
            << tobiuo_last_error();
        EXPECT_EQ(tobiuo_flow_set_scalar(solver, values, cells, stream), TOBIUO_OK);
        EXPECT_EQ(tobiuo_flow_step(solver, 0.002, 5, stream), TOBIUO_OK) << tobiuo_last_error();
        tobiuo_flow_observed found{};
        EXPECT_EQ(tobiuo_flow_observed_and_wait(solver, &found), TOBIUO_OK);
        EXPECT_LT(found.largest_divergence, 1e-11);
        EXPECT_EQ(
            tobiuo_flow_velocity(solver, values, values + cells, values + 2 * cells, cells, stream),
            TOBIUO_OK);
    };
    if (backend == TOBIUO_CPU) {
        run(begin.data(), nullptr);
    } else {
        const device::Stream stream = device::make_stream();
        const test::GuardedArray<double> values{begin};
        run(values.data(), stream.get());
        begin = values.values(stream.get());
    }
    EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    return begin;
}

TEST_F(CInterfaceOnDevice, flows_in_device_memory_as_on_the_cpu)
{
    const test::AskedFlow asked;
    const auto found = velocity_after_steps(asked.problem, TOBIUO_CUDA);
    const auto expected = velocity_after_steps(asked.problem, TOBIUO_CPU);
    for (std::size_t at = 0; at < found.size(); ++at) {
        EXPECT_NEAR(found[at], expected[at], 1e-12) << at;
    }
}

TEST_F(CInterfaceOnDevice, solves_in_device_memory)
{
    constexpr std::int64_t cells = 32;
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis.cells = 1;
        axis.upper = 1.0;
    }
    problem.axes[0].cells = cells;
    problem.axes[0].upper = 2.0 * std::numbers::pi;
    problem.op = TOBIUO_SPECTRAL;
    problem.precision = TOBIUO_DOUBLE;
    const tobiuo_options options{.backend = TOBIUO_CUDA, .threads = 0};
    tobiuo_poisson_solver* solver = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &options, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> f(cells);
    for (std::int64_t i = 0; i < cells; ++i) {
        double x = 0.0;
        ASSERT_EQ(tobiuo_poisson_position(solver, 0, i, &x), TOBIUO_OK);
        f[static_cast<std::size_t>(i)] = -9.0 * std::sin(3.0 * x);
    }
    const device::Stream stream = device::make_stream();
    const test::GuardedArray<double> values{f};
    ASSERT_EQ(
        tobiuo_poisson_solve(solver, values.data(), values.data(), cells, nullptr, stream.get()),
        TOBIUO_OK)
        << tobiuo_last_error();
    const auto u = values.values(stream.get());
    for (std::size_t i = 0; i < u.size(); ++i) {
        EXPECT_NEAR(u[i], f[i] / -9.0, 1e-13) << i;
    }
    EXPECT_EQ(tobiuo_poisson_destroy(solver), TOBIUO_OK);
}

}  // namespace
}  // namespace tobiuo
