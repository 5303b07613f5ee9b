// SPDX-License-Identifier: BSD-3-Clause
// Solves of arrays in host memory, in many chunks, give the solutions of the host.
#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/page_lock.hpp>

#include "solvers/poisson/host/host_solver.hpp"
#include "tests/solvers/poisson/poisson_problems.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

using test::all_sides;
using test::box;
using ::testing::HasSubstr;

/// Memory for the sums and for eight planes of doubles, so that chunks have two planes.
std::int64_t little_memory(const Problem& problem)
{
    const std::int64_t rows = unknowns(problem, is_absent(problem, 2) ? 1 : 2).count;
    const std::int64_t plane = (points(problem) + rows - 1) / rows;
    const bool of_lines = is_absent(problem, 0) || is_absent(problem, 2);
    const std::int64_t padding = 8 * (of_lines ? 1 : unknowns(problem, 1).count);
    return 8 * (12 * (plane + padding) + rows);
}

/// The same with a z that is stretched, where a sixteenth of the rows is kept.
std::int64_t little_memory_of_stretched(const Problem& problem)
{
    const std::int64_t row = unknowns(problem, 0).count + 8;
    const std::int64_t plane = row * unknowns(problem, 1).count;
    return 8 * (12 * plane + 8 * unknowns(problem, 2).count + row);
}

/// The same for solves in rounds: twelve planes, or rows of x for each z, and little beside them.
std::int64_t memory_of_rounds(const Problem& problem)
{
    const std::int64_t row = unknowns(problem, 0).count + 8;
    const std::int64_t longer = std::max(unknowns(problem, 1).count, unknowns(problem, 2).count);
    return 8 * 12 * row * longer + 20'000;
}

/// `locked`: whether the pages of the arrays are locked.
template <typename T>
void expect_agreement(Problem problem, bool in_place, std::int64_t device_bytes, bool locked)
{
    problem.precision = precision_of<T>;
    const std::vector<T> f = test::random_values<T>(problem, 7);
    std::vector<T> expected(f.size());
    const Solved by_host = HostSolver{problem}.solve(std::span<const T>{f}, std::span<T>{expected});
    const OutOfCardSolver solver{problem, {.device_bytes = device_bytes}};
    SCOPED_TRACE(describe(problem) + ": " + solver.describe());
    EXPECT_LE(static_cast<std::int64_t>(solver.device_bytes()), device_bytes);
    EXPECT_GT(solver.copied_bytes(), static_cast<std::int64_t>(f.size() * sizeof(T)));
    const OutOfCardSolver::Needs needs =
        OutOfCardSolver::needs(problem, {.device_bytes = device_bytes});
    EXPECT_EQ(needs.copied_bytes, solver.copied_bytes());
    EXPECT_EQ(needs.passes, solver.passes());
    EXPECT_FALSE(solver.choices().empty());
    EXPECT_LE(static_cast<std::int64_t>(solver.device_bytes()), needs.device_bytes);
    EXPECT_LE(needs.device_bytes, device_bytes);
    for (int time = 0; time < 2; ++time) {
        std::vector<T> source = f;
        std::vector<T> other(in_place ? 0 : f.size());
        std::vector<T>& u = in_place ? source : other;
        const PageLock lock_f =
            locked ? PageLock{source.data(), source.size() * sizeof(T)} : PageLock{};
        const PageLock lock_u =
            locked && !in_place ? PageLock{u.data(), u.size() * sizeof(T)} : PageLock{};
        const Solved solved = solver.solve_and_wait(source.data(), u.data());
        EXPECT_LE(test::relative_difference(u, expected), test::solution_tolerance(problem));
        EXPECT_NEAR(solved.removed_mean, by_host.removed_mean,
                    16.0 * std::numeric_limits<T>::epsilon());
        if (!in_place) {
            EXPECT_EQ(source, f) << "f is not kept";
        }
    }
}

/// By two trips, with locked pages and without.
template <typename T>
void expect_agreement(const Problem& problem, bool in_place)
{
    for (const bool locked : {true, false}) {
        expect_agreement<T>(problem, in_place, little_memory(problem), locked);
    }
}

/// In three rounds, in place and out of place.
template <typename T>
void expect_agreement_in_rounds(const Problem& problem)
{
    expect_agreement<T>(problem, false, memory_of_rounds(problem), true);
    expect_agreement<T>(problem, true, memory_of_rounds(problem), false);
}

