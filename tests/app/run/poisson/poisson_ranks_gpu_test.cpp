// SPDX-License-Identifier: BSD-3-Clause
// Poisson cases on several ranks with a GPU each, or the same one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/run/poisson/poisson_ranked_run.hpp"
#include "tests/support/device.hpp"
#include "tests/support/program.hpp"

namespace tobiuo {
namespace {

class PoissonRanksOnDevice : public test::PoissonRankedRun {
protected:
    void SetUp() override
    {
        if (const std::string why = test::why_no_device(); !why.empty()) {
            GTEST_SKIP() << why;
        }
        PoissonRankedRun::SetUp();
    }

    /// `memory`: a line with device_memory for several ranks, whose arrays stay in host memory.
    void expect_results_of_one_rank_on_device(const std::string& rest,
                                              const std::vector<int>& sizes = {2, 3, 13},
                                              const std::string& memory = {})
    {
        SCOPED_TRACE(rest + memory);
        const std::string text = test::case_text(
            rest +
                "exact: \"sin(2*pi*x)*cos(2*pi*y)*cos(2*pi*z)\"\nrun: { repeat: 3 }\n"
                "output: { fields: [p, f, exact, error, residual] }\n",
            "cuda");
        const test::Outcome one = run(1, text, {"--force"});
        ASSERT_EQ(one.code, 0) << one.err;
        for (const int ranks : sizes) {
            const test::Outcome many = run(ranks, text + memory, {"--force"});
            ASSERT_EQ(many.code, 0) << many.err;
            EXPECT_EQ(report(ranks)["backend"], "cuda");
            EXPECT_EQ(report(ranks)["link"].is_null(), memory.empty());
            expect_results_of_one_rank(ranks);
        }
    }
};

TEST_F(PoissonRanksOnDevice, give_the_fields_of_one_rank)
{
    expect_results_of_one_rank_on_device(
        "grid: { cells: [9, 10, 11] }\n"
        "boundary:\n"
        "  x: periodic\n"
        "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
        "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
        "source: \"x*y*z - 30\"\n");
    expect_results_of_one_rank_on_device(
        "grid: { cells: [9, 10, 11], coordinates: { z: \"s*s*(3-2*s)\" } }\n"
        "boundary: { x: periodic, y: neumann, z: neumann }\n"
        "method: { precision: single }\n"
        "source: \"sin(2*pi*x)*y + z\"\n");
}

TEST_F(PoissonRanksOnDevice, give_the_fields_of_one_rank_by_transposition)
{
    expect_results_of_one_rank_on_device(
        "grid: { cells: [9, 10, 11] }\n"
        "boundary:\n"
        "  x: periodic\n"
        "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
        "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
        "method: { operator: fourth-order }\n"
        "source: \"x*y*z - 30\"\n");
    expect_results_of_one_rank_on_device(
        "grid: { cells: [8, 10, 11] }\n"
        "boundary: { x: periodic, y: neumann, z: { lower: { neumann: 1 },\n"
        "                                         upper: { neumann: \"y\" } } }\n"
        "method: { operator: spectral, precision: single }\n"
        "source: \"sin(2*pi*x)*y + z\"\n");
}

TEST_F(PoissonRanksOnDevice, give_the_fields_of_one_rank_from_host_memory)
{
    const std::string memory = "device_memory: 30 kB\n";
    expect_results_of_one_rank_on_device(
        "grid: { cells: [9, 10, 61] }\n"
        "boundary:\n"
        "  x: periodic\n"
        "  y: { lower: { neumann: \"sin(x) + z\" }, upper: { dirichlet: \"x*z\" } }\n"
        "  z: { lower: { dirichlet: \"x*y\" }, upper: { neumann: 1.5 } }\n"
        "source: \"x*y*z - 30\"\n",
        {2, 3}, memory);
    expect_results_of_one_rank_on_device(
        "grid: { cells: [8, 10, 61] }\n"
        "boundary: { x: periodic, y: neumann, z: { lower: { neumann: 1 },\n"
        "                                         upper: { neumann: \"y\" } } }\n"
        "method: { operator: spectral }\n"
        "source: \"sin(2*pi*x)*y + z\"\n",
        {2, 3}, memory);
}

}  // namespace
}  // namespace tobiuo
