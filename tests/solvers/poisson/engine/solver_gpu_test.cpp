// SPDX-License-Identifier: BSD-3-Clause
// The public solver on a GPU against the one on the CPU, with walls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/poisson.hpp>

#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/solvers/poisson/engine/device_wall_arrays.hpp"
#include "tests/solvers/poisson/engine/far_lengths.hpp"
#include "tests/solvers/poisson/engine/walled_problems.hpp"
#include "tests/solvers/poisson/nearly_constant.hpp"
#include "tests/support/device.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::DeviceWallArrays;
using test::WallArrays;
using test::Walled;
using ::testing::HasSubstr;

constexpr SolverOptions on_cpu{.backend = Backend::cpu};
constexpr SolverOptions on_gpu{.backend = Backend::cuda};

/// Solves out of place and in place, with walls and then without, so that a value left by one solve
/// would show in the next.
template <typename T>
void expect_agreement(Problem problem)
{
    problem.precision = precision_of<T>;
    const double tolerance = test::solution_tolerance(problem);
    SCOPED_TRACE(describe(problem));
    const Walled one = test::walled(problem);
    const WallArrays<T> arrays{one.faces};
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver host{problem, on_cpu};
    const Solver solver{problem, on_gpu};
    const device::Stream stream = device::make_stream();
    const DeviceWallArrays<T> on_device{arrays, stream.get()};
    const device::DeviceBuffer<T> from = device::uploaded(f, stream.get());
    const device::DeviceBuffer<T> to{f.size()};
    const auto expect = [&](const Walls<T>& host_walls, const Walls<T>& walls, bool in_place) {
        std::vector<T> expected(f.size());
        host.solve(f.data(), host_walls, expected.data());
        device::copy_to_device<T>(from.data(), f, stream.get());
        T* const u = in_place ? from.data() : to.data();
        solver.solve(from.data(), walls, u, stream.get());
        std::vector<T> found(f.size());
        device::copy_to_host<T>(found, u, stream.get());
        const double removed = solver.solved(stream.get()).removed_mean;
        double scale = 1.0;
        for (const double value : one.f) {
            scale = std::max(scale, std::abs(value));
        }
        EXPECT_NEAR(removed, host.solved().removed_mean, tolerance * scale);
        EXPECT_LE(test::relative_difference(found, expected), tolerance);
        if (!in_place) {
            EXPECT_EQ(device::fetch_and_wait(from, stream.get()), f) << "f is not kept";
        }
    };
    expect(arrays.walls(), on_device.walls(), false);
    expect({}, {}, false);
    expect(arrays.walls(), on_device.walls(), true);
    expect({}, {}, true);
}

class PoissonPublicSolverOnDevice : public test::OnDevice {};

template <typename T>
void expect_constant_on_gpu(Problem problem, std::int64_t rows)
{
    problem.precision = precision_of<T>;
    SCOPED_TRACE(describe(problem));
    const device::Stream stream = device::make_stream();
    const std::vector<T> f(static_cast<std::size_t>(points(problem)), T{1});
    const device::DeviceBuffer<T> u = device::uploaded(f, stream.get());
    const Solver solver{problem, on_gpu};
    solver.solve(u.data(), {}, u.data(), stream.get());

    EXPECT_LE(test::error_of_constant(problem, device::fetch_and_wait(u, stream.get())),
              test::carried_constant<T>(rows));
}

TEST_F(PoissonPublicSolverOnDevice, keeps_the_digits_of_a_constant_along_a_stretched_axis)
{
    constexpr std::int64_t rows = 512;
    for (const Problem& problem : test::nearly_constant_problems(rows, -1e-8)) {
        expect_constant_on_gpu<double>(problem, rows);
        expect_constant_on_gpu<float>(problem, rows);
    }
}

TEST_F(PoissonPublicSolverOnDevice, agrees_with_the_cpu_where_axes_have_rows_of_their_own)
{
    const Sides held{Condition::robin, Condition::robin, {{{0.3, 1.0}, {2.0, 0.1}}}};
    const std::array<std::array<Sides, 3>, 3> all_ends{
        {{test::neumann, test::neumann, test::neumann},
         {held, test::dirichlet, test::all_sides[3]},
         {test::all_sides[4], held, held}}};
    for (const std::array<std::int64_t, 3>& cells :
         {std::array<std::int64_t, 3>{20, 14, 17}, {131, 36, 20}, {36, 140, 19}, {40, 24, 1}}) {
        for (const auto& ends : all_ends) {
            for (const unsigned axes : {0U, 3U, 5U, 6U, 7U}) {
                Problem problem =
                    test::box(cells, ends, axes % 2 == 0 ? Location::cell : Location::node);
                if (cells[2] == 1) {
                    problem.sides[2] = test::periodic;
                }
                for (int axis = 0; axis < (cells[2] == 1 ? 2 : 3); ++axis) {
                    problem = (axes >> axis & 1U) != 0 ? test::stretched(problem, axis) : problem;
                }
                expect_agreement<double>(problem);
                expect_agreement<float>(problem);
                std::vector<double> rho;
                for (std::int64_t half = 0; half <= 2 * cells[0]; ++half) {
                    rho.push_back(1.0 + 0.5 * std::sin(0.2 * static_cast<double>(half)));
                }
                problem.rho = AxisCoefficient{.axis = 0, .values = rho};
                expect_agreement<double>(problem);
            }
        }
    }
}