class PoissonOutOfCardOnDevice : public test::OnDevice {};

TEST_F(PoissonOutOfCardOnDevice, agrees_with_the_host_for_every_pair_of_ends_along_z)
{
    for (std::size_t z = 0; z < all_sides.size(); ++z) {
        for (const Location location : test::all_locations) {
            const std::size_t x = (z + 1) % all_sides.size();
            const std::size_t y = (2 * z + 3) % all_sides.size();
            const Problem problem =
                box({24, 20, 37}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
            expect_agreement<double>(problem, z % 2 == 0);
        }
    }
}

TEST_F(PoissonOutOfCardOnDevice, agrees_where_the_constant_is_free)
{
    for (const Location location : test::all_locations) {
        const auto closed = all_sides[2];
        const auto periodic = all_sides[0];
        expect_agreement<double>(box({16, 18, 31}, {closed, periodic, closed}, location), false);
        expect_agreement<double>(box({15, 18, 31}, {periodic, closed, periodic}, location), true);
        expect_agreement<float>(box({16, 16, 64}, {periodic, periodic, periodic}, location), true);
    }
}

TEST_F(PoissonOutOfCardOnDevice, agrees_with_a_lambda_and_in_single_precision)
{
    Problem problem = box({21, 32, 40}, {all_sides[1], all_sides[0], all_sides[4]});
    expect_agreement<float>(problem, false);
    problem.lambda = -20.0;
    expect_agreement<float>(problem, true);
    expect_agreement<double>(problem, false);
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_two_dimensions)
{
    for (const Location location : test::all_locations) {
        for (const std::size_t side : {1, 2, 3}) {
            const Sides periodic = all_sides[0];
            const Sides sides = all_sides.at(side);
            expect_agreement<double>(box({40, 37, 1}, {periodic, sides, periodic}, location), true);
            expect_agreement<double>(box({33, 1, 36}, {sides, periodic, sides}, location), false);
            expect_agreement<float>(box({1, 32, 30}, {periodic, sides, sides}, location), false);
        }
    }
}

TEST_F(PoissonOutOfCardOnDevice, copies_each_plane_once_where_all_fit)
{
    const Problem problem = box({24, 20, 32}, {all_sides[1], all_sides[1], all_sides[1]});
    const OutOfCardSolver solver{problem};
    EXPECT_EQ(solver.copied_bytes(), 24 * 20 * 32 * 8);
    EXPECT_THAT(solver.describe(), HasSubstr("two trips of 1 chunks of 32 planes, 1 of them"));
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_rounds_for_every_pair_of_ends_along_z)
{
    for (std::size_t z = 0; z < all_sides.size(); ++z) {
        for (const Location location : test::all_locations) {
            const std::size_t x = (z + 1) % all_sides.size();
            const std::size_t y = (2 * z + 3) % all_sides.size();
            Problem problem =
                box({24, 20, 37}, {all_sides.at(x), all_sides.at(y), all_sides.at(z)}, location);
            problem.op = z % 2 == 0 ? Operator::spectral : Operator::fourth_order;
            expect_agreement_in_rounds<double>(problem);
            expect_agreement_in_rounds<float>(problem);
        }
    }
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_rounds_where_the_constant_is_free_and_rows_are_odd)
{
    for (const std::int64_t x : {16, 15}) {
        Problem problem = box({x, 18, 31}, {all_sides[2], all_sides[0], all_sides[2]});
        problem.op = Operator::spectral;
        expect_agreement_in_rounds<double>(problem);
        expect_agreement_in_rounds<float>(problem);
    }
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_rounds_with_a_positive_lambda)
{
    Problem problem = box({21, 32, 40}, {all_sides[1], all_sides[0], all_sides[4]});
    problem.lambda = 5.0;
    expect_agreement_in_rounds<double>(problem);
    expect_agreement_in_rounds<float>(problem);
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_rounds_where_x_or_y_is_stretched)
{
    for (const int axis : {0, 1}) {
        for (const std::int64_t x : {24, 23}) {
            const Problem problem =
                test::stretched(box({x, 20, 26}, {all_sides[2], all_sides[2], all_sides[2]}), axis);
            expect_agreement_in_rounds<double>(problem);
            expect_agreement_in_rounds<float>(problem);
        }
    }
}

TEST_F(PoissonOutOfCardOnDevice, agrees_along_a_stretched_z)
{
    for (const std::size_t z : {1, 2, 3, 4}) {
        for (const std::int64_t x : {24, 23}) {
            Problem problem = test::stretched(
                box({x, 20, 67}, {all_sides[2], all_sides[z == 2 ? 2 : 0], all_sides.at(z)}), 2);
            const std::int64_t bytes = little_memory_of_stretched(problem);
            expect_agreement<double>(problem, true, bytes, true);
            expect_agreement<float>(problem, false, bytes, false);
            problem.op = Operator::spectral;  // along x and y
            problem.lambda = -3.0;
            expect_agreement<double>(problem, false, bytes, true);
        }
    }
    const Problem plane =
        test::stretched(box({40, 37, 1}, {all_sides[2], all_sides[3], all_sides[0]}), 1);
    expect_agreement<double>(plane, true, 8 * (12 * 48 + 8 * 40), true);
}

TEST_F(PoissonOutOfCardOnDevice, agrees_in_chunks_of_thousands_of_planes)
{
    const Problem problem = box({8, 8, 9000}, {all_sides[1], all_sides[2], all_sides[1]});
    std::vector<double> u = test::random_values<double>(problem, 7);
    std::vector<double> expected(u.size());
    static_cast<void>(
        HostSolver{problem}.solve(std::span<const double>{u}, std::span<double>{expected}));
    const OutOfCardSolver solver{problem};
    EXPECT_THAT(solver.describe(), HasSubstr("two trips of 1 chunks of 9000 planes"));
    static_cast<void>(solver.solve_and_wait(u.data(), u.data()));
    EXPECT_LE(test::relative_difference(u, expected), test::solution_tolerance(problem));
}

TEST_F(PoissonOutOfCardOnDevice, calls_its_watch_until_it_is_stopped)
{
    Problem problem = box({24, 20, 37}, {all_sides[1], all_sides[2], all_sides[0]});
    for (const Operator op : {Operator::second_order, Operator::spectral}) {
        problem.op = op;
        std::vector<double> parts;
        double last = 2.0;
        const OutOfCardSolver solver{
            problem, {.device_bytes = memory_of_rounds(problem), .watch = [&](double part) {
                          parts.push_back(part);
                          return part < last;
                      }}};
        const std::vector<double> f = test::random_values<double>(problem, 3);
        std::vector<double> u(f.size());
        static_cast<void>(solver.solve_and_wait(f.data(), u.data()));
        const std::vector<double> expected = u;
        ASSERT_GT(parts.size(), 4U);
        EXPECT_EQ(parts.front(), 0.0);
        EXPECT_LT(parts.back(), 1.0);
        EXPECT_TRUE(std::ranges::is_sorted(parts));
        last = 0.5;
        EXPECT_THROW(static_cast<void>(solver.solve_and_wait(f.data(), u.data())), Stopped);
        last = 2.0;
        static_cast<void>(solver.solve_and_wait(f.data(), u.data()));
        EXPECT_EQ(u, expected) << "after a solve that was stopped";
    }
}

TEST_F(PoissonOutOfCardOnDevice, says_what_it_cannot_do)
{
    Problem problem = box({24, 20, 32}, {all_sides[1], all_sides[1], all_sides[1]});
    EXPECT_EQ(OutOfCardSolver::unsupported_reason(problem), std::nullopt);
    EXPECT_THAT(OutOfCardSolver::unsupported_reason(problem, {.device_bytes = 5000}).value_or(""),
                HasSubstr("and may take 5000: allow it more"));
    problem.op = Operator::spectral;
    EXPECT_EQ(OutOfCardSolver::unsupported_reason(problem), std::nullopt);
    EXPECT_THAT(OutOfCardSolver::unsupported_reason(problem, {.device_bytes = 5000}).value_or(""),
                HasSubstr("have to fit): allow it more"));
    Problem plane = box({24, 20, 1}, {all_sides[1], all_sides[1], all_sides[0]});
    EXPECT_EQ(OutOfCardSolver::unsupported_reason(plane), std::nullopt);
    plane.op = Operator::spectral;
    EXPECT_THAT(OutOfCardSolver::unsupported_reason(plane).value_or(""), HasSubstr("of two axes"));
    const Problem line = box({24, 1, 1}, {all_sides[1], all_sides[0], all_sides[0]});
    EXPECT_THAT(OutOfCardSolver::unsupported_reason(line).value_or(""), HasSubstr("a line is not"));
}

}  // namespace
}  // namespace tobiuo::poisson
