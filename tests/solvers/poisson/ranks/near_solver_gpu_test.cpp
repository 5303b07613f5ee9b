// SPDX-License-Identifier: BSD-3-Clause
// Solves near bodies on a GPU.
#include <gtest/gtest.h>

#include "tests/solvers/poisson/ranks/near_cases.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson {
namespace {

class NearSolverOnDevice : public test::OnDevice {};

TEST_F(NearSolverOnDevice, gives_what_a_solve_of_the_whole_array_gives)
{
    test::expect_near_solves(Backend::cuda);
}

}  // namespace
}  // namespace tobiuo::poisson
