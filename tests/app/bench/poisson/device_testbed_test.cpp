// SPDX-License-Identifier: BSD-3-Clause
// Both implementations on a device solve every problem, from the same f, which they keep.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/bench/poisson/testbeds.hpp"
#include "runtime/device/error.hpp"
#include "tests/app/bench/poisson/synthetic.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Operator;

TEST(PoissonDeviceTestbed, without_a_device_is_a_device_error)
{
    if (test::why_no_device().empty()) {
        GTEST_SKIP() << "there is a device";
    }
    const BenchProblem problem = test::poisson_problem("mixed");
    const Bytes f = random_right_hand_side(problem.problem);
    EXPECT_THROW(static_cast<void>(make_testbed(bench::gpu_kind(), 0, problem, f)),
                 device::DeviceError);
}

class PoissonDeviceTestbedOnDevice : public test::OnDevice {
protected:
    /// Implementations that decline cause a warning.
    static void expect_solved(const BenchProblem& problem, const std::string& name)
    {
        SCOPED_TRACE(name + " " + problem.describe());
        const Bytes f = random_right_hand_side(problem.problem);
        const auto testbed = make_testbed(bench::gpu_kind(), 0, problem, f);
        try {
            const auto solve = testbed->plan(name);
            EXPECT_GT(testbed->time_and_wait(*solve, 3), 0.0);
            const poisson::Residual residual =
                residual_of(problem.problem, f, testbed->output_and_wait(*solve));
            EXPECT_TRUE(residual.at_rounding_level()) << residual.backward_error;
            EXPECT_GT(residual.backward_error, 0.0);
            EXPECT_NE(solve->describe(), "");
        } catch (const bench::NotPlanned& declined) {
            RecordProperty("declined", declined.what());
        }
    }

    static void expect_every_problem_solved(const std::string& name)
    {
        for (const Boundary& boundary : boundaries()) {
            for (const Location location : {Location::cell, Location::node}) {
                for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                    for (const Operator op : {Operator::second_order, Operator::spectral}) {
                        expect_solved(
                            bench_problem({16, 32, 64}, boundary, location, op, precision), name);
                    }
                    expect_solved(bench_problem({32, 16}, boundary, location,
                                                Operator::fourth_order, precision),
                                  name);
                }
            }
        }
        for (const char* boundary : {"open-pair", "free"}) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                expect_solved(test::poisson_problem(boundary, {16, 32, 64}, Location::cell,
                                                    Operator::second_order, precision),
                              name);
                expect_solved(test::poisson_problem(boundary, {32, 16}, Location::cell,
                                                    Operator::second_order, precision),
                              name);
            }
        }
    }
};

TEST_F(PoissonDeviceTestbedOnDevice, ours_solves_every_problem_to_rounding)
{
    expect_every_problem_solved("ours");
}

TEST_F(PoissonDeviceTestbedOnDevice, cufft_solves_every_problem_to_rounding)
{
    if (const auto unsupported_reason = bench::library_unsupported_reason("cufft")) {
        GTEST_SKIP() << *unsupported_reason;
    }
    expect_every_problem_solved("cufft");
}

TEST_F(PoissonDeviceTestbedOnDevice, others_do_not_run_here)
{
    const BenchProblem problem = test::poisson_problem("mixed");
    const Bytes f = random_right_hand_side(problem.problem);
    const auto testbed = make_testbed(bench::gpu_kind(), 0, problem, f);
    EXPECT_THROW(static_cast<void>(testbed->plan("fftw")), bench::NotPlanned);
}

}  // namespace
}  // namespace tobiuo::poisson_bench
