// SPDX-License-Identifier: BSD-3-Clause
// Open ends of several axes on a GPU against the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/device.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo::poisson {
namespace {

constexpr Sides free_ends{Condition::open, Condition::open};
constexpr Sides upper_wall{Condition::open, Condition::dirichlet};
constexpr Sides lower_slope{Condition::neumann, Condition::open};

std::vector<Problem> problems()
{
    std::vector<Problem> made;
    for (const Location location : test::all_locations) {
        for (const std::array<Sides, 3>& sides :
             {std::array{free_ends, free_ends, free_ends},
              std::array{free_ends, free_ends, test::neumann},
              std::array{free_ends, test::periodic, free_ends},
              std::array{test::dirichlet, free_ends, upper_wall},
              std::array{upper_wall, lower_slope, free_ends}}) {
            made.push_back(test::box({40, 33, 46}, sides, location));
        }
        made.push_back(test::box({130, 96, 1}, {free_ends, free_ends, test::periodic}, location));
        made.push_back(test::box({1, 90, 70}, {test::periodic, lower_slope, free_ends}, location));
    }
    made.push_back(test::box({128, 96, 130}, {free_ends, free_ends, free_ends}));
    made.back().lambda = -2.0;
    return made;
}

template <typename T>
struct Both {
    Problem problem;
    std::vector<T> f;
    std::vector<T> expected;

    explicit Both(Problem wanted) : problem{std::move(wanted)}
    {
        problem.precision = precision_of<T>;
        f = test::random_values<T>(problem, 3);
        expected.resize(f.size());
        Solver{problem, {.backend = Backend::cpu}}.solve(f.data(), expected.data());
    }
};

template <typename T>
constexpr double agreement = sizeof(T) == 4 ? 1e-5 : 1e-12;

class OpenAxesOnDevice : public test::OnDevice {};

template <typename T>
void expect_solution_of_the_cpu(const Both<T>& both)
{
    const device::Stream stream = device::make_stream();
    const auto from = device::uploaded(both.f, stream.get());
    const device::DeviceBuffer<T> to{both.f.size()};
    const Solver solver{both.problem, {.backend = Backend::cuda}};
    solver.solve(from.data(), to.data(), stream.get());
    solver.solve(from.data(), to.data(), stream.get());
    const std::vector<T> found = device::fetch_and_wait(to, stream.get());
    EXPECT_LT(test::relative_difference(found, both.expected), agreement<T>)
        << describe(both.problem);
    solver.solve(from.data(), from.data(), stream.get());
    EXPECT_EQ(device::fetch_and_wait(from, stream.get()), found) << describe(both.problem);
}

TEST_F(OpenAxesOnDevice, are_those_of_the_cpu)
{
    for (const Problem& problem : problems()) {
        expect_solution_of_the_cpu(Both<double>{problem});
        expect_solution_of_the_cpu(Both<float>{problem});
    }
}

TEST_F(OpenAxesOnDevice, are_those_of_the_cpu_from_host_memory)
{
    for (const std::int64_t device_bytes : {std::int64_t{0}, std::int64_t{8'000'000}}) {
        const Both<double> both{test::box({128, 96, 130}, {free_ends, free_ends, free_ends})};
        const Solver solver{
            both.problem,
            {.backend = Backend::cuda, .host_arrays = true, .device_bytes = device_bytes}};
        std::vector<double> u(both.f.size());
        solver.solve(both.f.data(), u.data());
        EXPECT_LT(test::relative_difference(u, both.expected), agreement<double>);
        std::vector<double> in_place = both.f;
        solver.solve(in_place.data(), in_place.data());
        EXPECT_EQ(in_place, u);
    }
}

template <typename T>
void expect_solution_on_ranks(const Both<T>& both, int size)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    const std::int64_t plane = points(both.problem) / unknowns(both.problem, 2).count;
    std::vector<T> found(both.f.size());
    std::mutex mutex;
    test::on_ranks(size, [&](const Communicator& ranks) {
        device::select(ranks.rank() % devices);
        const device::Stream stream = device::make_stream();
        const DistributedSolver solver{both.problem, ranks, {.backend = Backend::cuda}};
        const Planes planes = solver.planes();
        const auto begin = both.f.begin() + planes.first * plane;
        const auto from =
            device::uploaded(std::vector<T>(begin, begin + planes.count * plane), stream.get());
        const device::DeviceBuffer<T> to{static_cast<std::size_t>(planes.count * plane)};
        solver.exchange_alone(to.data(), stream.get());
        solver.solve(from.data(), to.data(), stream.get());
        solver.solve(from.data(), from.data(), stream.get());
        const std::vector<T> u = device::fetch_and_wait(to, stream.get());
        const std::vector<T> in_place = device::fetch_and_wait(from, stream.get());
        const std::scoped_lock lock{mutex};
        EXPECT_EQ(u, in_place);
        std::ranges::copy(u, found.begin() + planes.first * plane);
    });
    EXPECT_LT(test::relative_difference(found, both.expected), agreement<T>)
        << size << " ranks, " << describe(both.problem);
}

TEST_F(OpenAxesOnDevice, are_those_of_the_cpu_on_ranks)
{
    for (const Problem& problem : problems()) {
        if (unknowns(problem, 2).count > 1) {
            expect_solution_on_ranks(Both<double>{problem}, 2);
            expect_solution_on_ranks(Both<float>{problem}, 3);
        }
    }
}

}  // namespace
}  // namespace tobiuo::poisson
