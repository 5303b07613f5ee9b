// SPDX-License-Identifier: BSD-3-Clause
// The solver on several ranks with GPUs against the one on one rank, with walls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
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

/// The solution of `size` ranks whose arrays are in host memory and that take `device_bytes` of their
/// GPUs each.
template <typename T>
std::vector<T> solved_from_host(const Problem& problem, const test::Walled& one, int size,
                                std::int64_t device_bytes)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    const std::int64_t plane = points(problem) / unknowns(problem, 2).count;
    std::vector<T> found(one.f.size());
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const DistributedSolver solver{
            problem,
            ranks,
            {.backend = Backend::cuda, .host_arrays = true, .device_bytes = device_bytes}};
        const Planes planes = solver.planes();
        const auto begin = one.f.begin() + planes.first * plane;
        const std::vector<T> f(begin, begin + planes.count * plane);
        const WallArrays<T> walls{test::faces_of_rank(problem, one.faces, planes), one.faces};
        std::vector<T> u(f.size());
        std::vector<T> in_place = f;
        solver.solve(f.data(), walls.walls(), u.data());
        solver.solve(in_place.data(), walls.walls(), in_place.data());
        EXPECT_EQ(u, in_place);
        EXPECT_LE(solver.workspace_bytes(), static_cast<std::size_t>(device_bytes));
        EXPECT_GE(solver.copied_bytes(), std::ssize(f) * static_cast<std::int64_t>(sizeof(T)));
        std::ranges::copy(u, found.begin() + planes.first * plane);
    });
    return found;
}

/// About the fewest bytes of which ranks can make chunks, but not more than `most`.
std::int64_t least_bytes(const Problem& problem, int size, std::int64_t most)
{
    std::int64_t bytes = most;
    while (true) {
        try {
            test::on_ranks(size, [&](const Communicator& ranks) {
                device::select(ranks.rank() % static_cast<int>(device::survey().devices.size()));
                const DistributedSolver solver{
                    problem,
                    ranks,
                    {.backend = Backend::cuda, .host_arrays = true, .device_bytes = bytes / 2}};
            });
        } catch (const std::invalid_argument&) {
            return bytes;
        }
        bytes /= 2;
    }
}

/// Compares ranks that hold their planes in a few chunks, and in as many as they need for all of
/// them, with the CPU.
template <typename T>
void expect_solution_from_host(Problem problem, const std::vector<int>& sizes = {1, 2, 3})
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const test::Walled one = test::walled(problem);
    const std::vector<T> f(one.f.begin(), one.f.end());
    std::vector<T> expected(f.size());
    Solver{problem, {.backend = Backend::cpu}}.solve(f.data(), WallArrays<T>{one.faces}.walls(),
                                                     expected.data());
    double scale = 1.0;
    for (const T value : expected) {
        scale = std::max(scale, std::abs(static_cast<double>(value)));
    }
    constexpr std::int64_t plenty = 64 << 20;
    for (const int size : sizes) {
        const std::vector<T> whole = solved_from_host<T>(problem, one, size, plenty);
        const std::vector<T> in_parts =
            solved_from_host<T>(problem, one, size, least_bytes(problem, size, plenty));
        for (std::size_t at = 0; at < expected.size(); ++at) {
            const double tolerance = test::solution_tolerance(problem) * scale;
            ASSERT_NEAR(whole[at], expected[at], tolerance) << size << " ranks, unknown " << at;
            ASSERT_NEAR(in_parts[at], expected[at], tolerance) << size << " ranks, unknown " << at;
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

/// So many cells along z, which is stretched, between walls.
Problem tall(std::int64_t cells)
{
    const Sides walls = test::all_sides[1];
    return test::stretched(test::box({4, 6, cells}, {walls, walls, walls}), 2);
}

TEST_F(DistributedSolverOnDevice, finds_the_solution_of_one_rank_where_planes_do_not_fit_tiles)
{
    expect_solution_of_the_cpu<double>(tall(4200), {2});
    expect_solution_of_the_cpu<float>(tall(4200), {2});
}

TEST(RankMethodOfDevices, tells_in_the_precision_of_the_solve_where_planes_fit_tiles)
{
    Problem problem = tall(4096);
    problem.precision = Precision::fp32;
    EXPECT_EQ(method_of_ranks(problem, Backend::cuda, 2).told_bytes, 4);
    EXPECT_EQ(method_of_ranks(problem, Backend::cuda, 1).told_bytes, 8);
    EXPECT_EQ(method_of_ranks(problem, Backend::cpu, 2).told_bytes, 8);
}

TEST_F(DistributedSolverOnDevice, solves_slabs_from_host_memory)
{
    for (const Problem& problem : test::problems_for_ranks()) {
        expect_solution_from_host<double>(problem, {1, 3});
        expect_solution_from_host<float>(problem, {2});
    }
    for (const Problem& problem : test::stretched_problems_for_ranks()) {
        expect_solution_from_host<double>(problem, {2});
        expect_solution_from_host<float>(problem, {3});
    }
}

TEST_F(DistributedSolverOnDevice, transposes_from_host_memory)
{
    constexpr std::size_t step = 7;
    std::vector<Problem> problems = test::transposed_problems();
    const std::vector<Problem> stretched = test::stretched_transposed_problems(false);
    problems.insert(problems.end(), stretched.begin(), stretched.end());
    int solved = 0;
    for (std::size_t at = 3; at < problems.size(); at += step) {
        const Problem& problem = problems[at];
        if (is_absent(problem, 0) || is_absent(problem, 1) || stretched_axis(problem) == 1) {
            continue;
        }
        ++solved;
        if (at % 2 == 0) {
            expect_solution_from_host<double>(problem, {1, 3});
        } else {
            expect_solution_from_host<float>(problem, {2});
        }
    }
    EXPECT_GT(solved, 5);
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
