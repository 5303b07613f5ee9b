// SPDX-License-Identifier: BSD-3-Clause
// Solvers of the C interface on ranks that share a GPU, against one rank on the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "doors/c/tobiuo.h"
#include "runtime/device/stream.hpp"
#include "tests/doors/c/asked_ranks.hpp"
#include "tests/doors/c/flow_problems.hpp"
#include "tests/support/device.hpp"
#include "tests/support/device_transform.hpp"
#include "tests/support/thread_ranks.hpp"

namespace tobiuo {
namespace {

class CRanksOnDevice : public test::OnDevice {};

constexpr std::int64_t cells_of_plane = 6 * 5;
constexpr std::int64_t cells_of_flow = cells_of_plane * 4;

std::vector<double> sines(std::int64_t first, std::int64_t count)
{
    std::vector<double> values;
    for (std::int64_t at = first; at < first + count; ++at) {
        values.push_back(std::sin(static_cast<double>(at)));
    }
    return values;
}

/// u of a flow of AskedFlow after some steps on the CPU.
std::vector<double> u_of_one_rank(const tobiuo_flow_problem& problem)
{
    const tobiuo_options options{.backend = TOBIUO_CPU, .threads = 1};
    tobiuo_flow_solver* solver = nullptr;
    EXPECT_EQ(tobiuo_flow_create(&problem, &options, &solver), TOBIUO_OK) << tobiuo_last_error();
    std::vector<double> u = sines(0, cells_of_flow);
    std::vector<double> v = u;
    std::vector<double> w = u;
    EXPECT_EQ(tobiuo_flow_start(solver, u.data(), v.data(), w.data(), cells_of_flow, nullptr),
              TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_step(solver, 0.002, 3, nullptr), TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_velocity(solver, u.data(), v.data(), w.data(), cells_of_flow, nullptr),
              TOBIUO_OK);
    EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
    return u;
}

TEST_F(CRanksOnDevice, compute_the_flow_of_one_rank)
{
    const test::AskedFlow asked;
    const std::vector<double> expected = u_of_one_rank(asked.problem);
    const tobiuo_options options{.backend = TOBIUO_CUDA, .threads = 0};
    for (const int through_host_memory : {0, 1}) {
        test::on_asked_ranks(2, [&](auto&, const tobiuo_communicator& given) {
            tobiuo_communicator ranks = given;
            ranks.through_host_memory = through_host_memory;
            tobiuo_flow_solver* solver = nullptr;
            EXPECT_EQ(
                tobiuo_flow_create_on_ranks(&asked.problem, nullptr, &ranks, &options, &solver),
                TOBIUO_OK)
                << tobiuo_last_error();
            std::int64_t first = 0;
            std::int64_t count = 0;
            EXPECT_EQ(tobiuo_flow_planes(solver, &first, &count), TOBIUO_OK);
            const std::int64_t cells = count * cells_of_plane;
            const std::vector<double> begin = sines(first * cells_of_plane, cells);
            const device::Stream stream = device::make_stream();
            const test::GuardedArray<double> u{begin};
            const test::GuardedArray<double> v{begin};
            const test::GuardedArray<double> w{begin};
            EXPECT_EQ(tobiuo_flow_start(solver, u.data(), v.data(), w.data(), cells, stream.get()),
                      TOBIUO_OK)
                << tobiuo_last_error();
            EXPECT_EQ(tobiuo_flow_step(solver, 0.002, 3, stream.get()), TOBIUO_OK);
            EXPECT_EQ(
                tobiuo_flow_velocity(solver, u.data(), v.data(), w.data(), cells, stream.get()),
                TOBIUO_OK);
            const std::vector<double> found = u.values(stream.get());
            for (std::size_t at = 0; at < found.size(); ++at) {
                EXPECT_NEAR(found[at],
                            expected[static_cast<std::size_t>(first * cells_of_plane) + at], 1e-12)
                    << at;
            }
            EXPECT_EQ(tobiuo_flow_destroy(solver), TOBIUO_OK);
        });
    }
}

TEST_F(CRanksOnDevice, solve_arrays_of_the_device_and_of_the_host)
{
    tobiuo_poisson_problem problem{};
    for (tobiuo_axis& axis : problem.axes) {
        axis = {.cells = 16,
                .lower = 0.0,
                .upper = 1.0,
                .nodes = nullptr,
                .node_count = 0,
                .lower_condition = TOBIUO_DIRICHLET,
                .upper_condition = TOBIUO_NEUMANN};
    }
    problem.precision = TOBIUO_DOUBLE;
    const tobiuo_options on_host{.backend = TOBIUO_CPU, .threads = 1};
    const tobiuo_options on_device{.backend = TOBIUO_CUDA, .threads = 0};
    constexpr std::int64_t plane = 16 * 16;
    tobiuo_poisson_solver* alone = nullptr;
    ASSERT_EQ(tobiuo_poisson_create(&problem, &on_host, &alone), TOBIUO_OK);
    std::vector<double> expected = sines(0, 16 * plane);
    ASSERT_EQ(
        tobiuo_poisson_solve(alone, expected.data(), expected.data(), 16 * plane, nullptr, nullptr),
        TOBIUO_OK);
    EXPECT_EQ(tobiuo_poisson_destroy(alone), TOBIUO_OK);
    test::on_asked_ranks(2, [&](auto&, const tobiuo_communicator& ranks) {
        tobiuo_poisson_solver* of_device = nullptr;
        tobiuo_poisson_solver* of_host = nullptr;
        EXPECT_EQ(tobiuo_poisson_create_on_ranks(&problem, &ranks, &on_device, &of_device),
                  TOBIUO_OK)
            << tobiuo_last_error();
        EXPECT_EQ(tobiuo_poisson_create_on_ranks_for_host_arrays(&problem, &ranks, 1 << 28,
                                                                 &on_device, &of_host),
                  TOBIUO_OK)
            << tobiuo_last_error();
        std::int64_t first = 0;
        std::int64_t count = 0;
        EXPECT_EQ(tobiuo_poisson_planes(of_device, &first, &count), TOBIUO_OK);
        std::vector<double> on_host_found = sines(first * plane, count * plane);
        const device::Stream stream = device::make_stream();
        const test::GuardedArray<double> values{on_host_found};
        EXPECT_EQ(tobiuo_poisson_solve(of_device, values.data(), values.data(), count * plane,
                                       nullptr, stream.get()),
                  TOBIUO_OK)
            << tobiuo_last_error();
        const std::vector<double> found = values.values(stream.get());
        EXPECT_EQ(tobiuo_poisson_solve(of_host, on_host_found.data(), on_host_found.data(),
                                       count * plane, nullptr, stream.get()),
                  TOBIUO_OK)
            << tobiuo_last_error();
        for (std::size_t at = 0; at < found.size(); ++at) {
            const double one = expected[static_cast<std::size_t>(first * plane) + at];
            EXPECT_NEAR(found[at], one, 1e-13) << at;
            EXPECT_NEAR(on_host_found[at], one, 1e-13) << at;
        }
        EXPECT_EQ(tobiuo_poisson_destroy(of_device), TOBIUO_OK);
        EXPECT_EQ(tobiuo_poisson_destroy(of_host), TOBIUO_OK);
    });
}

}  // namespace
}  // namespace tobiuo
