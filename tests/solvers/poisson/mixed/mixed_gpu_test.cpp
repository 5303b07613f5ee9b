// SPDX-License-Identifier: BSD-3-Clause
// Walls that change their kind over a face on a GPU against those on the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include <tobiuo/poisson/mixed_solver.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

class PoissonMixedOnDevice : public test::OnDevice {};

template <typename T>
void expect_agreement(Problem problem, double tolerance)
{
    problem.precision = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;
    const std::vector<MixedWall> mixed{
        {.axis = 2,
         .end = 0,
         .is_dirichlet = [](double x, double y, double) { return std::hypot(x - 0.6, y) < 0.3; }},
        {.axis = 1, .end = 1, .is_dirichlet = [](double x, double, double z) {
             return x < z - 1.0;
         }}};
    const std::vector<T> f = test::random_values<T>(problem, 3);
    Walls<T> walls;
    walls.z[0].constant = T{0.5};
    const auto values_of_y = static_cast<std::size_t>(points(problem) / unknowns(problem, 1).count);
    const std::vector<T> values(values_of_y, T{0.25});
    walls.y[1].values = values.data();
    std::vector<T> expected(f.size());
    const MixedUse use =
        MixedSolver{problem, mixed, {.solver = {.backend = Backend::cpu}, .tolerance = tolerance}}
            .solve_and_wait(f.data(), walls, expected.data());
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
    const device::DeviceBuffer<T> on_wall = device::uploaded(values, stream.get());
    walls.y[1].values = on_wall.data();
    const device::DeviceBuffer<T> to{f.size()};
    const MixedSolver solver{
        problem, mixed, {.solver = {.backend = Backend::cuda}, .tolerance = tolerance}};
    const MixedUse on_gpu = solver.solve_and_wait(from.data(), walls, to.data(), stream.get());
    EXPECT_NEAR(static_cast<double>(on_gpu.solves), static_cast<double>(use.solves), 3.0);
    EXPECT_LT(on_gpu.residual, sizeof(T) == sizeof(float) ? 1e-4 : tolerance);
    EXPECT_LT(test::relative_difference(device::fetch_and_wait(to, stream.get()), expected),
              30.0 * tolerance);
}

TEST_F(PoissonMixedOnDevice, are_those_of_the_cpu)
{
    for (const Location location : test::all_locations) {
        Problem problem =
            test::box({40, 36, 32}, {test::periodic, test::neumann, test::neumann}, location);
        expect_agreement<double>(problem, 1e-11);
        problem.sides[2].upper = Condition::dirichlet;
        expect_agreement<double>(problem, 1e-11);
        expect_agreement<float>(problem, 1e-5);
    }
}

}  // namespace
}  // namespace tobiuo::poisson
