// SPDX-License-Identifier: BSD-3-Clause
// Batches of problems on a GPU: each is solved as a batch of it alone, and as on the CPU.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/precision.hpp"
#include "tests/solvers/poisson/engine/batched_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

using test::BatchArrays;

SolverOptions batch_with(std::vector<double> lambdas, Backend backend = Backend::cuda)
{
    return {.backend = backend,
            .batch = Batch{.count = std::ssize(lambdas), .lambdas = std::move(lambdas)}};
}

/// The arrays of a batch in the memory of the device.
template <typename T>
struct BatchOnGpu {
    BatchOnGpu(const BatchArrays<T>& arrays, Stream stream)
        : f{device::uploaded(arrays.f, stream)}, u{arrays.f.size()}
    {
        for (std::size_t face = 0; face < walls.size(); ++face) {
            if (!arrays.walls.at(face).empty()) {
                walls.at(face) = device::uploaded(arrays.walls.at(face), stream);
                at.at(face) = walls.at(face)->data();
            }
        }
    }

    device::DeviceBuffer<T> f;
    device::DeviceBuffer<T> u;
    std::array<std::optional<device::DeviceBuffer<T>>, 6> walls;
    std::array<const T*, 6> at{};
};

template <typename T>
void expect_batch(Problem problem, const std::vector<double>& lambdas)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const BatchArrays<T> arrays{problem, std::ssize(lambdas)};
    const device::Stream stream = device::make_stream();
    const BatchOnGpu<T> on_gpu{arrays, stream.get()};
    const Solver solver{problem, batch_with(lambdas)};
    solver.solve(on_gpu.f.data(), arrays.walls_from(0, on_gpu.at), on_gpu.u.data(), stream.get());
    const std::vector<T> u = device::fetch_and_wait(on_gpu.u, stream.get());
    const std::vector<Solved> reports = solver.solved_each(stream.get());
    ASSERT_EQ(reports.size(), lambdas.size());

    const Solver host{problem, batch_with(lambdas, Backend::cpu)};
    std::vector<T> expected(u.size());
    host.solve(arrays.f.data(), arrays.walls_from(0), expected.data());
    const std::vector<Solved> expected_reports = host.solved_each();
    const auto values = static_cast<std::ptrdiff_t>(arrays.values);
    for (std::size_t n = 0; n < lambdas.size(); ++n) {
        Problem one = problem;
        one.lambda = lambdas[n];
        const auto at = static_cast<std::ptrdiff_t>(n) * values;
        const std::vector<T> found{u.begin() + at, u.begin() + at + values};
        const std::vector<T> wanted{expected.begin() + at, expected.begin() + at + values};
        const double tolerance = test::solution_tolerance(one);
        EXPECT_LE(test::relative_difference(found, wanted), tolerance) << n;
        EXPECT_NEAR(reports[n].removed_mean, expected_reports[n].removed_mean,
                    tolerance * test::norm_of(one));

        // The same problem alone.
        const std::vector<T> f{arrays.f.begin() + at, arrays.f.begin() + at + values};
        const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
        const Solver alone{problem, batch_with({lambdas[n]})};
        alone.solve(from.data(), arrays.walls_from(n, on_gpu.at), from.data(), stream.get());
        EXPECT_EQ(device::fetch_and_wait(from, stream.get()), found) << n;
        EXPECT_EQ(alone.solved(stream.get()).removed_mean, reports[n].removed_mean) << n;
    }
}

class PoissonBatchOnDevice : public test::OnDevice {};

TEST_F(PoissonBatchOnDevice, each_problem_is_solved_as_it_is_alone_and_as_on_the_cpu)
{
    for (const Problem& problem : test::problems_with_walls()) {
        expect_batch<double>(problem, {0.0, -1.5, 0.0});
        expect_batch<float>(problem, {-0.25, 0.0, -0.25});
    }
}

TEST_F(PoissonBatchOnDevice, positive_lambdas_and_problems_that_no_block_holds)
{
    using test::neumann;
    using test::periodic;
    expect_batch<double>(test::box({12, 9, 1}, {periodic, neumann, periodic}),
                         {3.0, 0.0, -2.0, 11.0});
    expect_batch<float>(test::box({12, 9, 1}, {periodic, neumann, periodic}), {3.0, 0.0, -2.0});
    expect_batch<float>(test::box({300, 200, 1}, {neumann, periodic, periodic}), {0.0, -2.0});
    expect_batch<double>(test::box({40, 30, 50}, {neumann, periodic, neumann}), {0.0, 0.0});
}

TEST_F(PoissonBatchOnDevice, arrays_in_host_memory_are_copied)
{
    const Problem problem = test::box({24, 18, 1}, {test::neumann, test::neumann, test::periodic});
    const BatchArrays<double> arrays{problem, 3};
    SolverOptions options = batch_with({0.0, -1.0, 0.0});
    options.host_arrays = true;
    const Solver solver{problem, options};
    std::vector<double> u(arrays.f.size());
    solver.solve(arrays.f.data(), arrays.walls_from(0), u.data());
    std::vector<double> expected(u.size());
    const Solver host{problem, batch_with({0.0, -1.0, 0.0}, Backend::cpu)};
    host.solve(arrays.f.data(), arrays.walls_from(0), expected.data());
    EXPECT_LE(test::relative_difference(u, expected), test::solution_tolerance(problem));
    EXPECT_EQ(solver.solved_each().size(), 3U);
}

TEST_F(PoissonBatchOnDevice, solvers_of_several_lambdas_share_a_limit)
{
    const Problem problem =
        test::box({64, 48, 64}, {test::periodic, test::neumann, test::periodic});
    SolverOptions options{.backend = Backend::cuda, .host_arrays = true};
    const SolverNeeds alone = Solver::needs(problem, options);
    options = batch_with({0.0, -1.0, -2.0});
    options.host_arrays = true;
    options.device_bytes = static_cast<std::int64_t>(2 * alone.workspace_bytes);
    const Solver solver{problem, options};
    EXPECT_LE(solver.workspace_bytes(), 2 * alone.workspace_bytes);
    EXPECT_LE(Solver::needs(problem, options).workspace_bytes, 2 * alone.workspace_bytes);
    const BatchArrays<double> arrays{problem, 3};
    std::vector<double> u(arrays.f.size());
    solver.solve(arrays.f.data(), arrays.walls_from(0), u.data());
    std::vector<double> expected(u.size());
    const Solver host{problem, batch_with({0.0, -1.0, -2.0}, Backend::cpu)};
    host.solve(arrays.f.data(), arrays.walls_from(0), expected.data());
    EXPECT_LE(test::relative_difference(u, expected), test::solution_tolerance(problem));
}

TEST_F(PoissonBatchOnDevice, many_small_problems_take_one_pass)
{
    const Problem problem = test::box({64, 64, 1}, {test::periodic, test::neumann, test::periodic});
    const Solver solver{problem,
                        {.backend = Backend::cuda, .batch = Batch{.count = 4096, .lambdas = {}}}};
    EXPECT_EQ(solver.passes(), 1) << solver.describe();
}

}  // namespace
}  // namespace tobiuo::poisson
