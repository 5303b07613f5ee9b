// SPDX-License-Identifier: BSD-3-Clause
// The tuner on solves with OpenCL.
#include "solvers/poisson/tune/tune_subject.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/fft/tune/tune_device.hpp"
#include "solvers/poisson/program/machine_solver.hpp"
#include "tests/solvers/poisson/device/solve_twin/twin_cases.hpp"
#include "tests/support/opencl.hpp"

namespace tobiuo::poisson {
namespace {

class TuneSolveOnOpenCL : public test::OnOpenCL {};

class Observer final : public fft::TuneObserver {
public:
    void tried(const fft::TuneTrial& trial) override
    {
        EXPECT_EQ(trial.rejected, "") << trial.what;
    }
    [[nodiscard]] bool stop_requested() const override { return false; }
};

void expect_tuned(const test::TwinCase& one)
{
    SCOPED_TRACE(describe(one.problem));
    Observer observer;
    const fft::Tuned tuned =
        fft::tune(tune_subject(one.problem, Backend::opencl), fft::opencl_tuner().device(0),
                  fft::TunedTable{}, {.budget_seconds = 60.0, .candidates = 2}, observer);
    EXPECT_TRUE(tuned.complete);
    EXPECT_GE(tuned.tried, 2);
    EXPECT_EQ(tuned.rejected, 0);
    const MachineSolver solver{one.problem, Backend::opencl, {.table = &tuned.found}};
    const std::vector<fft::Chosen> choices = solver.choices();
    ASSERT_FALSE(choices.empty());
    for (const fft::Chosen& chosen : choices) {
        EXPECT_TRUE(chosen.tuned) << chosen.key << ": " << chosen.remark;
    }
}

TEST_F(TuneSolveOnOpenCL, finds_a_configuration_for_every_pass_of_transforms)
{
    expect_tuned(test::twin_case({12, 8, 10}, {1, 2, 0}));
    expect_tuned(test::stretched(
        test::twin_case({15, 8, 11}, {2, 3, 0}, Location::cell, Precision::fp32), 0));
}

}  // namespace
}  // namespace tobiuo::poisson
