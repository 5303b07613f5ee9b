// SPDX-License-Identifier: BSD-3-Clause
// Solves near bodies on the CPU.
#include "solvers/poisson/ranks/near_solver.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/poisson/ranks/near_cases.hpp"

namespace tobiuo::poisson {
namespace {

TEST(NearSolver, gives_what_a_solve_of_the_whole_array_gives)
{
    test::expect_near_solves(Backend::cpu);
}

TEST(NearSolver, is_made_only_where_planes_of_the_last_axis_can_be_left_out)
{
    const auto made = [](const Problem& problem, const ranks::Slice& planes) {
        return NearSolver<double>::made(problem, Backend::cpu, planes) != nullptr;
    };
    const Problem box = test::box({16, 16, 16}, {test::periodic, test::periodic, test::periodic});
    EXPECT_TRUE(made(box, {2, 5}));
    EXPECT_FALSE(made(box, {2, 6}));
    EXPECT_FALSE(made(box, {3, 0}));
    EXPECT_FALSE(
        made(test::box({16, 16, 1}, {test::periodic, test::periodic, test::periodic}), {0, 1}));
    EXPECT_FALSE(
        made(test::stretched(
                 test::box({16, 16, 16}, {test::periodic, test::neumann, test::periodic}), 1),
             {2, 4}));
}

}  // namespace
}  // namespace tobiuo::poisson
