// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation around bodies on a GPU against the one on the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include <tobiuo/poisson/body_solver.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

class PoissonBodiesOnDevice : public test::OnDevice {};

template <typename T>
void expect_agreement(Precision precision, double tolerance, Condition end = Condition::dirichlet)
{
    Problem problem{.grid = box({40, 36, 32}, {1.0, 0.9, 0.8})};
    problem.sides[2] = {end, Condition::neumann};
    problem.precision = precision;
    const auto near = [](double centre) {
        return [=](double x, double y, double z) {
            return std::hypot(x - centre, y - 0.45, z - 0.4) < 0.16;
        };
    };
    const std::vector<Body> bodies{{.inside = near(0.25), .value = 1.0}, {.inside = near(0.7)}};
    std::vector<T> f(static_cast<std::size_t>(points(problem)));
    for (std::size_t at = 0; at < f.size(); ++at) {
        f[at] = static_cast<T>(std::sin(0.01 * static_cast<double>(at)));
    }
    std::vector<T> expected(f.size());
    const BodyUse use =
        BodySolver{problem, bodies, {.solver = {.backend = Backend::cpu}, .tolerance = tolerance}}
            .solve_and_wait(f.data(), expected.data());
    EXPECT_LT(use.residual, tolerance);
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
    const device::DeviceBuffer<T> to{f.size()};
    const BodySolver solver{
        problem, bodies, {.solver = {.backend = Backend::cuda}, .tolerance = tolerance}};
    const BodyUse on_gpu = solver.solve_and_wait(from.data(), to.data(), stream.get());
    EXPECT_LT(on_gpu.residual, tolerance);
    EXPECT_NEAR(static_cast<double>(on_gpu.solves), static_cast<double>(use.solves), 3.0);
    const std::vector<T> found = device::fetch_and_wait(to, stream.get());
    for (std::size_t at = 0; at < found.size(); ++at) {
        ASSERT_NEAR(found[at], expected[at], 30.0 * tolerance) << at;
    }
}

TEST_F(PoissonBodiesOnDevice, are_those_of_the_cpu)
{
    expect_agreement<double>(Precision::fp64, 1e-11);
    expect_agreement<float>(Precision::fp32, 2e-5);
}

TEST_F(PoissonBodiesOnDevice, hold_a_constant_as_those_of_the_cpu)
{
    expect_agreement<double>(Precision::fp64, 1e-11, Condition::neumann);
    expect_agreement<float>(Precision::fp32, 2e-5, Condition::neumann);
}

}  // namespace
}  // namespace tobiuo::poisson