TEST_F(PoissonPublicSolverOnDevice, agrees_with_the_cpu_for_all_walls_and_operators)
{
    for (const Problem& problem : test::problems_with_walls()) {
        expect_agreement<double>(problem);
        expect_agreement<float>(problem);
    }
}

/// Solves on the GPU with all arrays in host memory, at any addresses, out of place and in place.
template <typename T>
void expect_agreement_from_host_memory(Problem problem, std::int64_t device_bytes, bool in_parts)
{
    problem.precision = precision_of<T>;
    const double tolerance = test::solution_tolerance(problem);
    SCOPED_TRACE(describe(problem));
    const Walled one = test::walled(problem);
    const WallArrays<T> arrays{one.faces};
    const std::vector<T> f(one.f.begin(), one.f.end());
    const Solver host{problem, on_cpu};
    const Solver solver{
        problem, {.backend = Backend::cuda, .host_arrays = true, .device_bytes = device_bytes}};
    EXPECT_EQ(solver.describe().find("chunks") != std::string::npos, in_parts) << solver.describe();
    if (in_parts && problem.op != Operator::spectral) {
        EXPECT_LT(static_cast<std::int64_t>(solver.workspace_bytes()),
                  device_bytes + (std::int64_t{1} << 20));  // the walls are corrected on the host
    }
    double scale = 1.0;
    for (const double value : one.f) {
        scale = std::max(scale, std::abs(value));
    }
    for (const Walls<T>& walls : {arrays.walls(), Walls<T>{}}) {
        std::vector<T> expected(f.size());
        host.solve(f.data(), walls, expected.data());
        std::vector<T> from(f.size() + 1);
        std::vector<T> to(f.size() + 1);
        std::ranges::copy(f, from.begin() + 1);
        for (const bool in_place : {false, true}) {
            T* const u = in_place ? from.data() + 1 : to.data() + 1;
            solver.solve(from.data() + 1, walls, u);
            const std::vector<T> found(u, u + f.size());
            EXPECT_LE(test::relative_difference(found, expected), tolerance);
            EXPECT_NEAR(solver.solved().removed_mean, host.solved().removed_mean,
                        tolerance * scale);
            if (!in_place) {
                EXPECT_TRUE(std::equal(f.begin(), f.end(), from.begin() + 1)) << "f is not kept";
            }
        }
    }
}

TEST_F(PoissonPublicSolverOnDevice, solves_arrays_in_host_memory_that_fit)
{
    const std::vector<Problem> all = test::problems_with_walls();
    for (std::size_t at = 0; at < all.size(); at += 3) {
        expect_agreement_from_host_memory<double>(all[at], 0, false);
        expect_agreement_from_host_memory<float>(all[at], 0, false);
    }
}

TEST_F(PoissonPublicSolverOnDevice, solves_arrays_in_host_memory_in_parts_where_they_do_not_fit)
{
    for (const Operator op : test::all_operators) {
        for (std::size_t x = 0; x < all_sides.size(); ++x) {
            Problem problem = test::box(
                {40, 36, 64}, {all_sides[x], all_sides[(x + 2) % 5], all_sides[(x + 1) % 5]},
                x % 2 == 0 ? Location::cell : Location::node);
            problem.op = op;
            const std::int64_t all = points(problem) * std::int64_t{sizeof(double)};
            // a spectral solver leaves half of it to that of the walls
            const bool halves = op == Operator::spectral;
            expect_agreement_from_host_memory<double>(problem, halves ? 3 * all / 2 : 3 * all / 4,
                                                      true);
            if (op == Operator::second_order && (x + 1) % 5 != 0) {
                expect_agreement_from_host_memory<double>(test::stretched(problem, 2), 3 * all / 4,
                                                          true);
            }
        }
    }
}

