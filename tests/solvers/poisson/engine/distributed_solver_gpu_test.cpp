// The solver on several ranks with GPUs against the one on one rank, with walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/survey.hpp"
#include "tests/solvers/poisson/engine/device_wall_arrays.hpp"
#include "tests/solvers/poisson/engine/rank_walls.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/solvers/poisson/nearly_constant.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using test::WallArrays;

template <typename T>
std::vector<T> solved_on_devices(const Problem& problem, const test::Walled& one, int size)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    std::vector<T> found(one.f.size());
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const device::Stream stream = device::make_stream();
        const DistributedSolver solver{
            problem, ranks, {.backend = Backend::cuda, .chunks = size % 3}};
        const Planes planes = solver.planes();
        const auto begin = one.f.begin() + planes.first * plane;
        const std::vector<T> f(begin, begin + planes.count * plane);
        const WallArrays<T> walls{test::faces_of_rank(problem, one.faces, planes), one.faces};
        const test::DeviceWallArrays<T> on_device{walls, stream.get()};
        const auto from = device::uploaded(f, stream.get());
        const device::DeviceBuffer<T> to{f.size()};
        solver.exchange_alone(to.data(), stream.get());
        solver.solve(from.data(), on_device.walls(), to.data(), stream.get());
        solver.solve(from.data(), on_device.walls(), from.data(), stream.get());
        const std::vector<T> u = device::fetch_and_wait(to, stream.get());
        const std::vector<T> in_place = device::fetch_and_wait(from, stream.get());
        const std::scoped_lock lock{mutex};
        EXPECT_EQ(u, in_place);
        std::ranges::copy(u, found.begin() + planes.first * plane);
    });
    return found;
}

template <typename T>
void expect_solution_of_the_cpu(Problem problem, const std::vector<int>& sizes = {1, 2, 3})
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const double tolerance = test::solution_tolerance(problem);
    const test::Walled one = test::walled(problem);
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver whole{problem, {.backend = Backend::cpu}};
    std::vector<T> expected(f.size());
    whole.solve(f.data(), WallArrays<T>{one.faces}.walls(), expected.data());
    double scale = 1.0;
    for (const T value : expected) {
        scale = std::max(scale, std::abs(static_cast<double>(value)));
    }
    for (const int size : sizes) {
        const std::vector<T> found = solved_on_devices<T>(problem, one, size);
        for (std::size_t at = 0; at < expected.size(); ++at) {
            ASSERT_NEAR(found[at], expected[at], tolerance * scale)
                << size << " ranks, unknown " << at;
        }
    }
}

/// Uses as many devices as there are; ranks that share one exchange through host memory.
class DistributedSolverOnDevice : public test::OnDevice {};

TEST_F(DistributedSolverOnDevice, finds_the_solution_of_one_rank_in_double)
{
    for (const Problem& problem : test::problems_for_ranks()) {
        expect_solution_of_the_cpu<double>(problem);
    }
}

TEST_F(DistributedSolverOnDevice, finds_the_solution_of_one_rank_in_single)
{
    for (const Problem& problem : test::problems_for_ranks()) {
        expect_solution_of_the_cpu<float>(problem);
    }
}

TEST_F(DistributedSolverOnDevice, finds_the_solution_of_one_rank_along_a_stretched_axis)
{
    for (const Problem& problem : test::stretched_problems_for_ranks()) {
        expect_solution_of_the_cpu<double>(problem);
        expect_solution_of_the_cpu<float>(problem);
    }
}

/// Some of the problems that the CPU solves, in either precision by turns: their kernels are
/// compiled at the first time.
void expect_solutions_of(const std::vector<Problem>& problems, const std::vector<int>& sizes)
{
    constexpr std::size_t step = 7;
    for (std::size_t at = 0; at < problems.size(); at += step) {
        if (at % 2 == 0) {
            expect_solution_of_the_cpu<double>(problems[at], sizes);
        } else {
            expect_solution_of_the_cpu<float>(problems[at], sizes);
        }
    }
}

TEST_F(DistributedSolverOnDevice, finds_the_solution_of_one_rank_by_transposition)
{
    expect_solutions_of(test::transposed_problems(), {2, 3});
}

TEST_F(DistributedSolverOnDevice, keeps_the_digits_of_a_constant_along_a_stretched_axis)
{
    constexpr std::int64_t rows = 512;
    for (const Problem& problem : test::nearly_constant_problems(rows, -1e-8)) {
        if (unknowns(problem, 2).count > 1) {
            SCOPED_TRACE(describe(problem));
            test::Walled one;
            one.f.assign(static_cast<std::size_t>(points(problem)), 1.0);
            EXPECT_LE(test::error_of_constant(problem, solved_on_devices<double>(problem, one, 2)),
                      test::carried_constant<double>(rows));
        }
    }
}

TEST_F(DistributedSolverOnDevice, transposes_beside_a_stretched_axis)
{
    expect_solutions_of(test::stretched_transposed_problems(false), {1, 3});
}

TEST_F(DistributedSolverOnDevice, transposes_on_more_ranks_than_planes)
{
    Problem spectral = test::box({9, 10, 3}, {test::periodic, test::neumann, test::dirichlet});
    spectral.op = Operator::spectral;
    expect_solution_of_the_cpu<double>(spectral, {5});
    expect_solution_of_the_cpu<float>(
        test::stretched(test::box({8, 4, 3}, {test::periodic, test::neumann, test::neumann}), 1),
        {5});
}

}  // namespace
}  // namespace tobiuo::poisson
