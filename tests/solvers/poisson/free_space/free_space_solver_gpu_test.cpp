// SPDX-License-Identifier: BSD-3-Clause
// Solves in free space on a GPU against those of the CPU.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <tobiuo/poisson/free_space_solver.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

class FreeSpaceSolverOnDevice : public test::OnDevice {};

constexpr Sides open_sides{Condition::open, Condition::open};

template <typename T>
void expect_agreement(const Problem& problem, double tolerance)
{
    std::vector<T> f(static_cast<std::size_t>(points(problem)));
    for (std::size_t at = 0; at < f.size(); ++at) {
        f[at] = static_cast<T>(std::sin(0.01 * static_cast<double>(at * at)));
    }
    const FreeSpaceSolver host{problem, {.backend = Backend::cpu, .derivatives = true}};
    const FreeSpaceSolver solver{problem, {.backend = Backend::cuda, .derivatives = true}};
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
    std::array<std::vector<T>, 3> expected;
    expected.fill(std::vector<T>(f.size()));
    const std::array found{device::DeviceBuffer<T>{f.size()}, device::DeviceBuffer<T>{f.size()},
                           device::DeviceBuffer<T>{f.size()}};
    const std::array to{found[0].data(), found[1].data(), found[2].data()};
    const std::array on_host{expected[0].data(), expected[1].data(), expected[2].data()};
    const auto compare = [&](const char* what) {
        for (std::size_t one = 0; one < 3; ++one) {
            const std::vector<T> values = device::fetch_and_wait(found.at(one), stream.get());
            double largest = 0.0;
            double error = 0.0;
            for (std::size_t at = 0; at < values.size(); ++at) {
                largest = std::max(largest, std::abs(static_cast<double>(expected.at(one)[at])));
                error = std::max(error, std::abs(static_cast<double>(values[at]) -
                                                 static_cast<double>(expected.at(one)[at])));
            }
            EXPECT_LE(error, tolerance * largest) << what << ' ' << one;
        }
    };
    host.solve(f.data(), on_host[0]);
    solver.solve(from.data(), to[0], stream.get());
    host.gradient(f.data(), std::array{on_host[0], on_host[1], on_host[2]});
    solver.gradient(from.data(), to, stream.get());
    compare("gradient");
    host.solve(f.data(), on_host[0]);
    solver.solve(from.data(), to[0], stream.get());
    compare("solution");
    std::array<const T*, 3> source{f.data(), f.data(), f.data()};
    std::array<const T*, 3> on_gpu{from.data(), from.data(), from.data()};
    host.curl(source, on_host);
    solver.curl(on_gpu, to, stream.get());
    compare("curl");
}

TEST_F(FreeSpaceSolverOnDevice, agrees_with_the_cpu)
{
    Problem problem{.grid = box({30, 28, 26}, {1.0, 0.9, 0.8}), .sides = {open_sides, open_sides, open_sides}};
    expect_agreement<double>(problem, 1e-12);
    problem.precision = Precision::fp32;
    expect_agreement<float>(problem, 2e-5);
    problem.sides[1] = {Condition::dirichlet, Condition::neumann};
    problem.sides[0] = {Condition::neumann, Condition::open};
    problem.precision = Precision::fp64;
    expect_agreement<double>(problem, 1e-12);
}

}  // namespace
}  // namespace tobiuo::poisson