TEST_F(PoissonPublicSolverOnDevice, says_what_it_cannot_solve_from_host_memory)
{
    const Problem line = test::box({4000, 1, 1}, {all_sides[1], all_sides[0], all_sides[0]});
    EXPECT_THAT(
        test::refusal([&] {
            static_cast<void>(Solver{
                line, {.backend = Backend::cuda, .host_arrays = true, .device_bytes = 10'000}});
        }),
        HasSubstr("bytes of the GPU's memory and may take 10000, and a line is not solved"));
}

TEST_F(PoissonPublicSolverOnDevice, agrees_with_the_cpu_where_lengths_are_far_from_one)
{
    const std::vector<Problem> all = test::problems_for_far_lengths();
    for (std::size_t at = 0; at < all.size(); at += 5) {
        if (unsupported_reason(all[at], Backend::cuda)) {
            continue;
        }
        expect_agreement<float>(in_unit(all[at], {.exponent = at % 2 == 0 ? 45 : -50}));
        expect_agreement<double>(in_unit(all[at], {.exponent = at % 2 == 0 ? 450 : -450}));
    }
}

TEST_F(PoissonPublicSolverOnDevice, agrees_with_the_cpu_where_passes_are_merged)
{
    for (const Operator op : test::all_operators) {
        Problem problem = test::box({128, 96, 80}, {all_sides[1], all_sides[3], all_sides[2]});
        problem.op = op;
        expect_agreement<double>(problem);
        problem.grid.location = Location::node;
        expect_agreement<double>(problem);
    }
}

TEST_F(PoissonPublicSolverOnDevice, takes_constants)
{
    for (const Operator op : test::all_operators) {
        Problem problem = test::box({24, 20, 18}, {all_sides[1], all_sides[2], all_sides[3]});
        problem.op = op;
        Walls<double> walls;
        walls.x[1].constant = 2.5;
        walls.y[0].constant = -0.5;
        const std::vector<double> f = test::random_values<double>(problem, 3);
        std::vector<double> expected(f.size());
        Solver{problem, on_cpu}.solve(f.data(), walls, expected.data());
        const device::Stream stream = device::make_stream();
        const device::DeviceBuffer<double> u = device::uploaded(f, stream.get());
        const Solver solver{problem, on_gpu};
        solver.solve(u.data(), walls, u.data(), stream.get());
        EXPECT_LE(test::relative_difference(device::fetch_and_wait(u, stream.get()), expected),
                  test::solution_tolerance(problem))
            << describe(problem);
    }
}

TEST_F(PoissonPublicSolverOnDevice, is_the_one_that_is_made_without_being_told)
{
    const Problem problem = test::box({16, 16, 16}, {all_sides[1], all_sides[0], all_sides[2]});
    EXPECT_EQ(Solver{problem}.backend(), Backend::cuda);
    EXPECT_EQ(unsupported_reason(problem, Backend::cuda), std::nullopt);
    Problem long_lines = test::box({40000, 8, 8}, {all_sides[1], all_sides[0], all_sides[2]});
    EXPECT_TRUE(unsupported_reason(long_lines, Backend::cuda).has_value());
    EXPECT_THROW((Solver{long_lines, on_gpu}), std::invalid_argument);
}

TEST_F(PoissonPublicSolverOnDevice, refuses_arrays_before_anything_is_enqueued)
{
    const Problem problem = test::box({16, 16, 16}, {all_sides[1], all_sides[0], all_sides[2]});
    const Solver solver{problem, on_gpu};
    const device::DeviceBuffer<double> u{2 * 4096};
    const auto refusal = [&](const double* from, double* to, const Walls<double>& walls) {
        try {
            solver.solve(from, walls, to);
        } catch (const std::invalid_argument& error) {
            return std::string{error.what()};
        }
        return std::string{"accepted"};
    };
    EXPECT_THAT(refusal(u.data(), u.data() + 1, {}), HasSubstr("not aligned to 16 bytes"));
    EXPECT_THAT(refusal(u.data(), u.data() + 64, {}), HasSubstr("overlap in part"));
    Walls<double> walls;
    walls.x[0].values = u.data() + 4000;
    EXPECT_THAT(refusal(u.data(), u.data(), walls), HasSubstr("overlaps u"));
}

// The mean that is removed comes from f and from the walls, whose part a refused solve must not
// change.
TEST_F(PoissonPublicSolverOnDevice, reports_the_last_solve_after_one_that_is_refused)
{
    Problem problem = test::box({16, 16, 16}, {all_sides[2], all_sides[0], all_sides[2]});
    problem.op = Operator::spectral;
    const device::Stream stream = device::make_stream();
    const std::vector<double> ones(4096, 1.0);
    const double tolerance = test::solution_tolerance(problem);
    const device::DeviceBuffer<double> u = device::uploaded(ones, stream.get());
    Walls<double> walls;
    walls.x[0].constant = 0.5;
    const Solver zero{problem, {.backend = Backend::cuda, .zero_walls = true}};
    zero.solve(u.data(), u.data(), stream.get());
    EXPECT_NEAR(zero.solved(stream.get()).removed_mean, 1.0, tolerance);

    EXPECT_THROW(zero.solve(u.data(), walls, u.data(), stream.get()), std::invalid_argument);

    EXPECT_NEAR(zero.solved(stream.get()).removed_mean, 1.0, tolerance);
}

}  // namespace
}  // namespace tobiuo::poisson
